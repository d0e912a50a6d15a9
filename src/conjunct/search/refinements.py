"""From `Counts` to scored candidate refinements, in one written tie order.

Candidates of one cover stand in the order of their tests: lower column, lower code, ``=`` before
``≠``, ``≤`` before ``>``. Of a numeric column only the best ``≤`` and the best ``>`` compete:
higher score, then fewer negatives, then the lower code. Their thresholds are put in the middle of
the cuts that separate the same rows of the cover. A refinement must keep a positive row and
remove a row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from conjunct.count import Counts
from conjunct.count.kernels import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.count.layout import Columns, Picks
from conjunct.evaluate import Heuristic, LinearFraction
from conjunct.search import kernels
from conjunct.search.language import Keys, Language
from conjunct.types import AnyArray, Flags, Floats, Ints

Room = Callable[[int], Picks]
"""Gives space for that many candidates."""


class Refinements(NamedTuple):
    """Candidates of a list of covers.

    Cover ``i`` has the candidates ``firsts[i]:firsts[i + 1]``; `sums` has for each cover the
    number of refinements scored, the rows that they cover together, and the number of candidates
    left out because their bound is too low.
    """

    picks: Picks
    firsts: Ints
    sums: Ints


class Scorer:
    """Scores every refinement of every cover under one heuristic.

    Parameters
    ----------
    language : Language
        The conditions.
    heuristic : Heuristic
        The score; a `LinearFraction` is computed in compiled code, with equal results.
    totals : tuple of int
        P and N of the problem.
    """

    def __init__(self, language: Language, heuristic: Heuristic, totals: tuple[int, int]) -> None:
        self._language = language
        self._heuristic = heuristic
        self._totals = totals
        self._weights: Floats | None = None
        if isinstance(heuristic, LinearFraction):
            self._weights = np.array(heuristic.weights(*totals))

    def refinements(
        self, counts: Counts, nodes: tuple[Flags, Keys], floor: float, room: Room
    ) -> Refinements:
        """Score all refinements.

        Parameters
        ----------
        counts : Counts
            Of the covers.
        nodes : tuple of ndarray
            For each cover the attributes that may not be used again, and the conjunct's key.
        floor : float
            Candidates whose bound is lower are left out.
        room : callable
            Gives space to write the candidates to.
        """
        if self._weights is None:
            return self.plain_refinements(counts, nodes, floor)
        picks = room(2 * len(counts.codes) + 1)
        firsts = np.zeros(counts.n_covers + 1, np.int64)
        sums = np.zeros((counts.n_covers, 5), np.int64)
        kernels.pick_refinements(
            (counts.offsets, counts.codes, counts.values, counts.totals),
            self._language.columns,
            nodes,
            (self._weights, self._language.limits.min_coverage, floor),
            picks,
            firsts,
            sums,
        )
        what, merit, key = picks
        end = int(firsts[-1])
        return Refinements(Picks(what[:end], merit[:end], key[:end]), firsts, sums)

    def plain_refinements(
        self, counts: Counts, nodes: tuple[Flags, Keys], floor: float, every: bool = False
    ) -> Refinements:
        """Score all refinements in NumPy, for any heuristic; keep `every` numeric test if asked."""
        columns = self._language.columns
        used, keys = nodes
        tests, cover, p, n = _all_tests(counts, columns)
        if every:
            more = _known_tests(counts, columns)
            tests, cover, p, n = map(np.concatenate, zip((tests, cover, p, n), more, strict=True))
            order = np.lexsort((tests[:, 1], tests[:, 2], tests[:, 0], cover))
            tests, cover, p, n = tests[order], cover[order], p[order], n[order]
        covered = counts.totals.sum(axis=1)[cover]
        valid = (p >= 1) & (p + n >= self._language.limits.min_coverage) & (p + n < covered)
        valid &= columns.allowed[tests[:, 0], tests[:, 1]]
        valid &= ~used[cover, columns.attribute[tests[:, 0]]]
        tests, cover, p, n = tests[valid], cover[valid], p[valid], n[valid]
        scored, sizes = cover, p + n
        purest = _purest(cover, p, n, counts.n_covers)
        score = np.asarray(self._heuristic(p, n, *self._totals), float)
        if not every:
            kept = _competing(cover, tests, score, n, columns.numeric)
            tests, cover, p, n, score = (part[kept] for part in (tests, cover, p, n, score))
        bound = np.asarray(self._heuristic(p, np.zeros_like(n), *self._totals), float)
        low = bound < floor
        sums = [
            np.bincount(scored, minlength=counts.n_covers),
            np.bincount(scored, sizes, counts.n_covers).astype(np.int64),
            np.bincount(cover[low], minlength=counts.n_covers),
        ]
        tests, cover, p, n, score, bound = (
            part[~low] for part in (tests, cover, p, n, score, bound)
        )
        firsts = np.searchsorted(cover, np.arange(counts.n_covers + 1))
        picks = Picks(
            np.column_stack((tests, p, n)),
            np.column_stack((score, bound)),
            keys[cover] ^ self._language.test_keys(tests),
        )
        return Refinements(picks, firsts, np.column_stack((*sums, purest)))


def _all_tests(counts: Counts, columns: Columns) -> tuple[Ints, Ints, AnyArray, AnyArray]:
    """List two tests an entry: ``=`` and ``≠``, or ``≤`` and ``>`` at the cut after it."""
    n_columns = len(columns.attribute)
    lengths = np.diff(counts.offsets)
    segment = np.repeat(np.arange(len(lengths)), lengths)
    cover, column = np.divmod(segment, max(n_columns, 1))
    values = counts.values.astype(np.int64)
    before = np.concatenate((np.zeros((1, 2), np.int64), np.cumsum(values, axis=0)))
    known = (before[counts.offsets[1:]] - before[counts.offsets[:-1]])[segment]
    below = before[1:] - before[counts.offsets[:-1]][segment]
    numeric = columns.numeric[column]
    first = np.where(numeric[:, None], below, values)
    both = np.stack((first, known - first), axis=1).reshape(-1, 2)
    code = counts.codes.astype(np.int64)
    following = np.concatenate((code[1:], [0]))
    last = np.arange(len(code)) == counts.offsets[segment + 1] - 1
    cut = np.where(numeric, np.where(last, code, (code + following - 1) // 2), code)
    op = np.where(numeric, AT_MOST, EQUAL)
    tests = np.stack((column, op, cut), axis=1).repeat(2, axis=0)
    tests[1::2, 1] += 1
    keep = ~(numeric & last).repeat(2)
    return tests[keep], cover.repeat(2)[keep], both[keep, 1], both[keep, 0]


def _known_tests(counts: Counts, columns: Columns) -> tuple[Ints, Ints, AnyArray, AnyArray]:
    """List the tests that only tell known from missing cells of a cover.

    That is ``≠`` with a value, ``≤`` with a cut above or ``>`` with a cut below all that occur.
    """
    starts, stops = counts.offsets[:-1], counts.offsets[1:]
    segment = np.flatnonzero(stops > starts)
    starts, stops = starts[segment], stops[segment]
    cover, column = np.divmod(segment, max(len(columns.attribute), 1))
    code = counts.codes.astype(np.int64)
    place = np.arange(len(code)) - np.repeat(starts, stops - starts)
    length = np.repeat(stops - starts, stops - starts)
    absent = np.minimum.reduceat(np.where(code != place, place, length), starts)
    low, high, n_codes = code[starts], code[stops - 1], columns.n_codes[column]
    known = np.add.reduceat(counts.values.astype(np.int64), starts, axis=0)
    numeric = columns.numeric[column]
    found = []
    for op, cut, exists in (
        (UNEQUAL, absent, ~numeric & (absent < n_codes)),
        (AT_MOST, (high + n_codes - 2) // 2, numeric & (high < n_codes - 1)),
        (ABOVE, (low - 1) // 2, numeric & (low > 0)),
    ):
        tests = np.stack((column, np.full_like(column, op), cut), axis=1)
        found.append((tests[exists], cover[exists], known[exists, 1], known[exists, 0]))
    tests, cover, p, n = map(np.concatenate, zip(*found, strict=True))
    return tests, cover, p, n


def _purest(cover: Ints, p: AnyArray, n: AnyArray, n_covers: int) -> Ints:
    """Return the counts of each cover's refinement with the largest share of positives."""
    order = np.lexsort((-p / (p + n), cover))
    covers, first = np.unique(cover[order], return_index=True)
    found = np.tile(np.array([0, 1]), (n_covers, 1))
    found[covers] = np.column_stack((p, n))[order[first]]
    return found


def _competing(
    cover: Ints, tests: Ints, score: Floats, negatives: AnyArray, numeric: Flags
) -> Ints:
    """Return all nominal tests, and the best of each cover, numeric column and form, in order."""
    column, op, _ = tests.T
    where = np.arange(len(cover))
    group = np.where(numeric[column], -1 - ((cover * len(numeric) + column) * 4 + op), where)
    order = np.lexsort((where, negatives, -score, group))
    _, first = np.unique(group[order], return_index=True)
    kept = order[first]
    return kept[
        np.lexsort((where[kept], op[kept] * numeric[column[kept]], column[kept], cover[kept]))
    ]
