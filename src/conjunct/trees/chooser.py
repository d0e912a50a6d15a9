"""The best split of every cover, in one written tie order.

Of equally good splits the one of the lower column is taken, and within a column the lower code. A
gain within the rounding of its own sum counts as none.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from conjunct.count import Counts, Tests
from conjunct.count.kernels import AT_MOST, EQUAL
from conjunct.encode import CodedColumn
from conjunct.trees import kernels
from conjunct.trees.grown import codes_of
from conjunct.trees.units import entropy_units
from conjunct.types import Ints

Criterion = Literal["gain", "gain_ratio"]


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
        numeric = np.array([column.kind == "numeric" for column in columns], bool)
        self.n_codes = n_codes = codes_of(columns)
        self._columns = (numeric, np.where(numeric | binary, 2, n_codes))
        others = np.where(binary & (n_codes > 2), EQUAL, -1)
        self._operators = np.where(numeric, AT_MOST, others)
        self._units = entropy_units(n_rows)
        self._rules = (binary, criterion == "gain_ratio", require_gain, least)

    def best(self, counts: Counts) -> tuple[Ints, Tests]:
        """Return the best split of every cover, and the conditions of all branches of these.

        Facts of a split are in the order of `kernels.COLUMN` and those after it; the column is -1,
        and all else 0, where no split is possible.
        """
        best = np.empty((counts.n_covers, 7), np.int64)
        arrays = (counts.offsets, counts.codes, counts.values, counts.totals)
        kernels.best_splits(arrays, self._columns, self._units, self._rules, best)
        tests = np.empty((int(best[:, kernels.N_CHILDREN].sum()), 3), np.int64)
        kernels.list_tests(counts.offsets, counts.codes, self._operators, best, tests)
        return best, tests
