from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conjunct.choose import Stage
from conjunct.count import OPERATORS, NumpyEngine, class_counts
from conjunct.search import space
from conjunct.search.beam import BeamResult, beam_search, beam_searches
from conjunct.search.language import Limits

from .plain_beam import PlainSearch
from .small_tables import (
    CLASSES,
    BeamsOf,
    Rows,
    both_beams,
    local_beams,
    local_engine,
    plain_beams,
    problem_of,
    small_rows,
)
from .watched_engine import WatchedEngine

WIDTHS = (1, 2, 3, 8)
FORMS = [("=",), ("!=",), ("<=",), (">",), ("=", "<="), ("!=", ">"), OPERATORS]

limits = st.builds(
    Limits,
    st.sampled_from(FORMS),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([1, 2, 5]),
)


def python_laplace(p: Any, n: Any, P: int, N: int) -> Any:
    """Score as Laplace does, but as any Python function: the NumPy path."""
    return np.array([(a + 1.0) / (a + b + 3.0) for a, b in zip(p, n, strict=True)])


def summary(result: BeamResult | None) -> Any:
    """Return all that a search says of itself, for comparison."""
    if result is None:
        return None
    return (
        result.body.tolist(),
        result.positives,
        result.negatives,
        (
            result.combinations,
            result.rounds,
            result.cut,
            result.score,
        ),
    )


def check_against_plain_search(beams_of: BeamsOf, rows: Rows, limit: Limits, width: int) -> None:
    for head, label in enumerate(CLASSES):
        plain = PlainSearch(
            rows, label, len(CLASSES), limit.conditions, limit.max_conditions, limit.min_coverage
        )
        expected = plain.run(width)
        result = beam_search(beams_of(rows.coded(), limit, head=head), width)
        if expected is None or result is None:
            assert result is None
            assert expected is None
            continue
        assert result.body.tolist() == expected.body
        assert (result.positives, result.negatives) == (
            expected.best.positives,
            expected.best.negatives,
        )
        assert result.combinations == expected.combinations
        rounds = [(one.tried, one.pruned) for one in result.rounds]
        assert rounds == [(scored, pruned) for scored, pruned, _ in expected.rounds]
        assert [one.mean_covered for one in result.rounds] == [
            covered / max(scored, 1) for scored, _, covered in expected.rounds
        ]
        assert [(one.width, one.level) for one in result.rounds] == [
            (width, level + 1) for level in range(len(rounds))
        ]


@both_beams
@given(small_rows(), st.sampled_from(WIDTHS))
@example(Rows(("nominal",), (("a",), (None,)), ("x", "y")), 1)
def test_it_finds_what_the_plain_search_finds(beams_of: BeamsOf, rows: Rows, width: int) -> None:
    check_against_plain_search(beams_of, rows, Limits(), width)


@both_beams
@given(small_rows(max_rows=16), limits, st.sampled_from(WIDTHS))
def test_it_keeps_the_limits_as_the_plain_search_does(
    beams_of: BeamsOf, rows: Rows, limit: Limits, width: int
) -> None:
    check_against_plain_search(beams_of, rows, limit, width)


@given(small_rows(max_rows=60, max_columns=6), limits, st.sampled_from([*WIDTHS, 64]))
def test_engines_and_ways_to_score_find_the_same(rows: Rows, limit: Limits, width: int) -> None:
    coded = rows.coded()
    for head in range(len(CLASSES)):
        found = []
        for heuristic in (None, python_laplace):
            for beams in (
                plain_beams(coded, limit, heuristic, head=head),
                plain_beams(coded, limit, heuristic, local_engine(coded), head),
                local_beams(coded, limit, heuristic, head=head),
            ):
                found.append((summary(beam_search(beams, width)), beams.n_scored))
        assert found == found[:1] * len(found)


class Thorough(space.PlainBeams):
    """Leaves no candidate out for its bound."""

    def _expand(self, nodes: list[space.BeamNode], floor: float) -> None:
        super()._expand(nodes, -np.inf)


@given(
    small_rows(max_rows=60, max_columns=6), limits, st.lists(st.sampled_from(WIDTHS), min_size=1)
)
def test_candidates_left_out_for_their_bound_change_nothing(
    rows: Rows, limit: Limits, widths: list[int]
) -> None:
    problem = problem_of(rows.coded(), limit)
    beams, whole = (
        kind(problem.engine, problem.request()) for kind in (space.PlainBeams, Thorough)
    )
    for width in widths:
        first, second = (beam_searches(one, [width])[0] for one in (beams, whole))
        assert summary(first) == summary(second)
        assert beams.n_scored == whole.n_scored


@given(small_rows(max_rows=60, max_columns=6), st.lists(st.sampled_from(WIDTHS), min_size=1))
def test_covers_that_are_forgotten_are_made_again(rows: Rows, widths: list[int]) -> None:
    coded = rows.coded()
    engine = WatchedEngine(coded)
    beams, frugal = plain_beams(coded), plain_beams(coded, engine=engine)
    for width in widths:
        expected = beam_searches(beams, [width, 2])
        with patch.multiple(space, MOST_ROWS=1, MOST_ENTRIES=1):
            found = beam_searches(frugal, [width, 2])
        assert list(map(summary, found)) == list(map(summary, expected))
        assert beams.n_scored == frugal.n_scored
    assert engine.most_living <= 1 + len(rows.kinds)


@both_beams
@given(small_rows(max_rows=40, max_columns=5), st.lists(st.booleans(), min_size=2, max_size=4))
def test_what_is_not_kept_is_counted_again(beams_of: BeamsOf, rows: Rows, kept: list[bool]) -> None:
    coded = rows.coded()
    beams, keeping = beams_of(coded), beams_of(coded)
    for number, keep in enumerate(kept):
        (found,), (expected,) = (
            beam_searches(one, [1 + number % 3], keep or one is keeping) for one in (beams, keeping)
        )
        assert summary(found) == summary(expected)
        assert beams.n_scored == keeping.n_scored


@given(small_rows(max_rows=40, max_columns=5))
def test_a_search_leaves_no_cover_behind(rows: Rows) -> None:
    engine = WatchedEngine(rows.coded())
    beams = plain_beams(engine.table, engine=engine)
    for widths in ([1, 2], [8]):
        beam_searches(beams, widths)
        assert set(engine.living) == {engine.root()}


@both_beams
@given(small_rows(max_rows=40, max_columns=5), st.sampled_from(WIDTHS))
def test_a_beam_that_kept_nothing_out_is_as_good_as_a_wider_one(
    beams_of: BeamsOf, rows: Rows, width: int
) -> None:
    coded = rows.coded()
    narrow, wide = beams_of(coded), beams_of(coded)
    first, second = beam_search(narrow, width), beam_search(wide, 4 * width)
    if first is not None and second is not None and not first.cut:
        assert first.body.tolist() == second.body.tolist()
        assert first.combinations == second.combinations


@both_beams
@given(small_rows(max_rows=30))
def test_the_counts_of_the_best_are_those_of_its_body(beams_of: BeamsOf, rows: Rows) -> None:
    coded = rows.coded()
    engine = NumpyEngine(coded)
    result = beam_search(beams_of(coded), 3)
    if result is not None:
        positives, *negatives = class_counts(engine, engine.root(), result.body)
        assert (result.positives, result.negatives) == (positives, sum(negatives))


@both_beams
def test_a_table_in_which_nothing_can_be_tested_has_no_best_rule(beams_of: BeamsOf) -> None:
    rows = Rows(("nominal", "numeric"), (("a", 1.0), ("a", 1.0)), ("x", "y"))
    assert beam_search(beams_of(rows.coded()), 4) is None


@both_beams
def test_a_class_without_rows_has_no_best_rule(beams_of: BeamsOf) -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("y", "y"))
    assert beam_search(beams_of(rows.coded()), 4) is None


@both_beams
def test_three_greedy_levels_over_57_attributes_consider_168_combinations(
    beams_of: BeamsOf,
) -> None:
    """Table 2 of the paper: 168 = 57 + 56 + 55."""
    rng = np.random.default_rng(5)
    cells = tuple(tuple(rng.choice(list("abcd"), 57).tolist()) for _ in range(53))
    labels = tuple("x" if i % 2 else "y" for i in range(53))
    result = beam_search(beams_of(Rows(("nominal",) * 57, cells, labels).coded()), 1)
    assert result is not None
    assert result.combinations == sum(57 - i for i in range(len(result.rounds)))
    assert len(result.rounds) > 2


@both_beams
def test_equal_scores_go_to_fewer_errors(beams_of: BeamsOf) -> None:
    """Laplace of three classes: 2 rows and 1 error, and 1 row without an error, both give 1/2."""
    ours = (("a", "b"), ("a", "c"))
    others = (("a", "c"), ("d", "d"), ("d", "d"))
    rows = Rows(("nominal",) * 2, ours + others, ("x", "x", "y", "y", "z"))
    result = beam_search(beams_of(rows.coded(), Limits(max_conditions=1)), 1)
    assert result is not None
    assert result.score == 0.5
    assert (result.positives, result.negatives) == (1, 0)
    assert result.body.tolist() == [[1, 0, 0]]


@both_beams
def test_equal_counts_go_to_the_first_column_and_code(beams_of: BeamsOf) -> None:
    cells = (("a", "a"), ("a", "a"), ("b", "b"), ("b", "b"), ("c", "c"), ("c", "c"))
    rows = Rows(("nominal",) * 2, cells, ("x", "x", "x", "x", "y", "y"))
    result = beam_search(beams_of(rows.coded()), 1)
    assert result is not None
    assert result.body.tolist() == [[0, 1, 2]]  # the first column is not c


@both_beams
def test_equal_counts_of_a_number_go_to_the_lower_side(beams_of: BeamsOf) -> None:
    """Both c0 ≤ 2.5 and c0 > -0.5 cover two rows of x and one of y."""
    rows = Rows(("numeric",), ((-1.0,), (0.0,), (2.0,), (3.0,)), ("y", "x", "x", "y"))
    result = beam_search(beams_of(rows.coded()), 1)
    assert result is not None
    assert result.body.tolist() == [[0, 2, 2]]


@both_beams
@pytest.mark.parametrize("heuristic", [None, python_laplace])
def test_a_threshold_lies_in_the_middle_of_the_cuts_that_separate_the_same_rows(
    beams_of: BeamsOf,
    heuristic: Any,
) -> None:
    """Where the category is a, no row lies between 0.5 and 10, so three cuts do the same."""
    ours = (("a", 0.0), ("a", 0.5))
    others = (("a", 10.0), ("a", 10.0), ("b", 0.0), ("b", 0.5), ("b", 2.0), ("b", 3.0))
    rows = Rows(("nominal", "numeric"), ours + others, ("x",) * 2 + ("y",) * 6)
    result = beam_search(beams_of(rows.coded(), heuristic=heuristic), 8)
    assert result is not None
    assert result.body.tolist() == [[0, 0, 0], [1, 2, 2]]
    assert rows.coded().columns[1].read("<=", 2) == ("c1", "<=", 2.5)


@both_beams
@given(small_rows(60, 6), limits, st.lists(st.sampled_from(WIDTHS), min_size=1, max_size=4))
def test_beams_side_by_side_find_what_each_finds_alone(
    beams_of: BeamsOf, rows: Rows, limit: Limits, widths: list[int]
) -> None:
    coded = rows.coded()
    together = beams_of(coded, limit)
    for width, result in zip(widths, beam_searches(together, widths), strict=True):
        alone = beams_of(coded, limit)
        assert summary(result) == summary(beam_search(alone, width))


@both_beams
@given(small_rows(max_rows=40, max_columns=5), limits, st.integers(0, 3))
def test_an_ending_cuts_the_search_off_at_a_round(
    beams_of: BeamsOf, rows: Rows, limit: Limits, round_: int
) -> None:
    class At:
        seen: ClassVar[list[Any]] = []

        def last(self, stages: Any) -> int:
            self.seen[:] = stages
            return min(round_, len(stages) - 1)

    coded = rows.coded()
    result = beam_search(beams_of(coded, limit), 3, At())
    if limit.max_conditions is not None:
        round_ = min(round_, limit.max_conditions)
    alone = None
    if round_:
        short = Limits(limit.conditions, round_, limit.min_coverage)
        alone = beam_search(beams_of(coded, short), 3)
    if result is None or alone is None:
        assert result is alone
        return
    assert (result.body.tolist(), result.score) == (alone.body.tolist(), alone.score)
    assert result.rounds[: len(alone.rounds)] == alone.rounds
    assert len(result.rounds) <= len(alone.rounds) + 1


class Listening:
    """An ending that goes on to the last round, and keeps what it was told."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    def last(self, stages: Sequence[Stage]) -> int:
        self.stages = list(stages)
        return len(stages) - 1


@both_beams
@given(small_rows(max_rows=40, max_columns=5), st.just(Limits()) | limits)
def test_an_ending_is_told_of_every_round(beams_of: BeamsOf, rows: Rows, limit: Limits) -> None:
    about = limit.conditions, limit.max_conditions, limit.min_coverage
    expected = PlainSearch(rows, CLASSES[0], len(CLASSES), *about).run(3)
    ending = Listening()
    found = beam_search(beams_of(rows.coded(), limit), 3, ending)
    if found is None or expected is None:
        assert found is expected is None
        return
    empty, *stages = ending.stages
    n_rows, positives = len(rows.labels), rows.labels.count(CLASSES[0])
    assert empty[:4] == (1, n_rows, positives, n_rows - positives)
    assert empty.score == (positives + 1) / (n_rows + len(CLASSES))
    assert [(one.scored, one.covered) for one in stages] == [
        (scored, covered) for scored, _, covered in expected.rounds
    ]
    assert [
        one.purest_positives / (one.purest_positives + one.purest_negatives) for one in stages
    ] == [float(one) for one in expected.purest]
    assert stages[-1][2:5] == (found.positives, found.negatives, found.score)
    assert sum(one.combinations for one in stages) == found.combinations
