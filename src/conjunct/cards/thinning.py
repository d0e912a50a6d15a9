"""Thinning a card out: delete the rules that do not pay, and let the others give way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conjunct.cards.draft import Draft, flat_terms, fresh_start, joined_covers
from conjunct.cards.growth import Grower
from conjunct.cards.thinning_kernels import set_inverses, spare


def thinned(grower: Grower, draft: Draft, most: int | None = None) -> Draft:
    """Delete rules as long as one is worth less than its price, or there are too many conditions.

    Then fit what is left to the end. The loss is taken for the square form that it nearly is close
    to its lowest point, one for each class, so what a deletion costs after all weights of the
    class have been fitted anew is known without fitting them.

    Parameters
    ----------
    grower : Grower
        Its prices are those to pay.
    draft : Draft
        A card whose weights are fitted.
    most : int or None
        The largest number of conditions that may be left.
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
    whole = replace(grower, price=1.0).prices
    lengths = np.array([whole.of(len(term.body), len(term.channels)) for term in draft.terms])
    limits = (grower.price, int(sizes.sum()) if most is None else most)
    kept = np.empty(len(draft.terms), bool)
    members = (channels, places - firsts[channels], ends)
    spare(inverses, values, firsts, starts, members, sizes, lengths, limits, kept)
    terms = tuple(term for term, stays in zip(draft.terms, kept, strict=True) if stays)
    weights = values[places][kept[rules]]
    start = fresh_start(problem, terms, weights, values[firsts[1:] - 1])
    return grower.settled(Draft(terms, weights, start.base, np.inf, start.odds, start.sums))
