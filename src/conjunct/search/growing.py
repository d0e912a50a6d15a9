"""An array that grows at its end."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.types import AnyArray


class Growing:
    """Rows that are added at the end and never leave; growing costs constant time a row.

    Parameters
    ----------
    dtype : dtype
        Of the rows.
    *shape : int
        Shape of one row.

    Examples
    --------
    >>> numbers = Growing(np.int64)
    >>> numbers.add(np.array([1, 2]))
    >>> numbers.view
    array([1, 2])
    """

    def __init__(self, dtype: npt.DTypeLike, *shape: int) -> None:
        self._all: AnyArray = np.empty((256, *shape), dtype)
        self.view: AnyArray = self._all[:0]

    def room(self, size: int) -> AnyArray:
        """Return space for `size` rows behind the end, to be written to and then kept."""
        start = len(self.view)
        if start + size > len(self._all):
            grown = np.empty((2 * (start + size), *self._all.shape[1:]), self._all.dtype)
            grown[:start] = self.view
            self._all = grown
            self.view = grown[:start]
        return self._all[start : start + size]

    def keep(self, size: int) -> None:
        """Add the first `size` rows of the space behind the end."""
        self.view = self._all[: len(self.view) + size]

    def add(self, rows: AnyArray) -> None:
        """Add rows at the end."""
        self.room(len(rows))[:] = rows
        self.keep(len(rows))
