"""From `Counts` to scored candidate refinements, in one written tie order.

Candidates of one cover stand in the order of their tests: lower column, lower code, ``=`` before
``≠``, ``≤`` before ``>``. Of a numeric column only the best ``≤`` and the best ``>`` compete: higher
score, then fewer negatives, then the lower code. Its threshold is put in the middle of the cuts that
separate the same rows of the cover. A refinement must keep a positive row and remove a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.count import Counts, kernels
from conjunct.encode import CodedColumn
from conjunct.evaluate import Heuristic, LinearFraction
from conjunct.search.limits import Limits
from conjunct.types import AnyArray, Flags, Floats, Ints

Keys = npt.NDArray[np.uint64]
KEY_SEED = 1995


class Refinements(NamedTuple):
    """Candidates of a list of covers; cover ``i`` has ``firsts[i]:firsts[i + 1]``."""

    picks: kernels.Picks
    firsts: Ints
    sums: Ints


@dataclass(frozen=True, eq=False)
class Scorer:
    """Scores every refinement of every cover under one heuristic.

    Parameters
    ----------
    columns : Columns
        What the kernels must know of the columns.
    heuristic : Heuristic
        The score.
    totals : tuple of int
        P and N of the problem.
    least : int
        The smallest number of rows that a rule may cover.
    """

    columns: kernels.Columns
    heuristic: Heuristic
    totals: tuple[int, int]
    least: int

    def refinements(self, counts: Counts, used: Flags, keys: Keys) -> Refinements:
        """Score all refinements; in compiled code where the heuristic is a linear fraction."""
        if not isinstance(self.heuristic, LinearFraction):
            return self.plain_refinements(counts, used, keys)
        picks = _empty_picks(2 * len(counts.codes) + 1)
        firsts = np.zeros(counts.n_covers + 1, np.int64)
        sums = np.zeros((counts.n_covers, 2), np.int64)
        kernels.pick_refinements(
            (counts.offsets, counts.codes, counts.values, counts.totals),
            self.columns,
            (used, keys),
            self.least,
            np.array(self.heuristic.weights(*self.totals)),
            picks,
            firsts,
            sums,
        )
        end = int(firsts[-1])
        return Refinements(kernels.Picks(*(part[:end] for part in picks)), firsts, sums)

    def plain_refinements(
        self, counts: Counts, used: Flags, keys: Keys, every: bool = False
    ) -> Refinements:
        """Score all refinements in NumPy, for any heuristic; keep `every` numeric test if asked."""
        tests, cover, p, n = _all_tests(counts, self.columns)
        covered = counts.totals.sum(axis=1)[cover]
        valid = (p >= 1) & (p + n >= self.least) & (p + n < covered)
        valid &= self.columns.allowed[tests[:, 0], tests[:, 1]]
        valid &= ~used[cover, self.columns.attribute[tests[:, 0]]]
        tests, cover, p, n = tests[valid], cover[valid], p[valid], n[valid]
        sums = np.stack(
            [np.bincount(cover, w, minlength=counts.n_covers) for w in (None, p + n)], axis=1
        ).astype(np.int64)
        score = np.asarray(self.heuristic(p, n, *self.totals), float)
        if not every:
            kept = _competing(cover, tests, score, n, self.columns.numeric)
            tests, cover, p, n, score = (part[kept] for part in (tests, cover, p, n, score))
        bound = np.asarray(self.heuristic(p, np.zeros_like(n), *self.totals), float)
        key = keys[cover] ^ _test_keys(self.columns, tests)
        firsts = np.searchsorted(cover, np.arange(counts.n_covers + 1))
        return Refinements(kernels.Picks(tests, p, n, score, bound, key), firsts, sums)


def describe(columns: tuple[CodedColumn, ...], limits: Limits) -> kernels.Columns:
    """Return what the kernels must know of the columns, with a random word a test."""
    n_codes = np.array([column.n_codes for column in columns], np.int64)
    ends = np.cumsum(2 * n_codes)
    words = np.random.default_rng(KEY_SEED).integers(
        1, 2**64, int(ends[-1]) if len(ends) else 0, np.uint64
    )
    return kernels.Columns(
        np.array([column.attribute for column in columns], np.int64),
        np.array([column.kind == "numeric" for column in columns], bool),
        limits.allowed(columns),
        n_codes,
        ends - 2 * n_codes,
        words,
    )


def _test_keys(columns: kernels.Columns, tests: Ints) -> Keys:
    column, op, code = tests.T
    keys: Keys = columns.keys[
        columns.first_key[column] + (op & 1) * columns.n_codes[column] + code
    ]
    return keys


def _empty_picks(size: int) -> kernels.Picks:
    return kernels.Picks(
        np.empty((size, 3), np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size),
        np.empty(size),
        np.empty(size, np.uint64),
    )


def _all_tests(
    counts: Counts, columns: kernels.Columns
) -> tuple[Ints, Ints, AnyArray, AnyArray]:
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
    op = np.where(numeric, kernels.AT_MOST, kernels.EQUAL)
    tests = np.stack((column, op, cut), axis=1).repeat(2, axis=0)
    tests[1::2, 1] += 1
    keep = ~(numeric & last).repeat(2)
    return tests[keep], cover.repeat(2)[keep], both[keep, 1], both[keep, 0]


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
    return kept[np.lexsort((where[kept], op[kept] * numeric[column[kept]], column[kept], cover[kept]))]
