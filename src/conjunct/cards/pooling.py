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
    from the rest. So is the negation of a single condition, but for rows whose cell is missing. If
    the sign of its weight is restricted, it is a different rule.

    Parameters
    ----------
    problem : CardProblem
        The rows.
    terms : sequence of Term
        The rules.
    """
    bodies = [term.body for term in terms]
    bodies = [*bodies, *map(problem.negation, bodies), NO_TESTS]
    sums = problem.engine.tally(np.array([problem.cover]), bodies, IDENTITY)[0, :, 0]
    own, negated = sums[: len(terms)], sums[len(terms) : -1]
    taken: set[tuple[int, int, int]] = set()
    kept = []
    covers = (own.tolist(), (sums[-1] - own).tolist(), negated.tolist())
    for term, *rows in zip(terms, *covers, strict=True):
        if (rows[0], term.channel, term.sign) not in taken:
            kept.append(term)
            signs = (term.sign, -term.sign, -term.sign)
            taken.update((one, term.channel, sign) for one, sign in zip(rows, signs, strict=True))
    return kept
