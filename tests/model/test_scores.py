from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.errors import ModelError
from conjunct.model import CrossValidated
from conjunct.model.scores import MOST_SCORES, counted_scores


def test_scores_are_whole_numbers_of_their_last_place() -> None:
    found = counted_scores([-150, 5], [(1, 0), (2, 3)], decimals=2)
    assert [(one.score, one.counts) for one in found] == [(-1.5, (1, 0)), (0.05, (2, 3))]


@given(st.integers(0, 3), st.integers(1, 3000), st.integers(1, 7))
def test_more_scores_than_are_kept_apart_lose_decimals_but_no_rows(
    decimals: int, size: int, step: int
) -> None:
    sums = [place * step for place in range(size)]
    found = counted_scores(sums, [(1, 2)] * size, decimals)
    assert len(found) <= MOST_SCORES or decimals == 0 or size > 10**decimals * MOST_SCORES / step
    assert tuple(map(sum, zip(*(one.counts for one in found), strict=True))) == (size, 2 * size)
    scores = [one.score for one in found]
    assert scores == sorted(set(scores))
    if size <= MOST_SCORES:
        assert scores == [one / 10**decimals for one in sums]


def test_whole_points_are_never_rounded() -> None:
    size = MOST_SCORES + 5
    assert len(counted_scores(range(size), [(1, 0)] * size, decimals=0)) == size


@pytest.mark.parametrize("wrong", [{"error": -0.1}, {"auc": 2.0}, {"log_loss": float("nan")}])
def test_impossible_checks_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ModelError, match="must be"):
        CrossValidated(**{"n_folds": 5, "error": 0.1, "log_loss": 0.2, **wrong})
