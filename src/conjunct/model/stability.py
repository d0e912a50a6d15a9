"""The population stability index of two distributions, and its distribution by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from conjunct.types import AnyArray, Count, Floats

LITTLE, MUCH = 0.1, 0.25
"""The usual limits of the index: below the first nothing moved, above the second much did."""
EMPTY = 0.5
"""Count of a cell that is empty on one side only, in rows."""
CONFIDENCE = 0.95
"""Probability that the index stays below `chance_limit` by chance alone."""

Verdict = Literal["stable", "moved a little", "moved"]


def stability_parts(before: Sequence[Count], after: Sequence[Count]) -> Floats:
    """Return what each cell adds to the population stability index.

    Parameters
    ----------
    before, after : sequence of int or float
        Rows in each cell.

    Returns
    -------
    parts : ndarray of float
        ``(q - p) log(q / p)``, where p and q are the shares of the rows in the cell. A cell that
        is empty on one side counts as half a row there; one that is empty on both adds nothing.
    """
    counts: AnyArray = np.array([before, after], np.float64)
    used = counts.any(axis=0)
    counts[:, used & ~counts[0].astype(bool)] += [[EMPTY], [0.0]]
    counts[:, used & ~counts[1].astype(bool)] += [[0.0], [EMPTY]]
    parts = np.zeros(counts.shape[1])
    p, q = counts[:, used] / counts.sum(axis=1, keepdims=True)
    parts[used] = (q - p) * np.log(q / p)
    return parts


def stability_index(before: Sequence[Count], after: Sequence[Count]) -> float:
    """Return the population stability index of two distributions over the same cells.

    It is 0 if the shares are the same, and symmetric in the two distributions.

    Parameters
    ----------
    before, after : sequence of int or float
        Rows in each cell.

    Examples
    --------
    >>> round(stability_index([50, 50], [80, 20]), 4)
    0.4159
    >>> stability_index([10, 30], [5, 15])
    0.0
    >>> round(stability_index([10, 10], [20, 0]), 3)
    1.754
    """
    return float(stability_parts(before, after).sum())


def chance_index(before: Sequence[Count], after: Sequence[Count]) -> float:
    """Return the approximate expected index of two samples of the same distribution.

    It is ``(k - 1) (1 / n + 1 / m)`` for k cells with rows, and n and m rows.

    Examples
    --------
    >>> chance_index([50, 50], [30, 10, 10])
    Traceback (most recent call last):
    ...
    ValueError: both distributions must have the same cells
    >>> round(chance_index([400, 600], [20, 30]), 6)
    0.021
    """
    if len(before) != len(after):
        raise ValueError("both distributions must have the same cells")
    return _freedom(before, after) * _per_row(before, after)


def chance_limit(before: Sequence[Count], after: Sequence[Count]) -> float:
    """Return the index that chance alone stays below in 95 of 100 cases.

    With many rows the index is ``1 / n + 1 / m`` times a chi-square variable of k - 1 degrees of
    freedom (Yurdakul 2018, "Statistical properties of population stability index").

    Examples
    --------
    >>> round(chance_limit([400, 600], [20, 30]), 4)
    0.0807
    """
    freedom = _freedom(before, after)
    if not freedom:
        return 0.0
    from scipy.special import gammaincinv

    return float(2.0 * gammaincinv(freedom / 2.0, CONFIDENCE)) * _per_row(before, after)


def verdict_of(index: float, limit: float) -> Verdict:
    """Return the verdict on an index; up to the limit of chance it is "stable".

    Examples
    --------
    >>> verdict_of(0.05, 0.01), verdict_of(0.2, 0.01), verdict_of(0.3, 0.01), verdict_of(0.3, 0.4)
    ('stable', 'moved a little', 'moved', 'stable')
    """
    if index <= limit or index < LITTLE:
        return "stable"
    return "moved" if index > MUCH else "moved a little"


def _freedom(before: Sequence[Count], after: Sequence[Count]) -> int:
    """Return one less than the number of cells that have rows."""
    return max(int(np.count_nonzero(np.add(before, after))) - 1, 0)


def _per_row(before: Sequence[Count], after: Sequence[Count]) -> float:
    return float(1.0 / sum(before) + 1.0 / sum(after))
