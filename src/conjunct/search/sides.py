"""All refinements of some covers as arrays that beams can score at once, named only on demand.

They are the refinements of `list_refinements`, with the same cuts, in another order: every code
that occurs has a first side (``=`` or ``≤``) and a second side (``≠`` or ``>``), and all first
sides stand before all second sides.
"""

from __future__ import annotations

import numpy as np

from conjunct.count import Columns, Counts, Tests
from conjunct.count.engine import AT_MOST
from conjunct.search.refinements import middle_cut
from conjunct.types import AnyArray, Flags, Floats, Ints


class Sides:
    """Refinements of some covers, numbered from 0.

    Parameters
    ----------
    counts : Counts
        Of the covers: negatives, positives.
    columns : Columns
        What is known of the columns.

    Attributes
    ----------
    negatives, positives : ndarray of int, (2, entries)
        Rows of the first and the second side of every entry of `counts`.
    segment : ndarray of int
        Cover and column of every entry, as one number.
    """

    def __init__(self, counts: Counts, columns: Columns) -> None:
        self._counts = counts
        self._columns = columns
        starts, stops = counts.offsets[:-1], counts.offsets[1:]
        self._column = np.arange(len(starts)) % max(len(columns.attribute), 1)
        self._numeric = columns.numeric.take(self._column)
        self.segment = np.arange(len(starts)).repeat(stops - starts)
        own = counts.values.T.astype(np.int64)
        before = np.zeros((2, len(self.segment) + 1), np.int64)
        own.cumsum(axis=1, out=before[:, 1:])
        first = before.take(starts, axis=1)
        known = before.take(stops, axis=1) - first
        both = np.empty((2, 2, len(self.segment)), np.int64)
        np.subtract(before[:, 1:], first.take(self.segment, axis=1), out=both[:, 0])
        if not columns.numeric.all():
            np.copyto(both[:, 0], own, where=~self._numeric.take(self.segment))
        np.subtract(known.take(self.segment, axis=1), both[:, 0], out=both[:, 1])
        self.negatives, self.positives = both

    def valid(self, usable: Flags, least: int) -> Ints:
        """Return the numbers of the refinements that may be tried.

        Their column is usable, they keep a positive row and at least `least` rows, and leave out
        some row of their cover.

        Parameters
        ----------
        usable : ndarray of bool, (covers, columns)
            The columns that may be tested.
        least : int
            The smallest number of rows.
        """
        columns, stops = self._columns, self._counts.offsets[1:]
        every = np.arange(len(columns.numeric))
        forms = columns.allowed.reshape(-1, 2, 2)[every, columns.numeric * 1]
        allowed = (forms.T[:, None] & usable).reshape(2, -1).take(self.segment, axis=1)
        allowed[:, (stops - 1)[self._numeric & (np.diff(stops, prepend=0) > 0)]] = False
        rows = self.negatives + self.positives
        most = self._counts.totals.sum(axis=1).repeat(len(columns.numeric)).take(self.segment)
        allowed &= (self.positives > 0) & (rows >= least) & (rows < most)
        return np.flatnonzero(allowed)

    def group(self, numbers: Ints) -> Ints:
        """Return the segment of refinements; those of second sides are counted on."""
        both = np.concatenate((self.segment, self.segment + len(self._column)))
        return both.take(numbers)

    def cover(self, group: Ints) -> Ints:
        """Return the place of the cover of groups."""
        covers = np.arange(self._counts.n_covers).repeat(len(self._columns.numeric))
        return np.concatenate((covers, covers)).take(group)

    def competing(self, numbers: Ints, group: Ints, score: Floats, negatives: Ints) -> Ints:
        """Return the places of the refinements that compete, in the order of their tests."""
        numeric = np.concatenate((self._numeric, self._numeric)).take(group)
        places = np.flatnonzero(~numeric)
        if len(places) < len(numeric):
            own = np.flatnonzero(numeric)
            best = best_of_groups(group.take(own), score.take(own), -negatives.take(own))
            places = np.concatenate((places, own.take(best)))
        side, entry = np.divmod(numbers.take(places), max(len(self.segment), 1))
        first = self._counts.offsets.take(self.segment.take(entry))
        order = np.argsort(2 * np.where(numeric.take(places), first, entry) + side)
        return places.take(order)

    def tests(self, numbers: Ints) -> Tests:
        """Return the conditions of refinements."""
        side, entry = np.divmod(numbers, max(len(self.segment), 1))
        segment, codes = self.segment.take(entry), self._counts.codes
        numeric = self._numeric.take(segment)
        low = codes.take(entry).astype(np.int64)
        high = codes.take(entry + 1, mode="clip").astype(np.int64)
        code = np.where(numeric, middle_cut(low, high), low)
        return np.stack((self._column.take(segment), AT_MOST * numeric + side, code), axis=1)


def best_of_groups(group: Ints, *merits: AnyArray) -> Ints:
    """Return the place of the best entry of each group, by one merit after the other.

    Groups stand one after the other; of equal entries the first is the best.

    Examples
    --------
    >>> best_of_groups(np.array([4, 4, 4, 7]), np.array([1, 3, 3, 0]), np.array([9, 1, 2, 0]))
    array([2, 3])
    """
    places = np.arange(len(group))
    for merit in merits:
        own = merit.take(places)
        starts = _starts(group.take(places))
        lengths = np.concatenate((starts[1:], [len(own)])) - starts
        places = places[own == np.maximum.reduceat(own, starts).repeat(lengths)]
    return places.take(_starts(group.take(places)))


def _starts(group: Ints) -> Ints:
    """Return where the groups begin."""
    begins = np.ones(len(group), bool)
    np.not_equal(group[1:], group[:-1], out=begins[1:])
    return np.flatnonzero(begins)
