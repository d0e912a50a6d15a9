"""Thresholds that keep a rate on rows nobody has seen."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.choose.score_threshold import MOST_CUTS, Rate, safe_threshold, threshold_grid


def test_few_scores_are_all_tried_and_many_are_spread_over_the_rows() -> None:
    assert threshold_grid(np.array([2, 2, 5])).tolist() == [2.0, 5.0]
    many = np.random.default_rng(1).exponential(size=5000)
    grid = threshold_grid(many)
    assert len(grid) == MOST_CUTS
    assert np.isin(grid, many).all()
    shares = [(many >= cut).mean() for cut in grid]
    np.testing.assert_allclose(shares, np.arange(MOST_CUTS, 0, -1) / MOST_CUTS, atol=1e-3)


def test_no_threshold_is_safe_where_there_are_too_few_rows() -> None:
    scores, positive = np.array([1, 2, 3]), np.array([False, True, True])
    assert safe_threshold(scores, positive, np.array([2.5]), "precision", 0.9) is None
    assert safe_threshold(scores, positive, np.array([2.5]), "false positive rate", 0.02) is None


def test_precision_is_kept_by_the_lowest_threshold_that_can() -> None:
    scores = np.repeat(np.arange(10), 400)
    positive = scores >= 4
    grid = np.arange(10)
    assert safe_threshold(scores, positive, grid, "precision", 0.9) == 4.0
    assert safe_threshold(scores, positive, grid, "precision", 0.6) == 1.0


@pytest.mark.parametrize("rate", ["false positive rate", "precision"])
def test_the_promise_is_broken_in_at_most_five_percent_of_samples(rate: Rate) -> None:
    """Scores are normal, two apart; the true rate of a threshold is known."""
    from scipy.stats import norm

    random = np.random.default_rng(5)
    limit = 0.1 if rate == "false positive rate" else 0.8
    grid = np.linspace(-1.0, 3.0, 15)
    broken = chosen = 0
    for _ in range(1000):
        positive = random.random(400) < 0.4
        scores = random.normal(size=400) + 2 * positive
        cut = safe_threshold(scores, positive, grid, rate, limit)
        if cut is None:
            continue
        chosen += 1
        others, ours = 0.6 * norm.sf(cut), 0.4 * norm.sf(cut - 2)
        if rate == "precision":
            broken += ours / (ours + others) < limit
        else:
            broken += norm.sf(cut) > limit
    assert chosen > 900
    assert broken <= 50
