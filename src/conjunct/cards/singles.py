"""Single conditions that divide the rows evenly; a card is thinned out from them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import Term, saved_by_step
from conjunct.cards.growth import CardGrower
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.count import NO_TESTS, Tests, as_tests
from conjunct.count.engine import ABOVE, AT_MOST, CLASS_WEIGHTS, EQUAL, SCALE, UNEQUAL
from conjunct.model.record import Round
from conjunct.search.newton import NewtonSearch
from conjunct.types import AnyArray, Ints


class Singles(NamedTuple):
    """Rules of one condition, and the sums of the row state over their rows.

    Parameters
    ----------
    bodies : list of Tests
        The conditions, see `single_bodies`.
    sums : ndarray of int
        Sums of the row state of the card without rules over the rows of each condition.
    """

    bodies: list[Tests]
    sums: Ints

    @classmethod
    def of(cls, grower: CardGrower) -> Singles:
        """Return the conditions of the rows of a grower, with their sums."""
        bodies = single_bodies(grower.problem, grower.beam.min_weight)
        sums = grower.sums(grower.empty(), bodies) if bodies else np.empty((0, 0), np.int64)
        return cls(bodies, sums)


def single_terms(problem: CardProblem, singles: Singles, ridge: float, most: int) -> list[Term]:
    """Return rules of one condition: for each class, those that save most.

    A rule saves the nats of its Newton step from the card without rules.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    singles : Singles
        The conditions.
    ridge : float
        Half of it times the square of each weight is part of the loss.
    most : int
        Largest number of rules of all classes together.
    """
    bodies = singles.bodies
    if not bodies:
        return []
    looked_at = Round(len(bodies), 1, len(bodies), 0, problem.n_rows / 2)
    found = NewtonSearch(NO_TESTS, 0.0, (looked_at,), (NO_TESTS,))
    saved = saved_by_step(singles.sums, ridge)
    quota = max(1, most // len(problem.channels))
    best = np.argsort(-saved, axis=0, kind="stable")[:quota]
    is_free = not problem.signs.any()
    return [
        Term(bodies[one], channel, 0 if is_free else problem.sign_of(bodies[one], channel), found)
        for channel in range(len(problem.channels))
        for one in best[:, channel].tolist()
    ]


def single_bodies(problem: CardProblem, least: float) -> list[Tests]:
    """Return the values of nominal columns and the bins of numeric ones, as conditions.

    Both the rows that meet a condition and the other rows have at least a given weight.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    least : float
        The least weight.
    """
    engine, cover = problem.engine, np.array([problem.cover])
    everything = np.zeros(engine.n_classes, np.int64)
    counts = engine.count(cover, everything)
    bodies = [
        as_tests([(number, op, code)])
        for number, op in _operators(problem)
        for code in _codes(op, *counts.segment(0, number))
    ]
    if not bodies:
        return []
    weights = engine.tally(cover, bodies, CLASS_WEIGHTS)[0].sum(axis=1) / SCALE
    enough = (weights >= least) & (problem.weight - weights >= least)
    return [body for body, is_enough in zip(bodies, enough.tolist(), strict=True) if is_enough]


def _operators(problem: CardProblem) -> list[tuple[int, int]]:
    """Return every column with the first operator that may be used on it."""
    allowed = problem.language.columns.allowed
    order = (EQUAL, AT_MOST, ABOVE, UNEQUAL)
    usable = [[op for op in order if allowed[number, op]] for number in range(len(allowed))]
    return [(number, ops[0]) for number, ops in enumerate(usable) if ops]


def _codes(op: int, codes: AnyArray, values: AnyArray) -> list[int]:
    """Return the values of a nominal column, or the cuts that make bins of equal size."""
    if op in (EQUAL, UNEQUAL):
        return [int(code) for code in codes]
    below: Ints = values[:, 0].cumsum()[:-1]
    wanted = np.arange(1, SETTINGS.n_bins) * (values[:, 0].sum() / SETTINGS.n_bins)
    nearest = {int(np.abs(below - one).argmin()) for one in wanted} if len(below) else set()
    return [int(codes[at] + codes[at + 1] - 1) // 2 for at in sorted(nearest)]
