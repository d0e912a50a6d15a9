"""Sums of points without rounding, so that sums that are equal on paper are equal here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conjunct.data.table import Table
from conjunct.model.points import whole
from conjunct.types import AnyArray, Floats

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_MOST_DECIMALS = 18
"""Powers of ten up to here fit 64 bits."""
_EXACT = 2**53
"""Whole numbers below are exact as floats."""


def exact_sums(card: ScoreCard, table: Table) -> AnyArray:
    """Add up the points of the rules that hold, in whole numbers of their last decimal place.

    Parameters
    ----------
    card : ScoreCard
    table : Table

    Returns
    -------
    sums : ndarray of int64, shape (n_rows, n_classes)
        Of Python's own whole numbers where these are too small.
    """
    decimals = card.n_decimals
    points = [
        [whole(one, decimals) for one in each]
        for each in (card.base, *(rule.points for rule in card.rules))
    ]
    largest = max(sum(map(abs, column)) for column in zip(*points, strict=True))
    fits = decimals <= _MOST_DECIMALS and largest < _EXACT
    base, *others = np.array(points, dtype=np.int64 if fits else object)
    sums: AnyArray = np.tile(base, (table.n_rows, 1))
    for added, holds in zip(others, card.covers(table), strict=True):
        sums[holds] += added
    return sums


def in_points(sums: AnyArray, decimals: int) -> Floats:
    """Turn whole numbers of the last decimal place into points."""
    return np.asarray(sums / 10**decimals, dtype=np.float64)
