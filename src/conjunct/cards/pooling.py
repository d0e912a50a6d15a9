"""One card out of the rules of several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conjunct.cards.fitted import Term
from conjunct.cards.problem import CardProblem
from conjunct.count import NO_TESTS
from conjunct.count.engine import IDENTITY


def different(problem: CardProblem, terms: Sequence[Term]) -> list[Term]:
    """Return the first of all rules for one class that cover the same rows, or the rest of them.

    A rule for the rest of the rows says the same: what it gives to these rows it could give to all,
    and take from the others. Where its weight must have a sign, it is another rule.

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
