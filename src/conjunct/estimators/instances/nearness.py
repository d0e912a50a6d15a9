"""All rows ranked by their distance to every row, and which of them would predict it wrongly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.instances.distance import Distance
from conjunct.types import AnyArray, Floats

MAX_ROWS = 20_000
"""Largest number of rows. Every pair of rows takes three bytes: 1.2 GB in all."""

_CELLS_AT_ONCE = 2**22
_SUM_OF_BYTES = 127
"""Rows summed at once: the sum of 127 numbers from -1 to 1 fits into one signed byte."""

_BATCH_CELLS = 400_000
"""Cells compared at a time: as many as fit into a cache of one megabyte."""

Ranks = npt.NDArray[np.uint16]
Wrong = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Nearness:
    """The ranking of all training rows by their distance to each row, without ties.

    Of rows at the same distance, the one with the lower number is nearer. So the decisions of a
    set of retained rows do not depend on the order in which they were retained.

    Parameters
    ----------
    ranks : ndarray of uint16, shape (n_rows, n_rows)
        ``ranks[i, j]`` is the number of rows that are nearer to row i than row j is.
    wrong : ndarray of int8, shape (n_rows, n_rows)
        ``wrong[i, j]`` is 1 if the classes of the rows i and j differ, otherwise 0.

    Examples
    --------
    >>> nearness = Nearness.of_distances(np.array([[0, 2, 2], [2, 0, 1], [2, 1, 0]]), [0, 0, 1])
    >>> nearness.ranks
    array([[0, 1, 2],
           [2, 0, 1],
           [2, 1, 0]], dtype=uint16)
    """

    ranks: Ranks
    wrong: Wrong

    @classmethod
    def of(cls, table: Table, distance: Distance) -> Nearness:
        """Compare all rows of a table that has a target."""
        n_rows = table.n_rows
        if n_rows > MAX_ROWS:
            raise DataError(
                f"{table.name} has {n_rows:,} rows, and all pairs of them are compared, which is "
                f"too much beyond {MAX_ROWS:,}; learn from a sample of the rows"
            )
        assert table.target is not None
        ranks = np.empty((n_rows, n_rows), np.uint16)
        step = max(_CELLS_AT_ONCE // n_rows, 1)
        for start in range(0, n_rows, step):
            part = table.take(np.arange(start, min(start + step, n_rows)))
            ranks[start : start + step] = _ranks(distance.between(part, table))
        return cls(ranks, _wrong(table.target.values))

    @classmethod
    def of_distances(cls, distances: Floats, labels: AnyArray | list[int]) -> Nearness:
        """Rank the rows by a square matrix of distances."""
        return cls(_ranks(distances), _wrong(np.asarray(labels)))

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.ranks)

    def errors_with_each(self, nearest: Ranks, wrong: Wrong) -> Ranks:
        """Count the errors of subsets extended by every row in turn.

        The prediction for a row changes only if the new row is nearer than the nearest retained
        one. The count then changes by -1, 0 or 1.

        Parameters
        ----------
        nearest : ndarray of uint16, shape (n_subsets, n_rows)
            Rank of the nearest retained row, for each subset and row; n_rows if there is none.
        wrong : ndarray of int8, shape (n_subsets, n_rows)
            1 if the class of that retained row is wrong, otherwise 0.

        Returns
        -------
        errors : ndarray of uint16, shape (n_subsets, n_rows)
        """
        errors = np.empty(nearest.shape, np.uint16)
        step = max(_BATCH_CELLS // (min(self.n_rows, _SUM_OF_BYTES) * self.n_rows), 1)
        for start in range(0, len(nearest), step):
            batch = slice(start, start + step)
            errors[batch] = self._batch_errors(nearest[batch], wrong[batch])
        return errors

    def _batch_errors(self, nearest: Ranks, wrong: Wrong) -> npt.NDArray[np.int32]:
        errors = np.repeat(wrong.sum(axis=1, dtype=np.int32)[:, None], self.n_rows, axis=1)
        for start in range(0, self.n_rows, _SUM_OF_BYTES):
            rows = slice(start, start + _SUM_OF_BYTES)
            is_nearer = self.ranks[rows] < nearest[:, rows, None]
            changes = self.wrong[rows] - wrong[:, rows, None]
            changes *= is_nearer.view(np.int8)
            errors += np.add.reduce(changes, axis=1, dtype=np.int8)
        return errors


def _ranks(distances: Floats) -> Ranks:
    ranks = np.empty(distances.shape, np.uint16)
    order = np.argsort(distances, axis=1, kind="stable")
    places = np.broadcast_to(np.arange(distances.shape[1], dtype=np.uint16), distances.shape)
    np.put_along_axis(ranks, order, places, axis=1)
    return ranks


def _wrong(labels: AnyArray) -> Wrong:
    return np.asarray(labels[:, None] != labels, np.int8)
