"""`Counts`: how many rows of each channel have each code, for a list of covers.

Invariants, tested with hypothesis: the entries of a segment sum to the cover's total less its
missing cells; permuting rows changes nothing; counts of a union of row blocks are the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.types import AnyArray, Ints


@dataclass(frozen=True, eq=False)
class Counts:
    """Compact counts: only the codes that occur in a cover are listed, in rising order.

    Parameters
    ----------
    offsets : ndarray, (covers * columns + 1,)
        Segment ``cover * n_columns + column`` is ``offsets[segment]:offsets[segment + 1]``.
    codes : ndarray, (entries,)
        The codes that occur; "missing" is never listed.
    values : ndarray, (entries, channels)
        Number of rows with that code, by channel.
    totals : ndarray, (covers, channels)
        Number of rows of each cover, missing or not.
    """

    offsets: Ints
    codes: AnyArray
    values: AnyArray
    totals: Ints

    @property
    def n_covers(self) -> int:
        """Number of covers."""
        return len(self.totals)

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return (len(self.offsets) - 1) // max(self.n_covers, 1)

    def segment(self, cover: int, column: int) -> tuple[AnyArray, AnyArray]:
        """Return the codes of one cover and column, and their counts."""
        at = cover * self.n_columns + column
        part = slice(int(self.offsets[at]), int(self.offsets[at + 1]))
        return self.codes[part], self.values[part]

    def dense(self, cover: int, column: int, n_codes: int) -> Ints:
        """Return the counts of one cover and column for every code, ``(n_codes, channels)``."""
        full = np.zeros((n_codes, self.values.shape[1]), np.int64)
        codes, values = self.segment(cover, column)
        full[codes] = values
        return full

    @staticmethod
    def joined(parts: Sequence[Counts]) -> Counts:
        """Put the counts of several lists of covers one after the other."""
        if len(parts) == 1:
            return parts[0]
        ends = np.cumsum([0, *(len(part.codes) for part in parts)])
        moved = [part.offsets[1:] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return Counts(
            np.concatenate(([0], *moved)),
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.totals for part in parts]),
        )
