"""The list of refinements beside one that looks at every row, and what competes of it."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import OPERATORS, NumpyEngine, as_tests, each_class
from conjunct.search.candidates import (
    Candidates,
    best_of_groups,
    packed,
    score_refinements,
    unpacked,
)
from conjunct.search.language import Language, Limits
from conjunct.search.refinements import list_refinements

from .plain_beam import PlainSearch, Test
from .small_tables import CLASSES, Rows, problem_of, small_rows

FORMS = [("=",), ("!=", ">"), ("=", "<="), OPERATORS]


def listed_by_hand(
    rows: Rows, forms: tuple[str, ...], number: int, cover: set[int], usable: list[bool]
) -> list[tuple[int, Test, list[int]]]:
    """Return the place of the cover, each test and the rows that pass it by class, in order."""
    plain = PlainSearch(rows, CLASSES[0], len(CLASSES), forms)
    tests: list[Test] = []
    for column, levels in enumerate(rows.levels):
        here = sorted({levels.index(c) for i in cover if (c := rows.cells[i][column]) is not None})
        places = [(low + high - 1) // 2 for low, high in pairwise(here)]
        if rows.kinds[column] == "nominal":
            places = here
        if usable[column]:
            tests += [
                (column, op, i) for i in places for op in OPERATORS if plain.may_use(column, op)
            ]
    passing = [{row for row in cover if plain.passes(row, test)} for test in tests]
    return [
        (number, test, [sum(rows.labels[row] == label for row in own) for label in CLASSES])
        for test, own in zip(tests, passing, strict=True)
    ]


def drawn_covers(rows: Rows, engine: NumpyEngine, data: st.DataObject) -> list[Any]:
    """Draw covers of one condition at most, and the columns that may be tested of each.

    Return the covers, the same as sets of rows, and the usable columns.
    """
    plain = PlainSearch(rows, CLASSES[0], len(CLASSES))
    possible = [
        (column, op, code)
        for column, levels in enumerate(rows.levels)
        for op in ((0, 1) if rows.kinds[column] == "nominal" else (2, 3))
        for code in range(len(levels))
    ]
    tests = data.draw(st.lists(st.sampled_from(possible), max_size=3)) if possible else []
    refined = engine.refine(np.full(len(tests), engine.root()), as_tests(tests))
    every = range(len(rows.cells))
    sets = [{i for i in every if plain.passes(i, (c, OPERATORS[op], v))} for c, op, v in tests]
    flags = st.lists(st.booleans(), min_size=len(rows.kinds), max_size=len(rows.kinds))
    usable = [data.draw(flags) for _ in range(1 + len(tests))]
    return [np.array([engine.root(), *refined.tolist()]), [set(every), *sets], np.array(usable)]


@given(small_rows(), st.sampled_from(FORMS), st.data())
def test_every_refinement_of_every_cover_is_listed_in_order(
    rows: Rows, forms: tuple[str, ...], data: st.DataObject
) -> None:
    engine = NumpyEngine(rows.coded())
    covers, sets, usable = drawn_covers(rows, engine, data)
    language = Language(engine.columns, Limits(forms))
    found = list_refinements(engine.count(covers, each_class(3)), language.columns, usable)
    expected = []
    for number, cover in enumerate(sets):
        expected += listed_by_hand(rows, forms, number, cover, usable[number].tolist())
    assert found.cover.tolist() == [number for number, _, _ in expected]
    assert [(column, OPERATORS[op], code) for column, op, code in found.tests.tolist()] == [
        test for _, test, _ in expected
    ]
    assert found.values.tolist() == [values for _, _, values in expected]


def test_all_columns_may_be_tested_unless_told_otherwise() -> None:
    coded = Rows(("nominal", "numeric"), (("a", 1.0), ("b", 2.0)), ("x", "y")).coded()
    engine, language = NumpyEngine(coded), Language(coded.columns, Limits())
    counts = engine.count(np.array([engine.root()]), each_class(3))
    assert list_refinements(counts, language.columns).tests.tolist() == (
        list_refinements(counts, language.columns, np.ones((1, 2), bool)).tests.tolist()
    )


small = st.integers(0, 3)


@given(
    st.lists(st.tuples(small, small, small)).map(lambda some: sorted(some, key=lambda one: one[0]))
)
def test_the_best_of_a_group_is_the_first_of_the_highest(entries: list[Any]) -> None:
    group, first, second = np.array(entries, np.int64).reshape(-1, 3).T
    numbered = list(enumerate(entries))
    expected = [
        max(own, key=lambda one: one[1][1:])[0]
        for _, own in groupby(numbered, key=lambda one: one[1][0])
    ]
    assert best_of_groups(group, first, second).tolist() == expected


bodies = st.lists(st.tuples(st.integers(0, 1), small), min_size=6, max_size=6)


@given(bodies, st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=8), st.integers(1, 4))
def test_the_best_candidates_are_selected_once(
    merits: list[tuple[int, int]], drawn: list[tuple[int, bool]], width: int
) -> None:
    """A body is known by its key, and has one score and one number of negatives."""
    keys = [key for key, _ in drawn]
    places = [place for place, (_, wanted) in enumerate(drawn) if wanted]
    score, negatives = np.array([merits[key] for key in keys], np.int64).T
    zeros = np.zeros(len(keys), np.int64)
    every = Candidates(
        zeros, zeros, negatives, score.astype(float), zeros * 1.0, np.array(keys, np.uint64)
    )
    expected: list[int] = []
    for place in sorted(places, key=lambda one: (-score[one], negatives[one], one)):
        if keys[place] not in {keys[other] for other in expected}:
            expected.append(place)
    repeats = max(keys.count(key) for key in keys)
    found = every.select(np.array(places, np.int64), width, repeats)
    assert found.tolist() == expected[:width]


@given(small_rows(max_rows=40), st.data())
def test_the_purest_refinement_of_each_cover_is_told(rows: Rows, data: st.DataObject) -> None:
    coded = rows.coded()
    engine = NumpyEngine(coded)
    covers, sets, usable = drawn_covers(rows, engine, data)
    request = problem_of(coded, engine=engine).request()
    counts = engine.count(covers, request.channels)
    keys = np.zeros(len(covers), np.uint64)
    found = score_refinements(counts, request, usable, keys, -np.inf)
    listed = list_refinements(counts, request.columns, usable)
    for number, one in enumerate(found):
        own = [
            (positives, negatives)
            for negatives, positives in listed.values[listed.cover == number].tolist()
            if 0 < negatives + positives < len(sets[number])
        ]
        assert (one.scored, one.covered) == (len(own), sum(map(sum, own)))
        share = max((p / (p + n) for p, n in own), default=0.0)
        assert one.purest[0] / sum(one.purest) == share
        assert one.purest in own or one.purest == (0, 1)


@given(st.lists(st.tuples(st.integers(0, 5000), small, st.integers(0, 2**16 - 1)), max_size=5))
def test_a_test_comes_back_from_its_number(tests: list[tuple[int, ...]]) -> None:
    numbers = packed(as_tests(tests)).tolist()
    assert unpacked(numbers).tolist() == [list(test) for test in tests]
    assert sorted(numbers) == packed(as_tests(sorted(tests))).tolist()
