"""One card out of several: their rules together, fitted anew, less those that do not pay."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from conjunct.cards.draft import Draft, Term, fresh_start
from conjunct.cards.growth import Grower
from conjunct.cards.problem import Problem


def pooled(grower: Grower, drafts: Iterable[Draft]) -> Draft:
    """Return a card of all different rules of several cards, each with the classes of all.

    Parameters
    ----------
    grower : Grower
        Of the rows that the weights are fitted to.
    drafts : iterable of Draft
        Learned from some of these rows each.
    """
    problem = grower.problem
    terms = tuple(_merged(problem, drafts).values())
    weights = np.zeros(sum(len(term.channels) for term in terms))
    start = fresh_start(problem, terms, weights, problem.first_base())
    return grower.settled(Draft(terms, weights, start.base, np.inf, start.odds, start.sums))


def _merged(problem: Problem, drafts: Iterable[Draft]) -> dict[bytes, Term]:
    """Return the different rules by what they cover; a rule for the other rows says the same."""
    found: dict[bytes, Term] = {}
    for term in (term for draft in drafts for term in draft.terms):
        rows = problem.engine.members(term.body)
        others = np.setdiff1d(np.arange(problem.n_rows, dtype=np.int32), rows).tobytes()
        key = others if others in found else rows.tobytes()
        first = found.get(key, term._replace(rows=rows))
        channels = sorted({*first.channels, *term.channels})
        found[key] = first._replace(channels=tuple(channels))
    return found
