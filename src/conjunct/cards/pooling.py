"""One card out of several: their rules together, fitted anew, or with their points in the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.cards.draft import NEARLY_FINAL, Draft, Effort, Term, fit_draft, fresh_start
from conjunct.cards.growth import Grower

AS_IT_IS = Effort(0, 0.0)
"""Spent on weights that must stay as they are: only the loss is worked out."""


class _Mean(NamedTuple):
    """A rule, whether it covers the first row, and its weights so far by channel."""

    term: Term
    side: int
    weights: dict[int, float]


def pooled(grower: Grower, drafts: Sequence[Draft]) -> Draft:
    """Return a card of all different rules of several cards, fitted anew.

    Parameters
    ----------
    grower : Grower
        Of the rows that the weights are fitted to.
    drafts : sequence of Draft
        Learned from some of these rows each, with the covers of all.
    """
    return _fitted_mean(grower, drafts, NEARLY_FINAL)


def averaged(grower: Grower, drafts: Sequence[Draft]) -> Draft:
    """Return the card whose scores are the mean of those of several cards.

    Parameters
    ----------
    grower : Grower
        Of the rows; its ridge is part of the loss.
    drafts : sequence of Draft
        With the covers of these rows.
    """
    return _fitted_mean(grower, drafts, AS_IT_IS)


def _fitted_mean(grower: Grower, drafts: Sequence[Draft], effort: Effort) -> Draft:
    """Take the mean of several cards, and fit its weights from there.

    Rules that cover the same rows are one rule. One for the rest of the rows says the same: what
    it gives to these rows it could give to all, and take from the others.
    """
    problem = grower.problem
    base = np.mean([draft.base for draft in drafts], axis=0)
    rules: dict[tuple[bytes, int], _Mean] = {}
    for draft in drafts:
        weights = iter((draft.weights / len(drafts)).tolist())
        for term in draft.terms:
            key, side = _rows_and_side(problem.n_rows, term)
            rule = rules.setdefault((key, side * term.sign), _Mean(term, side, {}))
            for channel, weight in zip(term.channels, weights, strict=False):
                if side != rule.side:
                    base[channel] += weight
                own = weight if side == rule.side else -weight
                rule.weights[channel] = rule.weights.get(channel, 0.0) + own
    terms = [one.term._replace(channels=tuple(sorted(one.weights))) for one in rules.values()]
    flat = [one.weights[channel] for one in rules.values() for channel in sorted(one.weights)]
    start = fresh_start(problem, terms, np.array(flat), base)
    return fit_draft(problem, terms, start, grower.scale.ridge, effort)


def _rows_and_side(n_rows: int, term: Term) -> tuple[bytes, int]:
    """Return what rules of the same rows and of the rest have in common, and 1 or -1 for which."""
    covered = np.zeros(n_rows, bool)
    covered[term.rows] = True
    return np.packbits(covered != covered[0]).tobytes(), 1 if covered[0] else -1
