"""Beam search on bit sets finds what a slow search finds, level by level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.count.full_tables import full_table
from tests.count.slow_beams import SlowBeams

from conjunct.count import (
    OPERATORS,
    BeamRequest,
    Beams,
    Fold,
    Level,
    Tests,
    fused_beams,
    one_class,
)
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedTable
from conjunct.search.language import Language, Limits
from conjunct.types import Ints

SCORES: tuple[Callable[[Ints, Ints], Any], ...] = (
    lambda p, n: (p + 1.0) / (p + n + 2.0),
    lambda p, n: p / np.maximum(p + n, 1.0),
    lambda p, n: p - n * 1.0,
)
limits = st.builds(
    Limits,
    st.sampled_from([("=",), ("!=", "<="), ("=", ">"), OPERATORS, OPERATORS]),
    st.sampled_from([None, None, 1, 2]),
    st.sampled_from([1, 1, 2, 5]),
)
all_widths = st.lists(st.sampled_from([1, 2, 3, 6]), min_size=1, max_size=3)


@st.composite
def problems(draw: st.DrawFn) -> tuple[LocalEngine, BeamRequest]:
    """Draw rows, a part of them, and what is looked for; columns may share an attribute."""
    table = draw(st.builds(full_table, st.integers(0, 2**32)) | st.from_type(CodedTable))
    steps = draw(st.lists(st.booleans(), min_size=table.n_columns, max_size=table.n_columns))
    columns = tuple(
        replace(column, attribute=int(at))
        for column, at in zip(table.columns, np.cumsum([0, *steps[1:]]), strict=False)
    )
    engine = LocalEngine(replace(table, columns=columns))
    return engine, draw(requests(engine))


@st.composite
def requests(draw: st.DrawFn, engine: LocalEngine) -> BeamRequest:
    n_classes = engine.n_classes
    channels = draw(
        st.lists(st.sampled_from([-1, 0, 0, 1]), min_size=n_classes, max_size=n_classes)
    )
    language = Language(engine.columns, draw(limits))
    score = draw(st.integers(0, len(SCORES) - 1))
    cover = engine.root()
    if draw(st.booleans()):
        cover = engine.subset(cover, fold=Fold(draw(st.integers(0, 9)), 2))
    return BeamRequest(
        cover,
        np.array(channels, np.int64),
        language.columns,
        language.attribute_keys,
        SCORES[score],
        score,
        language.limits.min_coverage,
        language.max_conditions,
    )


def slow_twin(engine: LocalEngine, request: BeamRequest) -> SlowBeams:
    return SlowBeams(engine.table, engine._covers[request.cover].tolist(), request)


def check(beams: Beams, slow: SlowBeams, widths: list[int], keep: bool) -> None:
    """Compare all that is found with several widths."""
    assert beams.totals == slow.totals
    for found, width in zip(beams.run(widths, keep), widths, strict=True):
        expected = slow.run(width)
        assert without_best(found) == [level for level, _ in expected]
        assert [as_set(beams.body(level)) for level in found] == [set(body) for _, body in expected]
    assert beams.n_scored == slow.n_scored


def without_best(levels: list[Level]) -> list[Level]:
    return [level._replace(best=(0, 0)) for level in levels]


def as_set(body: Tests) -> set[tuple[int, ...]]:
    assert body.tolist() == sorted(body.tolist())
    return set(map(tuple, body.tolist()))


@given(problems(), all_widths, st.booleans())
def test_every_level_is_that_of_the_slow_search(
    problem: tuple[LocalEngine, BeamRequest], widths: list[int], keep: bool
) -> None:
    engine, request = problem
    check(engine.search(request), slow_twin(engine, request), widths, keep)


@given(problems(), st.data())
def test_searches_share_an_engine_but_nothing_that_they_find(
    problem: tuple[LocalEngine, BeamRequest], data: st.DataObject
) -> None:
    engine, first = problem
    both = [first, data.draw(requests(engine))]
    beams = [engine.search(request) for request in both]
    slow = [slow_twin(engine, request) for request in both]
    for which in data.draw(st.lists(st.integers(0, 1), max_size=5)):
        widths, keep = data.draw(all_widths), data.draw(st.booleans())
        check(beams[which], slow[which], widths, keep)


@given(problems(), st.integers(0, 60), all_widths)
def test_of_a_large_table_only_the_cover_is_laid_out(
    problem: tuple[LocalEngine, BeamRequest], most: int, widths: list[int]
) -> None:
    engine, request = problem
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fused_beams, "MOST_ROWS", most)
        beams = engine.search(request)
        small = engine.table.n_rows <= most or len(engine._covers[request.cover]) <= most
        assert (beams is not None) == small
        if beams is not None:
            check(beams, slow_twin(engine, request), widths, True)


@given(problems(), st.lists(st.sampled_from([1, 2, 6]), min_size=2, max_size=4))
def test_a_room_serves_one_search_after_the_other(
    problem: tuple[LocalEngine, BeamRequest], widths: list[int]
) -> None:
    engine, request = problem
    for width in widths:
        beams = engine.search(request)
        check(beams, slow_twin(engine, request), [width], False)
        assert engine.beam_rooms.free == []
        del beams
        assert len(engine.beam_rooms.free) == 1


@pytest.mark.parametrize("head", [0, 1, 2])
def test_a_narrow_beam_after_a_wide_one_finds_what_it_finds_alone(head: int) -> None:
    for seed, (key, score) in product(range(40), enumerate(SCORES)):
        engine = LocalEngine(full_table(seed))
        language = Language(engine.columns, Limits())
        request = BeamRequest(
            engine.root(),
            one_class(head, 3),
            language.columns,
            language.attribute_keys,
            score,
            key,
            1,
            language.max_conditions,
        )
        alone, after = engine.search(request), engine.search(request)
        _, narrow = after.run([6, 1], True)
        assert without_best(narrow) == without_best(alone.run([1], False)[0])


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (5, 1), (3, 7), (300, 130)])
@pytest.mark.parametrize("score", SCORES)
def test_the_table_of_scores_has_the_score_of_every_pair(
    score: Callable[[Ints, Ints], Any], shape: tuple[int, int]
) -> None:
    table = fused_beams.score_table(score, shape)
    assert table.shape == shape
    assert (table[0] == -np.inf).all()
    for p, n in product(range(1, shape[0]), range(shape[1])):
        assert table[p, n] == score(np.array([p]), np.array([n]))[0]
