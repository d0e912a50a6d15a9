"""Score thresholds that keep a rate within a limit on new rows."""

from __future__ import annotations

from typing import Literal

import numpy as np

from conjunct.evaluate import error_limit
from conjunct.types import AnyArray, Flags, Floats

Rate = Literal["false positive rate", "precision"]

MOST_CUTS = 20
"""Largest number of thresholds that are tried: each of them costs some of the confidence."""


def threshold_grid(scores: AnyArray) -> Floats:
    """Return the thresholds to try, from the scores of the rows that were learned from.

    They are the scores that occur or, if there are many, those that divide the rows evenly. Since
    they are chosen without the held-out rows, `safe_threshold` can try them all.

    Parameters
    ----------
    scores : ndarray
        Scores of the training rows.

    Examples
    --------
    >>> threshold_grid(np.array([3, 1, 1, 2, 3])).tolist()
    [1.0, 2.0, 3.0]
    """
    found = np.unique(np.asarray(scores, float))
    if len(found) <= MOST_CUTS:
        return found
    shares = np.arange(MOST_CUTS) / MOST_CUTS
    return np.unique(np.quantile(scores, shares, method="higher"))


def safe_threshold(
    scores: AnyArray,
    positive: Flags,
    grid: AnyArray,
    rate: Rate,
    limit: float,
    confidence: float = 0.95,
) -> float | None:
    """Return the lowest threshold at which a rate keeps its limit with confidence, or None.

    Rows with at least this score are predicted positive. Each threshold of the grid is tested by
    the limit of Clopper and Pearson, with an equal share of the error probability. So the chosen
    threshold keeps the limit with the given confidence (Angelopoulos et al. 2021, *Learn then
    test*).

    Parameters
    ----------
    scores : ndarray
        Scores of rows that were not learned from.
    positive : ndarray of bool
        Which of them are of the class that the score supports.
    grid : ndarray
        Thresholds, chosen without looking at these rows.
    rate : {"false positive rate", "precision"}
        Share of the other rows that are predicted positive, which must be at most `limit`; or share
        of the rows predicted positive that are positive, which must be at least `limit`.
    limit : float
        The limit of the rate.
    confidence : float
        Probability that the rate keeps the limit.

    Examples
    --------
    >>> scores = np.arange(2000) % 100
    >>> safe_threshold(scores, scores >= 60, np.arange(0, 100, 10), "false positive rate", 0.05)
    60.0
    """
    doubt = (1.0 - confidence) / max(len(grid), 1)
    for threshold in sorted(float(one) for one in grid):
        called = scores >= threshold
        wrong = np.count_nonzero(called & ~positive)
        if rate == "precision":
            keeps = error_limit(np.count_nonzero(called), wrong, doubt) <= 1.0 - limit
        else:
            keeps = error_limit(np.count_nonzero(~positive), wrong, doubt) <= limit
        if keeps:
            return threshold
    return None
