"""Joining the rules of several cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.cards.fitted import Term
from conjunct.cards.problem import CardProblem
from conjunct.count import NO_TESTS
from conjunct.count.engine import IDENTITY


def different(problem: CardProblem, terms: Sequence[Term]) -> list[Term]:
    """Drop rules that cover the same rows as an earlier rule for their class, or all other rows.

    A rule for all other rows is equivalent: points for them are points for all rows, taken away
    from the rest. If the sign of its weight is restricted, it is a different rule.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    terms : sequence of Term
        The rules.
    """
    bodies = [*(term.body for term in terms), NO_TESTS]
    sums = problem.engine.tally(np.array([problem.cover]), bodies, IDENTITY)[0, :, 0]
    own, rest = sums[:-1], sums[-1] - sums[:-1]
    sides = np.where(own <= rest, 1, -1)
    kept: dict[tuple[int, int, int], Term] = {}
    for term, rows, side in zip(terms, np.minimum(own, rest).tolist(), sides.tolist(), strict=True):
        kept.setdefault((rows, term.channel, side * term.sign), term)
    return list(kept.values())
