"""The best split of every cover, in one written tie order.

Of equally good splits the one of the lower column is taken, and within a column the lower code. A
gain within the rounding of its own sum counts as none.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from conjunct.count import Counts
from conjunct.encode import CodedColumn
from conjunct.trees import kernels
from conjunct.trees.units import entropy_units
from conjunct.types import AnyArray, Floats, Ints

Criterion = Literal["gain", "gain_ratio"]


class Best(NamedTuple):
    """The best split of each cover, an array a fact.

    Parameters
    ----------
    column : ndarray of int
        -1 where no split is possible.
    cut : ndarray of int
        The code of a threshold, or of the value of a split in two.
    usual : ndarray of int
        The branch with most rows.
    attributes, tried, conditions : ndarray of int
        Columns that could be split, splits tried over all of them, and branches of these.
    """

    column: Ints
    cut: Ints
    usual: Ints
    attributes: Ints
    tried: Ints
    conditions: Ints


class Chooser:
    """Chooses splits under one criterion.

    Parameters
    ----------
    columns : tuple of CodedColumn
        The columns.
    n_rows : int
        The largest number of rows of a cover.
    criterion : {"gain", "gain_ratio"}
        Information gain; or gain ratio, among the columns of at least mean gain (Quinlan 1993).
    binary : bool
        Whether nominal columns are split in two, a value against the others.
    least : int
        Rows that both sides of a split in two must have, and two branches of any other.
    require_gain : bool
        Whether a split without gain is no split.
    """

    def __init__(
        self,
        columns: tuple[CodedColumn, ...],
        n_rows: int,
        criterion: Criterion,
        binary: bool,
        least: int,
        require_gain: bool,
    ) -> None:
        self._numeric = np.array([column.kind == "numeric" for column in columns], bool)
        n_codes = np.array([column.n_codes for column in columns], np.int64)
        self._branches = np.where(self._numeric | binary, 2, n_codes)
        self._units = entropy_units(n_rows)
        self._criterion = criterion
        self.binary = binary
        self._least = least
        self._require_gain = require_gain

    def best(self, counts: Counts) -> Best:
        """Return the best split of every cover."""
        found = self.found(counts)
        gain = self._gains(counts, found)
        score = self._ratios(gain, found) if self._criterion == "gain_ratio" else gain
        if not score.size:
            nothing = np.zeros(counts.n_covers, np.int64)
            return Best(nothing - 1, *5 * (nothing,))
        column = score.argmax(axis=1)
        best = found[np.arange(counts.n_covers), column]
        tried = found[:, :, kernels.TRIED]
        return Best(
            np.where(score.max(axis=1) >= 0, column, -1),
            best[:, kernels.CUT],
            best[:, kernels.USUAL],
            np.count_nonzero(tried, axis=1),
            tried.sum(axis=1),
            found[:, :, kernels.CONDITIONS].sum(axis=1),
        )

    def found(self, counts: Counts) -> Ints:
        """Return what is known of the best split of each cover and column."""
        found = np.empty((len(counts.offsets) - 1, 6), np.int64)
        arrays = (counts.offsets, counts.codes, counts.values, counts.totals)
        kernels.best_splits(arrays, self._numeric, self.binary, self._units, self._least, found)
        return found.reshape(counts.n_covers, -1, 6)

    def _gains(self, counts: Counts, found: Ints) -> Ints:
        """Return the units gained by each cover and column; -1 where there is no split."""
        whole = self._units[counts.totals.sum(axis=1)] - self._units[counts.totals].sum(axis=1)
        gain: Ints = whole[:, None] - found[:, :, kernels.LEFT]
        rounding = (counts.totals.shape[1] + 1) * (self._branches + 1)
        gain[gain <= rounding] = -1 if self._require_gain else 0
        gain[found[:, :, kernels.LEFT] < 0] = -1
        return gain

    def _ratios(self, gain: Ints, found: Ints) -> Floats:
        """Return the gain ratios of the columns of at least mean gain, -1 for the others."""
        positive = gain > 0
        total = np.where(positive, gain, 0).sum(axis=1, keepdims=True)
        eligible = (gain >= 0) & (gain * np.count_nonzero(positive, axis=1)[:, None] >= total)
        info: AnyArray = np.maximum(found[:, :, kernels.INFO], 1)
        return np.where(eligible, gain / info, -1.0)
