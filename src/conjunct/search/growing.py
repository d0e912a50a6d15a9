"""An array that grows at its end."""

from __future__ import annotations

import numpy as np

from conjunct.types import AnyArray


class Growing:
    """Rows that are added at the end and never leave; growing costs constant time a row.

    Examples
    --------
    >>> numbers = Growing(np.empty(0, np.int64))
    >>> numbers.add(np.array([1, 2]))
    >>> numbers.view
    array([1, 2])
    """

    def __init__(self, like: AnyArray) -> None:
        self._all = np.empty((1024, *like.shape[1:]), like.dtype)
        self.size = 0

    @property
    def view(self) -> AnyArray:
        """What has been added; writing to it changes the array."""
        return self._all[: self.size]

    def add(self, more: AnyArray) -> None:
        """Add rows at the end."""
        end = self.size + len(more)
        if end > len(self._all):
            grown = np.empty((2 * end, *self._all.shape[1:]), self._all.dtype)
            grown[: self.size] = self.view
            self._all = grown
        self._all[self.size : end] = more
        self.size = end
