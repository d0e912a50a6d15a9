"""A card's scores grouped into a few bands: the prediction and the observed rate of each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from conjunct.model.points import from_whole, whole

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

MOST_BANDS = 8
_STEPS = (1, 2, 3, 4, 5, 6, 8)
_LEAST_ROWS = 5
_LEAST_SHARE = 0.02
"""A band at either end with fewer rows or a smaller share of all rows joins its neighbour."""


class Band(NamedTuple):
    """A range of neighbouring scores.

    Parameters
    ----------
    low, high : float
        The lowest and the highest score; infinite on a side where the band is open.
    predicted : float
        Mean predicted probability of the rows; without rows, that of the middle of the band.
    observed : float or None
        Share of the rows that belong to the class; None if there are no rows.
    rows : int
        Number of training rows.
    """

    low: float
    high: float
    predicted: float
    observed: float | None
    rows: int


class _Rows(NamedTuple):
    """Rows with the same score; the score is an integer, in units of its last decimal place."""

    at: int
    ours: int
    all: int


def score_bands(card: ScoreCard, most: int = MOST_BANDS) -> tuple[Band, ...]:
    """Return the scores that occur in training as bands, lowest first.

    Up to `most` scores get a band each. More scores are grouped into bands of equal width, one of
    which begins where the prediction changes; the bands at both ends are open. A card without
    recorded scores gets bands of a single score and no rows.

    Parameters
    ----------
    card : ScoreCard
        A card of two classes.
    most : int, default=8
        The largest number of bands.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85))
    >>> [(band.low, band.high, round(band.predicted, 3)) for band in score_bands(card)]
    [(0.0, 0.0, 0.299)]
    """
    decimals = card.score_decimals
    found = [
        _Rows(whole(score, decimals), counts[card.scored[0]], sum(counts))
        for score, counts in card.scores
    ]
    if not found:
        return _without_rows(card, most)
    if len(found) <= most:
        return tuple(_band(card, [one], one.at, one.at) for one in found)
    return _grouped(card, found, card.whole_cut, most)


def _grouped(card: ScoreCard, found: list[_Rows], cut: int, most: int) -> tuple[Band, ...]:
    least = max(_LEAST_ROWS, _LEAST_SHARE * sum(one.all for one in found))
    for step in _steps():
        places: dict[int, list[_Rows]] = {}
        for one in found:
            places.setdefault((one.at - cut) // step, []).append(one)
        first = _end(places, sorted(places), least)
        last = _end(places, sorted(places, reverse=True), least)
        if last - first < most:
            break
    last = max(first, last)
    bands = []
    for place in range(first, last + 1):
        own = [
            one for at, rows in places.items() for one in rows if min(max(at, first), last) == place
        ]
        low, high = cut + place * step, cut + (place + 1) * step - 1
        bands.append(_band(card, own, low, high))
    # The bands at both ends also take all scores beyond them that have the same prediction.
    at_cut, below = from_whole(cut, card.score_decimals), from_whole(cut - 1, card.score_decimals)
    bands[0] = bands[0]._replace(low=-math.inf if first < 0 else at_cut)
    bands[-1] = bands[-1]._replace(high=math.inf if last >= 0 else below)
    return tuple(bands)


def _end(places: dict[int, list[_Rows]], order: list[int], least: float) -> int:
    """Return how far the band at one end must extend to have enough rows.

    Places on different sides of the cut are never merged.
    """
    rows = 0
    for number, place in enumerate(order):
        rows += sum(one.all for one in places[place])
        after = order[number + 1] if number + 1 < len(order) else place
        if rows >= least or (place < 0) != (after < 0):
            break
    return place


def _without_rows(card: ScoreCard, most: int) -> tuple[Band, ...]:
    decimals = card.score_decimals
    cut, (lowest, highest) = card.whole_cut, (whole(one, decimals) for one in card.reach)
    for step in _steps():
        start = cut - (cut - lowest) // step * step
        if (highest - start) // step < most:
            scores = range(start, highest + 1, step) or range(lowest, lowest + 1)
            return tuple(_band(card, [], one, one) for one in scores)
    raise AssertionError("a step that is long enough gives one score")


def _steps() -> Iterator[int]:
    """Yield band widths in increasing order, starting at 1."""
    for power in count():
        for step in _STEPS:
            yield step * 10**power


def _band(card: ScoreCard, rows: Sequence[_Rows], low: int, high: int) -> Band:
    per_point = 10**card.score_decimals
    n_rows = sum(one.all for one in rows)
    if not n_rows:
        middle = (low + high) / (2 * per_point)
        return Band(low / per_point, high / per_point, card.chance(middle), None, 0)
    predicted = sum(one.all * card.chance(one.at / per_point) for one in rows) / n_rows
    observed = sum(one.ours for one in rows) / n_rows
    return Band(low / per_point, high / per_point, predicted, observed, n_rows)
