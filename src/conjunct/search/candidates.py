"""From counts to the refinements that compete for a place in a beam.

Every nominal test competes. Of the tests of a numeric column, only the best ``≤`` and the best
``>`` of a cover compete: those with the higher score, then fewer negatives, then the lower code. A
refinement counts as tried if it removes a row and keeps enough rows, whatever their classes. It
competes if it also keeps a positive row. The candidates of a cover are in the order of their tests:
lower column, then lower code, then ``=`` before ``≠`` or ``≤`` before ``>``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.count import BeamRequest, Columns, Counts, Tests, as_tests
from conjunct.count.counts import CODE_BITS, CODE_MASK
from conjunct.count.engine import ABOVE, AT_MOST
from conjunct.search.language import Keys, words_of
from conjunct.search.refinements import Refinements, list_refinements
from conjunct.types import AnyArray, Flags, Floats, Ints


class Candidates(NamedTuple):
    """Scored refinements, as parallel arrays.

    `test` is the condition that is added, as one number, see `unpacked`. `bound` is the score
    without the negatives: an upper bound for further refinements. `key` is the exclusive or of the
    random words of all conditions.
    """

    test: Ints
    positives: Ints
    negatives: Ints
    score: Floats
    bound: Floats
    key: Keys

    def at(self, places: AnyArray | slice) -> Candidates:
        """Return the candidates at some positions."""
        parts: list[AnyArray] = [part[places] for part in self]
        return Candidates(*parts)

    def select(self, places: Ints, width: int, repeats: int) -> Ints:
        """Return the positions of the best `width` candidates, without duplicates, best first.

        Higher scores are better, then fewer negatives, then the earlier position. `places` are the
        positions to choose from, in ascending order. A body occurs at most `repeats` times: a body
        of n conditions can come from n shorter bodies.
        """
        score, enough = self.score.take(places), width * repeats
        if len(places) > 2 * enough:
            places = places[score >= np.partition(score, -enough)[-enough]]
            score = self.score.take(places)
        places = places[np.lexsort((self.negatives.take(places), -score))]
        found: dict[int, int] = {}
        for key, place in zip(self.key.take(places).tolist(), places.tolist(), strict=True):
            found.setdefault(key, place)
            if len(found) == width:
                break
        return np.array(list(found.values()), np.int64)

    @staticmethod
    def joined(parts: Sequence[Candidates]) -> Candidates:
        """Concatenate lists of candidates."""
        if len(parts) == 1:
            return parts[0]
        return Candidates(*map(np.concatenate, zip(*parts, strict=True)))


class ScoredCandidates(NamedTuple):
    """The refinements of one cover that compete, and counts of all that were tried.

    `covered` is the sum of the numbers of rows that those tried cover; `pruned` were left out
    because their bound is too low; `purest` has the positives and negatives of the refinement with
    the largest share of positives, 0 and 1 if there is none.
    """

    candidates: Candidates
    scored: int
    covered: int
    pruned: int
    purest: tuple[int, int]


def score_refinements(
    counts: Counts, request: BeamRequest, usable: Flags, keys: Keys, floor: float
) -> list[ScoredCandidates]:
    """Score all refinements of some covers by usable columns, ``(covers, columns)``.

    `keys` are the exclusive ors of the random words of each cover's conditions. Candidates whose
    bound is below `floor` are left out.
    """
    found, size = list_refinements(counts, request.columns, usable), counts.n_covers
    tried, sums = _tried(found, counts, request.min_coverage)
    cover, tests, values = found.where(tried & (found.values[:, 1] > 0))
    n, p = np.ascontiguousarray(values.T)
    score = request.score(p, n)
    kept = _competing(cover, tests, score, n, request.columns)
    bound = request.score(p.take(kept), np.zeros_like(kept))
    low = bound < floor
    pruned = np.bincount(cover.take(kept[low]), minlength=size).tolist()
    kept, bound = kept[~low], bound[~low]
    own, tests = cover.take(kept), tests.take(kept, axis=0)
    key = keys.take(own) ^ words_of(request.columns, tests)
    merits = p.take(kept), n.take(kept), score.take(kept), bound
    every = Candidates(packed(tests), *merits, key)
    parts = zip(_slices(cover, size), _slices(own, size), sums.tolist(), pruned, strict=True)
    return [
        ScoredCandidates(every.at(own), int(scored), covered, low, _purest(p[all_], n[all_]))
        for all_, own, (scored, covered), low in parts
    ]


def _tried(found: Refinements, counts: Counts, least: int) -> tuple[Flags, Ints]:
    """Tell which refinements count as tried; return their number and their rows by cover."""
    rows = found.values[:, 0] + found.values[:, 1]
    tried = (rows < counts.totals.sum(axis=1).take(found.cover)) & (rows >= least)
    sums = [np.bincount(found.cover, one, counts.n_covers) for one in (tried, tried * rows)]
    return tried, np.stack(sums, axis=1).astype(rows.dtype)


def _purest(p: Ints, n: Ints) -> tuple[int, int]:
    """Return the counts with the largest share of positives; of equal ones, the first."""
    if not len(p):
        return 0, 1
    purest = int((p / (p + n)).argmax())
    return p[purest].item(), n[purest].item()


def _slices(cover: Ints, size: int) -> list[slice]:
    """Return the slice of the entries of each cover."""
    ends = cover.searchsorted(np.arange(1, size + 1)).tolist()
    return [slice(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def best_of_groups(group: Ints, *merits: AnyArray) -> Ints:
    """Return the position of the best entry of each group; later merits break ties.

    The entries of a group are consecutive; of equal entries, the first is the best.

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


def packed(tests: Tests) -> Ints:
    """Return each test as one number."""
    return (((tests[:, 0] << 2) | tests[:, 1]) << CODE_BITS) | tests[:, 2]


def unpacked(numbers: Sequence[int]) -> Tests:
    """Return the tests that `packed` turned into numbers.

    Examples
    --------
    >>> unpacked(packed(as_tests([(3, 2, 500)])).tolist())
    array([[  3,   2, 500]])
    """
    return as_tests(
        (one >> CODE_BITS + 2, (one >> CODE_BITS) & 3, one & CODE_MASK) for one in numbers
    )


def _competing(cover: Ints, tests: Tests, score: Floats, negatives: Ints, columns: Columns) -> Ints:
    """Return the positions of the refinements that compete, in order."""
    numeric = columns.numeric[tests[:, 0]]
    if not numeric.any():
        return np.arange(len(cover))
    segment = cover * len(columns.numeric) + tests[:, 0]
    parts = [np.flatnonzero(~numeric)]
    for op in (AT_MOST, ABOVE):
        own = np.flatnonzero(tests[:, 1] == op)
        if len(own):
            parts.append(own[best_of_groups(segment[own], score[own], -negatives[own])])
    places = np.concatenate(parts)
    order = np.argsort(2 * segment[places] + (tests[places, 1] == ABOVE), kind="stable")
    return places[order]


def _starts(group: Ints) -> Ints:
    """Return the position of the first entry of each group."""
    begins = np.ones(len(group), bool)
    np.not_equal(group[1:], group[:-1], out=begins[1:])
    return np.flatnonzero(begins)
