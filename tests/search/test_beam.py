from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conjunct.count import OPERATORS, LocalEngine, ReferenceEngine
from conjunct.search import BeamResult, Limits, SearchSpace, beam_search, beam_searches

from .plain_beam import PlainSearch
from .small_tables import CLASSES, Rows, SpaceOf, bit_space_of, both_spaces, small_rows, space_of

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


def check_against_plain_search(space_of: SpaceOf, rows: Rows, limit: Limits, width: int) -> None:
    for head, label in enumerate(CLASSES):
        plain = PlainSearch(
            rows, label, len(CLASSES), limit.conditions, limit.max_conditions, limit.min_coverage
        )
        expected = plain.run(width)
        space = space_of(rows.coded(), limit, head=head)
        result = beam_search(space, width)
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
        rounds = [(one.scored, one.pruned) for one in result.rounds]
        assert rounds == [(scored, pruned) for scored, pruned, _ in expected.rounds]
        assert [one.mean_covered for one in result.rounds] == [
            covered / max(scored, 1) for scored, _, covered in expected.rounds
        ]
        assert [(one.width, one.level) for one in result.rounds] == [
            (width, level + 1) for level in range(len(rounds))
        ]


@both_spaces
@given(small_rows(), st.sampled_from(WIDTHS))
@example(Rows(("nominal",), (("a",), (None,)), ("x", "y")), 1)
def test_it_finds_what_the_plain_search_finds(space_of: SpaceOf, rows: Rows, width: int) -> None:
    check_against_plain_search(space_of, rows, Limits(), width)


@both_spaces
@given(small_rows(max_rows=16), limits, st.sampled_from(WIDTHS))
def test_it_keeps_the_limits_as_the_plain_search_does(
    space_of: SpaceOf, rows: Rows, limit: Limits, width: int
) -> None:
    check_against_plain_search(space_of, rows, limit, width)


@given(small_rows(max_rows=60, max_columns=6), limits, st.sampled_from([*WIDTHS, 64]))
def test_compiled_and_plain_engines_and_scores_find_the_same(
    rows: Rows, limit: Limits, width: int
) -> None:
    coded = rows.coded()
    for head in range(len(CLASSES)):
        found = []
        for engine, heuristic in (
            (LocalEngine(coded), None),
            (ReferenceEngine(coded), None),
            (LocalEngine(coded), python_laplace),
            (ReferenceEngine(coded), python_laplace),
        ):
            space = space_of(coded, limit, heuristic, engine, head)
            found.append((summary(beam_search(space, width)), space.n_scored))
        for heuristic in (None, python_laplace):
            space = bit_space_of(coded, limit, heuristic, head=head)
            found.append((summary(beam_search(space, width)), space.n_scored))
        assert found == found[:1] * len(found)


@given(
    small_rows(max_rows=60, max_columns=6), limits, st.lists(st.sampled_from(WIDTHS), min_size=1)
)
def test_candidates_left_out_for_their_bound_change_nothing(
    rows: Rows, limit: Limits, widths: list[int]
) -> None:
    coded = rows.coded()
    for heuristic in (None, python_laplace):
        space, whole = (space_of(coded, limit, heuristic) for _ in range(2))
        whole.expand = lambda nodes, floor, keep=whole: SearchSpace.expand(keep, nodes, -np.inf)
        for width in widths:
            assert summary(beam_search(space, width)) == summary(beam_search(whole, width))


@both_spaces
@given(small_rows(max_rows=40, max_columns=5), st.sampled_from(WIDTHS))
def test_a_beam_that_kept_nothing_out_is_as_good_as_a_wider_one(
    space_of: SpaceOf, rows: Rows, width: int
) -> None:
    coded = rows.coded()
    narrow, wide = space_of(coded), space_of(coded)
    first, second = beam_search(narrow, width), beam_search(wide, 4 * width)
    if first is not None and second is not None and not first.cut:
        assert first.body.tolist() == second.body.tolist()
        assert first.combinations == second.combinations


@both_spaces
@given(small_rows(max_rows=30))
def test_the_counts_of_the_best_are_those_of_its_body(space_of: SpaceOf, rows: Rows) -> None:
    coded = rows.coded()
    space = space_of(coded)
    result = beam_search(space, 3)
    if result is not None:
        positives, *negatives = space.engine.class_counts(result.body)
        assert (result.positives, result.negatives) == (positives, sum(negatives))


@both_spaces
def test_a_table_in_which_nothing_can_be_tested_has_no_best_rule(space_of: SpaceOf) -> None:
    rows = Rows(("nominal", "numeric"), (("a", 1.0), ("a", 1.0)), ("x", "y"))
    assert beam_search(space_of(rows.coded()), 4) is None


@both_spaces
def test_a_class_without_rows_has_no_best_rule(space_of: SpaceOf) -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("y", "y"))
    assert beam_search(space_of(rows.coded()), 4) is None


@both_spaces
def test_three_greedy_levels_over_57_attributes_consider_168_combinations(
    space_of: SpaceOf,
) -> None:
    """Table 2 of the paper: 168 = 57 + 56 + 55."""
    rng = np.random.default_rng(5)
    cells = tuple(tuple(rng.choice(list("abcd"), 57).tolist()) for _ in range(53))
    labels = tuple("x" if i % 2 else "y" for i in range(53))
    space = space_of(Rows(("nominal",) * 57, cells, labels).coded())
    result = beam_search(space, 1)
    assert result is not None
    assert result.combinations == sum(57 - i for i in range(len(result.rounds)))
    assert len(result.rounds) > 2


@both_spaces
def test_equal_scores_go_to_fewer_errors(space_of: SpaceOf) -> None:
    """Laplace of three classes: 2 rows and 1 error, and 1 row without an error, both give 1/2."""
    ours = (("a", "b"), ("a", "c"))
    others = (("a", "c"), ("d", "d"), ("d", "d"))
    rows = Rows(("nominal",) * 2, ours + others, ("x", "x", "y", "y", "z"))
    space = space_of(rows.coded(), Limits(max_conditions=1))
    result = beam_search(space, 1)
    assert result is not None
    assert result.score == 0.5
    assert (result.positives, result.negatives) == (1, 0)
    assert result.body.tolist() == [[1, 0, 0]]


@both_spaces
def test_equal_counts_go_to_the_first_column_and_code(space_of: SpaceOf) -> None:
    cells = (("a", "a"), ("a", "a"), ("b", "b"), ("b", "b"), ("c", "c"), ("c", "c"))
    space = space_of(Rows(("nominal",) * 2, cells, ("x", "x", "x", "x", "y", "y")).coded())
    result = beam_search(space, 1)
    assert result is not None
    assert result.body.tolist() == [[0, 1, 2]]  # the first column is not c


@both_spaces
@pytest.mark.parametrize("heuristic", [None, python_laplace])
def test_a_threshold_lies_in_the_middle_of_the_cuts_that_separate_the_same_rows(
    space_of: SpaceOf,
    heuristic: Any,
) -> None:
    """Where the category is a, no row lies between 0.5 and 10, so three cuts do the same."""
    ours = (("a", 0.0), ("a", 0.5))
    others = (("a", 10.0), ("a", 10.0), ("b", 0.0), ("b", 0.5), ("b", 2.0), ("b", 3.0))
    rows = Rows(("nominal", "numeric"), ours + others, ("x",) * 2 + ("y",) * 6)
    space = space_of(rows.coded(), heuristic=heuristic)
    result = beam_search(space, 8)
    assert result is not None
    assert result.body.tolist() == [[0, 0, 0], [1, 2, 2]]
    assert rows.coded().columns[1].read("<=", 2) == ("c1", "<=", 2.5)


@both_spaces
@given(small_rows(60, 6), limits, st.lists(st.sampled_from(WIDTHS), min_size=1, max_size=4))
def test_beams_side_by_side_find_what_each_finds_alone(
    space_of: SpaceOf, rows: Rows, limit: Limits, widths: list[int]
) -> None:
    coded = rows.coded()
    together = space_of(coded, limit)
    for width, result in zip(widths, beam_searches(together, widths), strict=True):
        alone = space_of(coded, limit)
        assert summary(result) == summary(beam_search(alone, width))


@both_spaces
@given(small_rows(max_rows=40, max_columns=5), limits, st.integers(0, 3))
def test_an_ending_cuts_the_search_off_at_a_round(
    space_of: SpaceOf, rows: Rows, limit: Limits, round_: int
) -> None:
    class At:
        seen: ClassVar[list[Any]] = []

        def last(self, stages: Any) -> int:
            self.seen[:] = stages
            return min(round_, len(stages) - 1)

    coded = rows.coded()
    result = beam_search(space_of(coded, limit), 3, At())
    if limit.max_conditions is not None:
        round_ = min(round_, limit.max_conditions)
    alone = None
    if round_:
        short = Limits(limit.conditions, round_, limit.min_coverage)
        alone = beam_search(space_of(coded, short), 3)
    if result is None or alone is None:
        assert result is alone
        return
    assert (result.body.tolist(), result.score) == (alone.body.tolist(), alone.score)
    assert result.rounds[: len(alone.rounds)] == alone.rounds
    assert len(result.rounds) <= len(alone.rounds) + 1


@given(small_rows(max_rows=40, max_columns=5), limits)
def test_both_spaces_tell_an_ending_the_same(rows: Rows, limit: Limits) -> None:
    class Listening:
        def __init__(self) -> None:
            self.stages: list[Any] = []

        def last(self, stages: Any) -> int:
            self.stages = list(stages)
            return len(stages) - 1

    told = []
    for opened in (
        space_of(rows.coded(), limit),
        bit_space_of(rows.coded(), limit),
        space_of(rows.coded(), limit, python_laplace),
    ):
        ending = Listening()
        beam_search(opened, 3, ending)
        told.append(
            [
                (
                    *one[:5],
                    one.purest_positives / (one.purest_positives + one.purest_negatives),
                    one.combinations,
                )
                for one in ending.stages
            ]
        )
    assert told[0] == told[1] == told[2]
    found = beam_search(space_of(rows.coded(), limit), 3)
    if found is not None:
        assert sum(one[-1] for one in told[0][1:]) == found.combinations
