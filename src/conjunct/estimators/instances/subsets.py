"""Beam search for the rows to retain. Quinlan & Cameron-Jones (1995), section 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.choose import poe_error
from conjunct.choose.poe import Prior
from conjunct.estimators.instances.nearness import Nearness, Ranks, Wrong
from conjunct.types import Ints


@dataclass(frozen=True, eq=False)
class Subset:
    """The rows that one beam search chose to retain.

    Parameters
    ----------
    rows : ndarray of int
        Positions of the rows, in increasing order.
    errors : int
        Number of training rows, the retained ones included, that get the wrong class.
    scored : int
        Number of extended subsets that the search scored.

    Examples
    --------
    >>> Subset(np.array([0, 3]), errors=0, scored=9)
    Subset(rows=array([0, 3]), errors=0, scored=9)
    """

    rows: Ints
    errors: int
    scored: int


def best_subsets(nearness: Nearness, n_items: int, widths: Sequence[int]) -> list[Subset]:
    """Find subsets of exactly `n_items` rows with few training errors, one for each beam width.

    The search starts from the empty subset and extends every kept subset by every other row. The
    best `width` distinct subsets stay: fewer errors first, then the order of the beam that they
    were extended from, then the lower row. After `n_items` rounds the first subset is the result.
    All widths are searched side by side, with the same results as separate searches; errors of
    subsets that several widths extend are counted only once.

    A wider beam need not find a better subset: it may keep subsets that look better at first and
    crowd out the right one. A beam that never drops a subset finds the best one.

    Parameters
    ----------
    nearness : Nearness
        Ranking of the training rows.
    n_items : int
        Number of rows to retain, at most all.
    widths : sequence of int
        Beam widths: the numbers of subsets to keep in each round.

    Returns
    -------
    list of Subset
        One subset for each width.

    Examples
    --------
    >>> values, labels = np.array([1, 2, 3, 7, 8]), [0, 0, 0, 1, 1]
    >>> nearness = Nearness.of_distances(np.abs(values[:, None] - values), labels)
    >>> best_subsets(nearness, n_items=2, widths=[1])
    [Subset(rows=array([0, 3]), errors=0, scored=9)]
    """
    *_, found = subsets_by_size(nearness, n_items, widths)
    return found


def subset_by_poe(
    nearness: Nearness, width: int, max_items: int, prior: Prior = (1.0, 1.0)
) -> Subset:
    """Retain one row after another as long as the expected error falls.

    This is process-oriented evaluation of retained rows, which Domingos (1998) names as future work
    in section 6. A round extends every subset of the beam by every other row. Afterwards the best
    subset makes e errors on the n training rows and is the best of the m subsets scored so far, so
    its expected error is ``poe_error(n, e, m)``. The search ends with the first round that does not
    lower it, and the subset of the previous round is kept; at least one row is retained.

    Parameters
    ----------
    nearness : Nearness
        Ranking of the training rows.
    width : int
        Beam width: the number of subsets to keep in each round.
    max_items : int
        Largest number of rows to retain.
    prior : (float, float)
        Beta prior of the error rate, as for `conjunct.choose.poe_error`.

    Examples
    --------
    >>> values, labels = np.array([1, 2, 3, 7, 8]), [0, 0, 0, 1, 1]
    >>> nearness = Nearness.of_distances(np.abs(values[:, None] - values), labels)
    >>> subset_by_poe(nearness, width=1, max_items=5)
    Subset(rows=array([0, 3]), errors=0, scored=9)
    """
    kept, lowest = None, np.inf
    for (found,) in subsets_by_size(nearness, max_items, [width]):
        expected = float(poe_error(nearness.n_rows, found.errors, found.scored, prior))
        if kept is not None and expected >= lowest:
            break
        kept, lowest = found, expected
    assert kept is not None
    return kept


def subsets_by_size(
    nearness: Nearness, n_items: int, widths: Sequence[int]
) -> Iterator[list[Subset]]:
    """Yield the results of `best_subsets` for 1, 2, …, `n_items` rows, from a single search."""
    pool = _SubsetPool.empty(nearness.n_rows)
    beams = [np.zeros(1, np.int64) for _ in widths]
    scored = [0] * len(widths)
    for size in range(n_items):
        errors = pool.errors_with_each(nearness)
        scored = [n + len(b) * (nearness.n_rows - size) for n, b in zip(scored, beams, strict=True)]
        chosen: dict[bytes, _Extension] = {}
        kept = [_best(pool, errors, *one) for one in zip(beams, widths, strict=True)]
        for beam in kept:
            for key, extension in beam.items():
                chosen.setdefault(key, extension)
        place = {key: number for number, key in enumerate(chosen)}
        beams = [np.array([place[key] for key in beam]) for beam in kept]
        pool = pool.extended(nearness, list(chosen.values()))
        yield [
            Subset(pool.members[beam[0]], int(pool.wrong[beam[0]].sum()), n)
            for beam, n in zip(beams, scored, strict=True)
        ]


class _Extension(NamedTuple):
    """A candidate subset: one of the pool, and the row that extends it."""

    parent: int
    row: int


@dataclass(frozen=True, eq=False)
class _SubsetPool:
    """All subsets that some beam keeps.

    Parameters
    ----------
    members : ndarray of int, shape (n_subsets, size)
        Row numbers of each subset, in increasing order.
    nearest, wrong : ndarray, shape (n_subsets, n_rows)
        As in `Nearness.errors_with_each`.
    """

    members: Ints
    nearest: Ranks
    wrong: Wrong

    @classmethod
    def empty(cls, n_rows: int) -> _SubsetPool:
        """Return a pool with the empty subset, which gets every row wrong."""
        return cls(
            np.empty((1, 0), np.int64),
            np.full((1, n_rows), n_rows, np.uint16),
            np.ones((1, n_rows), np.int8),
        )

    def errors_with_each(self, nearness: Nearness) -> Ranks:
        """Count errors with every row added; rows already in a subset get n_rows + 1."""
        errors = nearness.errors_with_each(self.nearest, self.wrong)
        np.put_along_axis(errors, self.members, np.uint16(nearness.n_rows + 1), axis=1)
        return errors

    def extended(self, nearness: Nearness, extensions: list[_Extension]) -> _SubsetPool:
        """Return the extended subsets."""
        parents, rows = np.array(extensions).T
        ranks, nearest = nearness.ranks[:, rows].T, self.nearest[parents]
        is_nearer = ranks < nearest
        return _SubsetPool(
            np.sort(np.column_stack((self.members[parents], rows)), axis=1),
            np.where(is_nearer, ranks, nearest),
            np.where(is_nearer, nearness.wrong[:, rows].T, self.wrong[parents]),
        )


def _best(pool: _SubsetPool, errors: Ranks, beam: Ints, width: int) -> dict[bytes, _Extension]:
    """Return the best distinct extensions of a beam, best first, by the bytes of their members.

    A subset of n rows can be reached from at most n parents. So the first ``width * n`` extensions
    include `width` different subsets, or all that there are.
    """
    n_rows = errors.shape[1]
    own = errors[beam].ravel()
    order = np.argsort(own, kind="stable")[: width * (pool.members.shape[1] + 1)]
    order = order[own[order] <= n_rows]
    parents, rows = beam[order // n_rows], order % n_rows
    members = np.sort(np.column_stack((pool.members[parents], rows)), axis=1)
    best: dict[bytes, _Extension] = {}
    for member, parent, row in zip(members, parents.tolist(), rows.tolist(), strict=True):
        best.setdefault(member.tobytes(), _Extension(parent, row))
        if len(best) == width:
            break
    return best
