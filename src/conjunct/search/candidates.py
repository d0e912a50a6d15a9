"""From counts to the refinements that compete for a place in a beam.

Every nominal test competes. Of a numeric column only the best ``≤`` and the best ``>`` of a cover
do: higher score, then fewer negatives, then the lower code. A refinement must keep a positive row
and remove a row. Candidates of a cover stand in the order of their tests: lower column, then lower
code and ``=`` before ``≠``, or ``≤`` before ``>``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.count import BeamRequest, Counts, Tests, as_tests
from conjunct.count.counts import CODE_BITS, CODE_MASK
from conjunct.search.language import Keys, words_of
from conjunct.search.sides import Sides, best_of_groups
from conjunct.types import AnyArray, Flags, Floats, Ints


class Candidates(NamedTuple):
    """Scored refinements, an array each.

    Parameters
    ----------
    test : ndarray of int
        The condition that is added, as one number; see `unpacked`.
    positives, negatives : ndarray of int
        Rows that are left.
    score, bound : ndarray of float
        Score of the refinement, and what it would score without its negatives.
    key : ndarray of uint64
        Exclusive or of the words of its conditions.
    """

    test: Ints
    positives: Ints
    negatives: Ints
    score: Floats
    bound: Floats
    key: Keys

    def at(self, places: AnyArray | slice) -> Candidates:
        """Return some of them."""
        parts: list[AnyArray] = [part[places] for part in self]
        return Candidates(*parts)

    def select(self, places: Ints, width: int, repeats: int) -> Ints:
        """Return the best `width` at some places, none twice, best first.

        Those with higher scores are better, then those with fewer negatives, then the first.

        Parameters
        ----------
        places : ndarray of int
            Which candidates, in rising order.
        width : int
            How many.
        repeats : int
            How often a body may occur: a body of n conditions can come from n shorter ones.
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
        """Put lists of candidates one after the other."""
        if len(parts) == 1:
            return parts[0]
        return Candidates(*map(np.concatenate, zip(*parts, strict=True)))


class Scored(NamedTuple):
    """What was found for one cover.

    Parameters
    ----------
    candidates : Candidates
        The refinements that compete.
    scored, covered : int
        Refinements scored, and the rows that they cover together.
    pruned : int
        Candidates left out because their bound is too low.
    purest : tuple of int
        Positives and negatives of the refinement with the largest share of positives; 0 and 1
        where there is none.
    """

    candidates: Candidates
    scored: int
    covered: int
    pruned: int
    purest: tuple[int, int]


def score_refinements(
    counts: Counts, request: BeamRequest, usable: Flags, keys: Keys, floor: float
) -> list[Scored]:
    """Score all refinements of some covers.

    Parameters
    ----------
    counts : Counts
        Of the covers: negatives, positives.
    request : BeamRequest
        The problem.
    usable : ndarray of bool, (covers, columns)
        The columns that may be tested.
    keys : ndarray of uint64
        Exclusive or of the words of each cover's conditions.
    floor : float
        Candidates whose bound is lower are left out.
    """
    size, sides = counts.n_covers, Sides(counts, request.columns)
    valid = sides.valid(usable, request.min_coverage)
    p, n = sides.positives.ravel().take(valid), sides.negatives.ravel().take(valid)
    score, group = request.score(p, n), sides.group(valid)
    kept = sides.competing(valid, group, score, n)
    bound = request.score(p.take(kept), np.zeros_like(kept))
    high = bound >= floor
    cover = sides.cover(group)
    pruned = np.bincount(cover.take(kept[~high]), minlength=size).tolist()
    kept, bound = kept[high], bound[high]
    own, tests = cover.take(kept), sides.tests(valid.take(kept))
    key = keys.take(own) ^ words_of(request.columns, tests)
    every = Candidates(packed(tests), p.take(kept), n.take(kept), score.take(kept), bound, key)
    ends = own.searchsorted(np.arange(1, size + 1)).tolist()
    parts = [every.at(slice(*part)) for part in zip([0, *ends[:-1]], ends, strict=True)]
    rows = p + n
    scored = np.bincount(cover, minlength=size).tolist()
    covered = np.bincount(cover, rows, size).astype(np.int64).tolist()
    purest = _purest(cover, p, rows, size)
    return [Scored(*one) for one in zip(parts, scored, covered, pruned, purest, strict=True)]


def _purest(cover: Ints, p: Ints, rows: Ints, size: int) -> list[tuple[int, int]]:
    """Return the counts of each cover's refinement with the largest share of positives."""
    found, highest = [(0, 1)] * size, [0.0] * size
    share = p / rows
    best = best_of_groups(cover, share)  # a cover stands twice: first and second sides
    for own, top, place in zip(
        cover.take(best).tolist(), share.take(best).tolist(), best.tolist(), strict=True
    ):
        if top > highest[own]:
            highest[own], found[own] = top, (int(p[place]), int(rows[place] - p[place]))
    return found


def packed(tests: Tests) -> Ints:
    """Return each test as one number."""
    return (((tests[:, 0] << 2) | tests[:, 1]) << CODE_BITS) | tests[:, 2]


def unpacked(numbers: Sequence[int]) -> Tests:
    """Return the tests that numbers stand for.

    Examples
    --------
    >>> unpacked(packed(as_tests([(3, 2, 500)])).tolist())
    array([[  3,   2, 500]])
    """
    return as_tests(
        (one >> CODE_BITS + 2, (one >> CODE_BITS) & 3, one & CODE_MASK) for one in numbers
    )
