"""One card out of several: their rules together, fitted anew, less those that do not pay."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from conjunct.cards.draft import Draft, Term, fresh_start
from conjunct.cards.growth import Grower


def pooled(grower: Grower, drafts: Iterable[Draft]) -> Draft:
    """Return a card of all different rules of several cards, each with the classes of all.

    Parameters
    ----------
    grower : Grower
        Of the rows that the weights are fitted to.
    drafts : iterable of Draft
        Learned from some of these rows each, with the covers of all.
    """
    problem = grower.problem
    terms = tuple(_merged(problem.n_rows, drafts).values())
    weights = np.zeros(sum(len(term.channels) for term in terms))
    start = fresh_start(problem, terms, weights, problem.first_base())
    return grower.settled(Draft(terms, weights, start.base, np.inf, start.odds, start.sums))


def _merged(n_rows: int, drafts: Iterable[Draft]) -> dict[bytes, Term]:
    """Return the different rules by what they cover; a rule for the other rows says the same."""
    found: dict[bytes, Term] = {}
    for term in (term for draft in drafts for term in draft.terms):
        covered = np.zeros(n_rows, bool)
        covered[term.rows] = True
        key = np.packbits(covered != covered[0]).tobytes()
        first = found.get(key, term)
        channels = sorted({*first.channels, *term.channels})
        found[key] = first._replace(channels=tuple(channels))
    return found
