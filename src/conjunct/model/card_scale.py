"""What sums of points mean: two rows of numbers to look a probability up in."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from conjunct.model.notation import chance_text, label_text
from conjunct.model.points import n_decimals, points_text

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

MOST = 8
"""Steps from one end of the scale to the other: nine columns."""
_REACH = 4.6
"""Units from a sum of 0 to the end of the scale, where a probability is about 99 %."""
_ROUND = (1, 2, 3, 4, 5, 10)


def scale_rows(card: ScoreCard, steps: int = MOST) -> list[list[str]]:
    """Return points, and below them what they mean; each row starts with its name.

    With two classes these are sums around 0, and the probability of the class that they are for.
    With more they are points that a class is behind the largest sum, and its weight: its
    probability is its share of the weights of all classes.

    Parameters
    ----------
    card : ScoreCard
    steps : int, default=8
        One less than the number of columns; even.
    """
    if len(card.classes) == 2:
        points = _points(card, _REACH / (steps // 2), range(-(steps // 2), steps // 2 + 1))
        label = label_text(card.classes[card.scored[0]])
        chances = [chance_text((1 + math.tanh(one / card.unit / 2)) / 2) for one in points]
        decimals = n_decimals(points)
        return [
            ["points", *(points_text(one, decimals) for one in points)],
            [f"P({label})", *chances],
        ]
    points = _points(card, _REACH / steps, range(steps + 1))
    decimals = n_decimals(points)
    return [
        ["points behind", *(points_text(one, decimals).lstrip("+") for one in points)],
        ["weight", *(f"{100 * math.exp(-one / card.unit):.1f}" for one in points)],
    ]


def _points(card: ScoreCard, size: float, places: range) -> list[float]:
    """Return multiples of a round step that is about so many units."""
    step = round_step(math.log10(size) + math.log10(card.unit))
    if not card.n_decimals:
        step = max(step, Decimal(1))
    return [float(place * step) for place in places]


def round_step(exponent: float) -> Decimal:
    """Return the number nearest to a power of ten, in ratio, that is easy to count in.

    Examples
    --------
    >>> round_step(math.log10(2.2)), round_step(math.log10(0.28))
    (Decimal('2'), Decimal('0.3'))
    """
    whole = math.floor(exponent)
    nearest = min(_ROUND, key=lambda one: abs(math.log10(one) - (exponent - whole)))
    return Decimal(nearest).scaleb(whole)
