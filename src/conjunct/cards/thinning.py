"""Thinning a card out: delete the rules that do not pay, and let the others give way."""

from __future__ import annotations

import numpy as np

from conjunct.cards.draft import Draft, fit_draft, flat_terms, fresh_start, joined_covers
from conjunct.cards.growth import Grower
from conjunct.cards.thinning_kernels import set_inverses, spare

STAGE = 0.8
"""The curvatures are worked out anew when so much of the conditions is left."""


def thinned(grower: Grower, draft: Draft, reading: float = 0.0, most: int | None = None) -> Draft:
    """Delete rules as long as one is worth less than it costs, or there are too many conditions.

    Then fit what is left to the end. The loss is taken for the square form that it nearly is close
    to its lowest point, one for each class, so what a deletion costs after all weights of the
    class have been fitted anew is known without fitting them. Far from that point it is not: so
    now and then all weights are fitted.

    Parameters
    ----------
    grower : Grower
        Its prices are those to pay.
    draft : Draft
        A card whose weights are fitted.
    reading : float
        Nats that each condition must save besides.
    most : int or None
        The largest number of conditions that may be left.
    """
    while draft.terms:
        fewest = int(STAGE * draft.n_conditions)
        draft = thinned_once(grower, draft, reading, most, fewest)
        if draft.n_conditions > fewest:
            break
    return grower.settled(draft)


def thinned_once(
    grower: Grower, draft: Draft, reading: float, most: int | None, fewest: int
) -> Draft:
    """Delete rules until the rest pays, or so few conditions are left; then fit a little.

    Parameters
    ----------
    grower, draft, reading, most
        See `thinned`.
    fewest : int
        With so many conditions or less it is over in any case.
    """
    problem = grower.problem
    rules, channels, _ = flat_terms(draft.terms)
    n_channels = len(problem.channels)
    order = np.argsort(channels, kind="stable")
    firsts = np.append(0, np.cumsum(np.bincount(channels, minlength=n_channels) + 1))
    starts = np.append(0, np.cumsum(np.diff(firsts) ** 2))
    places = np.empty(len(rules), np.int64)
    places[order] = np.arange(len(rules)) + channels[order]
    values = np.empty(len(rules) + n_channels)
    values[places] = draft.weights
    values[firsts[1:] - 1] = draft.base
    inverses = np.empty(starts[-1])
    set_inverses(
        (problem.labels, problem.share),
        joined_covers(draft.terms),
        rules[order],
        (draft.odds, draft.sums),
        grower.scale.ridge,
        firsts,
        starts,
        values,
        inverses,
    )
    ends = np.cumsum([0, *(len(term.channels) for term in draft.terms)])
    sizes = np.array([len(term.body) for term in draft.terms], np.int64)
    prices = grower.prices
    costs = np.array([prices.of(len(term.body), len(term.channels)) for term in draft.terms])
    kept = np.empty(len(draft.terms), bool)
    members = (channels, places - firsts[channels], ends)
    spare(
        inverses,
        values,
        firsts,
        starts,
        members,
        sizes,
        costs + reading * sizes,
        (int(sizes.sum()) if most is None else most, fewest),
        kept,
    )
    terms = tuple(term for term, stays in zip(draft.terms, kept, strict=True) if stays)
    weights = values[places][kept[rules]]
    start = fresh_start(problem, terms, weights, values[firsts[1:] - 1])
    return fit_draft(problem, terms, start, grower.scale.ridge, grower.effort)
