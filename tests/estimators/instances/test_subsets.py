from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.choose import poe_error
from conjunct.estimators.instances import Nearness, best_subsets, subset_by_poe
from conjunct.estimators.instances import nearness as nearness_file

from .plain_subsets import NO_LIMIT, count_errors, plain_beam


@st.composite
def small_problems(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Distances with many ties, not even symmetric ones, and classes."""
    n_rows = draw(st.integers(1, 7))
    row = st.lists(st.integers(0, 4), min_size=n_rows, max_size=n_rows)
    distances = draw(st.lists(row, min_size=n_rows, max_size=n_rows))
    labels = draw(st.lists(st.integers(0, 2), min_size=n_rows, max_size=n_rows))
    return distances, labels


def nearness_of(distances: list[list[int]], labels: list[int]) -> Nearness:
    return Nearness.of_distances(np.array(distances, float), labels)


def line(*values: float) -> list[list[float]]:
    """Distances between points on a line."""
    return [[abs(a - b) for b in values] for a in values]


@given(small_problems(), st.data())
def test_every_width_finds_what_the_plain_search_finds(problem, data: st.DataObject) -> None:
    distances, labels = problem
    n_items = data.draw(st.integers(1, min(4, len(labels))))
    widths = [1, 2, 3, 5, 8]
    found = best_subsets(nearness_of(*problem), n_items, widths)
    for width, subset in zip(widths, found, strict=True):
        rows, errors = plain_beam(distances, labels, n_items, width)
        assert (tuple(subset.rows.tolist()), subset.errors) == (rows, errors)


@given(small_problems(), st.data())
def test_widths_side_by_side_find_what_each_finds_alone(problem, data: st.DataObject) -> None:
    n_items = data.draw(st.integers(1, len(problem[1])))
    widths = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    together = best_subsets(nearness_of(*problem), n_items, widths)
    alone = [best_subsets(nearness_of(*problem), n_items, [width])[0] for width in widths]
    assert list(map(repr, together)) == list(map(repr, alone))


@given(small_problems(), st.data())
def test_a_beam_that_drops_nothing_finds_the_best_subset(problem, data: st.DataObject) -> None:
    distances, labels = problem
    n_items = data.draw(st.integers(1, min(3, len(labels))))
    (found,) = best_subsets(nearness_of(*problem), n_items, [10_000])
    everything = combinations(range(len(labels)), n_items)
    assert found.errors == min(count_errors(rows, distances, labels) for rows in everything)
    assert found.errors == plain_beam(distances, labels, n_items, NO_LIMIT)[1]


@given(small_problems())
def test_a_result_has_the_errors_that_it_says(problem) -> None:
    distances, labels = problem
    for n_items in range(1, len(labels) + 1):
        for subset in best_subsets(nearness_of(*problem), n_items, [1, 4]):
            rows = subset.rows.tolist()
            assert rows == sorted(set(rows))
            assert len(rows) == n_items
            assert subset.errors == count_errors(rows, distances, labels)


def test_a_case_worked_out_by_hand() -> None:
    """Points 0 to 6 of the classes a a b b b a a; each is its own row number.

    Any single a-point leaves the three b-points wrong, and 0 is the lowest. With 2 added, 1 lies
    in the middle and goes to the lower row 0, 2 to 4 are right, and 5 and 6 are wrong; no other
    row does better. Then 5 would take 4 with it, but with 6 the point 4 lies in the middle and
    stays with 2: no error is left.
    """
    nearness = nearness_of(line(0, 1, 2, 3, 4, 5, 6), [0, 0, 1, 1, 1, 0, 0])
    for n_items, rows, errors in [(1, [0], 3), (2, [0, 2], 2), (3, [0, 2, 6], 0)]:
        (found,) = best_subsets(nearness, n_items, [1])
        assert (found.rows.tolist(), found.errors) == (rows, errors)


def test_the_lower_of_two_equally_near_rows_decides() -> None:
    nearness = nearness_of(line(0, 2, 1), [0, 1, 1])
    (found,) = best_subsets(nearness, 2, [9])
    assert (found.rows.tolist(), found.errors) == ([0, 2], 0)
    mirrored = nearness_of(line(2, 0, 1), [0, 1, 0])
    (found,) = best_subsets(mirrored, 2, [9])
    assert (found.rows.tolist(), found.errors) == ([0, 1], 0)


def test_of_equal_subsets_the_earlier_in_the_beam_and_then_the_lower_row_wins() -> None:
    nearness = nearness_of(line(0, 0, 9, 9), [0, 0, 1, 1])
    (found,) = best_subsets(nearness, 2, [4])
    assert found.rows.tolist() == [0, 2]


def test_a_wider_beam_may_find_a_worse_subset() -> None:
    places = line(10, 3, 1, 9, 11, 4, 7, 5, 8, 2, 6, 0)
    labels = [0, 0, 0, 2, 1, 0, 1, 1, 2, 1, 2, 2]
    narrow, wide = best_subsets(nearness_of(places, labels), 4, [1, 2])
    assert (narrow.errors, wide.errors) == (4, 5)


def test_every_extension_that_was_scored_is_counted() -> None:
    nearness = nearness_of(line(*range(6)), [0, 1, 0, 1, 0, 1])
    narrow, wide = best_subsets(nearness, 3, [1, 1000])
    assert narrow.scored == 6 + 5 + 4
    assert wide.scored == 6 + 6 * 5 + 15 * 4


@given(small_problems(), st.integers(1, 3), st.sampled_from([(1.0, 1.0), (2.0, 5.0)]))
@settings(max_examples=30)
def test_rows_are_added_while_the_expected_error_falls(problem, width: int, prior) -> None:
    nearness = nearness_of(*problem)
    n_rows = nearness.n_rows
    alone = [best_subsets(nearness, size, [width])[0] for size in range(1, n_rows + 1)]
    expected = [float(poe_error(n_rows, one.errors, one.scored, prior)) for one in alone]
    rises = [at for at in range(1, n_rows) if expected[at] >= expected[at - 1]]
    kept = alone[min([*rises, n_rows]) - 1]
    found = subset_by_poe(nearness, width, n_rows, prior)
    assert found.rows.tolist() == kept.rows.tolist()
    assert (found.errors, found.scored) == (kept.errors, kept.scored)


def test_all_rows_can_be_retained() -> None:
    (found,) = best_subsets(nearness_of(line(3, 1, 2), [0, 1, 0]), 3, [2])
    assert (found.rows.tolist(), found.errors) == ([0, 1, 2], 0)


@pytest.mark.parametrize("n_rows", [1, 126, 127, 128, 300])
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_errors_add_up_over_blocks_of_rows(n_rows: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    nearness = Nearness.of_distances(rng.random((n_rows, n_rows)), rng.integers(0, 2, n_rows))
    nearest = rng.integers(0, n_rows + 1, (7, n_rows)).astype(np.uint16)
    wrong = rng.integers(0, 2, (7, n_rows)).astype(np.int8)
    is_nearer = nearness.ranks < nearest[:, :, None]
    verdicts = np.where(is_nearer, nearness.wrong, wrong[:, :, None])
    expected = verdicts.sum(axis=1)
    assert (nearness.errors_with_each(nearest, wrong) == expected).all()


def test_batches_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    nearness = Nearness.of_distances(rng.random((40, 40)), rng.integers(0, 3, 40))
    before = best_subsets(nearness, 5, [1, 16])
    monkeypatch.setattr(nearness_file, "_BATCH_CELLS", 1)
    assert list(map(repr, best_subsets(nearness, 5, [1, 16]))) == list(map(repr, before))
