"""From `Counts` to all refinements of some covers: the one list that every search reads.

Refinements are in one written order: lower cover, lower column, lower code, ``=`` before ``≠``,
``≤`` before ``>``. A numeric test between two codes that occur in a cover uses the middle one of
the cuts that separate them. This is the only convention for cuts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.count import Columns, Counts, Tests
from conjunct.count.counts import in_64_bits
from conjunct.count.engine import AT_MOST
from conjunct.types import AnyArray, Flags, Ints


class Refinements(NamedTuple):
    """Covers with one more condition.

    `cover` is the position of the cover in the list of covers, `values` the sums over the rows that
    the refinement covers, ``(refinements, channels)``.
    """

    cover: Ints
    tests: Tests
    values: Ints

    def where(self, kept: AnyArray | slice) -> Refinements:
        """Return the refinements whose flag is true, or those at given positions."""
        places = np.arange(len(self.cover))[kept]
        tests, values = self.tests.take(places, axis=0), self.values.take(places, axis=0)
        return Refinements(self.cover.take(places), tests, values)


def list_refinements(counts: Counts, columns: Columns, usable: Flags | None = None) -> Refinements:
    """List every refinement of every cover by a condition on the columns.

    `usable` flags the columns that may be tested, ``(covers, columns)``; None for all.
    """
    starts, stops = counts.offsets[:-1], counts.offsets[1:]
    segment = np.arange(len(starts)).repeat(stops - starts)
    cover, column = np.zeros_like(segment), segment
    nominal_forms, numeric_forms = columns.allowed[:, :AT_MOST], columns.allowed[:, AT_MOST:]
    is_numeric = columns.numeric
    forms = np.where(is_numeric[:, None], numeric_forms, nominal_forms)
    if counts.n_covers > 1:
        cover, column = np.divmod(segment, len(columns.attribute))
        is_numeric = np.tile(is_numeric, counts.n_covers)
        forms = np.tile(forms, (counts.n_covers, 1))
    if usable is not None:
        forms &= usable.reshape(-1, 1)
    allowed = forms.take(segment, axis=0)
    allowed[(stops - 1)[is_numeric & (stops > starts)]] = False
    chosen = np.flatnonzero(allowed)
    entry = chosen >> 1
    numeric = columns.numeric.take(column)
    tests = np.empty((len(chosen), 3), np.int64)
    tests[:, 0] = column.take(entry)
    tests[:, 1] = (AT_MOST * numeric).take(entry) + (chosen & 1)
    tests[:, 2] = _cuts(counts, numeric).take(entry)
    values = _both_sides(counts, segment, numeric).take(chosen, axis=0)
    return Refinements(cover.take(entry), tests, values)


def _cuts(counts: Counts, numeric: Flags) -> Ints:
    """Return the code in the test of each entry: its own, or that of the cut after it."""
    code = counts.codes.astype(np.int64)
    cut = code.copy()
    cut[:-1] += numeric[:-1] * ((code[1:] - code[:-1] - 1) >> 1)
    return cut


def _both_sides(counts: Counts, segment: Ints, numeric: Flags) -> AnyArray:
    """Return the sums of the rows that pass ``=`` or ``≤``, and ``≠`` or ``>``, alternating."""
    values = in_64_bits(counts.values)
    before = np.zeros((len(values) + 1, values.shape[1]), values.dtype)
    values.cumsum(axis=0, out=before[1:])
    first = before.take(counts.offsets[:-1], axis=0)
    known = before.take(counts.offsets[1:], axis=0) - first
    both = np.empty((len(values), 2, values.shape[1]), values.dtype)
    inside, outside = both[:, 0], both[:, 1]
    np.subtract(before[1:], first.take(segment, axis=0), out=inside)
    np.copyto(inside, values, where=~numeric[:, None])
    np.subtract(known.take(segment, axis=0), inside, out=outside)
    return both.reshape(-1, values.shape[1])
