"""Tuples of arrays that kernels take: a coded table, rows with a state, rules with weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct import rooms
from conjunct.count.counts import Counts
from conjunct.count.covers import n_rows_of
from conjunct.count.kernels import WORD
from conjunct.encode import CodedTable
from conjunct.rooms import chunks
from conjunct.types import AnyArray, Ints

FEW_CODES = 8
"""Columns with at most this many codes are also kept as bit sets, at most one byte per cell."""
AT_ONCE = 1 << 15
"""Number of rows whose bits are set at a time: a multiple of 8, so that they fill whole bytes."""


class Coded(NamedTuple):
    """A coded table in the form that kernels take.

    Column ``c`` is row ``place[c]`` of `narrow`, or row ``-1 - place[c]`` of `wide`. For a column
    with few codes, ``bits[first_bits[c] + code]`` has a bit for every row with that code; for other
    columns, ``first_bits[c]`` is -1.
    """

    narrow: AnyArray
    wide: AnyArray
    place: AnyArray
    n_codes: AnyArray
    bits: AnyArray
    first_bits: AnyArray


def coded_table(table: CodedTable) -> Coded:
    """Return a table in the form that kernels take."""
    n_codes = np.array([column.n_codes for column in table.columns], np.int64)
    few = n_codes <= FEW_CODES
    first = np.where(few, np.cumsum(n_codes * few) - n_codes, -1)
    bits = rooms.zeros((int(n_codes[few].sum()), -(-table.n_rows // WORD)), np.uint64)
    columns, sizes, lines = np.flatnonzero(few).tolist(), n_codes[few], bits.view(np.uint8)
    own = np.arange(len(columns)).repeat(sizes)
    code = (np.arange(len(lines)) - first[few].repeat(sizes)).astype(np.uint8)[:, None]
    for rows in chunks(table.n_rows if columns else 0, AT_ONCE):
        codes = np.stack([table.codes(column)[rows] for column in columns])
        flags = codes.take(own, axis=0) == code
        packed = np.packbits(flags, axis=1, bitorder="little")
        lines[:, rows.start // 8 :][:, : packed.shape[1]] = packed
    narrow, wide = np.ascontiguousarray(table.narrow), np.ascontiguousarray(table.wide)
    return Coded(narrow, wide, table.place, n_codes, bits, first)


class StateRows(NamedTuple):
    """The rows of a cover whose state is written.

    `bounds` has the position in `rows` where each class begins; `share` has the weights of all rows
    of the table, empty if all are 1; `values` has the state of all rows of the table, empty to
    write none.
    """

    rows: AnyArray
    bounds: AnyArray
    share: AnyArray
    values: AnyArray


class Scored(NamedTuple):
    """The scores of the rows of a cover, ``(rows, scores)``, their odds, and each row's highest.

    Odds are relative to the highest score, and are computed again when that changes.
    """

    scores: AnyArray
    odds: AnyArray
    highest: AnyArray

    @classmethod
    def of(cls, n_rows: int, n_scores: int) -> Scored:
        """Return room for scores that are not yet known."""
        highest = rooms.empty(n_rows, np.float64)
        highest.fill(np.nan)
        shape = n_rows, n_scores
        return cls(rooms.empty(shape, np.float64), rooms.empty(shape, np.float64), highest)


class WeightedRules(NamedTuple):
    """The places of a cover that satisfy each rule, rule by rule, and where each rule ends.

    `rules` and `channels` have the rule and the channel of every weight.
    """

    places: AnyArray
    ends: AnyArray
    rules: AnyArray
    channels: AnyArray


class CountsRoom(NamedTuple):
    """Counts to be written, with room for every code that may occur."""

    totals: Ints
    codes: AnyArray
    values: AnyArray
    offsets: Ints

    @classmethod
    def of(cls, spans: Ints, n_codes: Ints, width: int, dtype: type) -> CountsRoom:
        """Return room for covers and columns, with sums over `width` channels."""
        n_columns = len(n_codes)
        most = min(n_rows_of(spans) * n_columns, len(spans) * int(n_codes.sum())) + 1
        return cls(
            np.zeros((len(spans), width), np.int64),
            np.empty(most, np.uint16),
            np.empty((most, width), dtype),
            np.empty(len(spans) * n_columns + 1, np.int64),
        )

    def written(self) -> Counts:
        """Return the counts, without the room that was not needed."""
        end = int(self.offsets[-1])
        return Counts(self.offsets, self.codes[:end], self.values[:end], self.totals)
