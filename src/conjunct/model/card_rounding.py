"""Rescale the points of a score card and round them to whole numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from conjunct.errors import ModelError
from conjunct.model.card_order import default_of, in_order
from conjunct.model.points import LARGEST
from conjunct.model.scale import Scale
from conjunct.model.scored_rule import ScoredRule

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

Card = TypeVar("Card", bound="ScoreCard")


def check_unit(unit: float) -> None:
    """Refuse a unit that is not positive or is too large."""
    if not 0 < unit <= LARGEST:
        raise ModelError(f"unit must be above 0 and at most {LARGEST:g}, not {unit:g}")


def rounded_points(
    base: tuple[float, ...], rules: Sequence[ScoredRule], factor: float
) -> tuple[tuple[float, ...], list[ScoredRule]]:
    """Multiply the base points and the points of the rules by a factor, and round them.

    Rules whose points all round to 0 are dropped.

    Parameters
    ----------
    base : tuple of float
    rules : sequence of ScoredRule
    factor : float
    """
    kept = [
        replace(rule, points=_with_lead(rule, points))
        for rule in rules
        if any(points := _rounded(rule.points, factor))
    ]
    return _rounded(base, factor), kept


def with_points(
    card: Card,
    rules: Iterable[ScoredRule],
    base: tuple[float, ...],
    unit: float,
    scale: Scale | None = None,
) -> Card:
    """Return a card with other points, without the facts that held only for the old ones."""
    ordered = in_order(rules)
    used = {name for rule in ordered for name in rule.attributes}
    return replace(
        card,
        rules=ordered,
        default=default_of(base, card.class_counts),
        kinds={name: kind for name, kind in card.kinds.items() if name in used},
        base=base,
        unit=unit,
        threshold=None,
        scores=(),
        checked=None,
        scale=scale,
    )


def _rounded(points: tuple[float, ...], factor: float) -> tuple[float, ...]:
    scaled = [one * factor for one in points]
    if not all(map(math.isfinite, scaled)):
        raise ModelError("the points are too large for this unit")
    return tuple(float(round(one)) for one in scaled)


def _with_lead(rule: ScoredRule, points: tuple[float, ...]) -> tuple[float, ...]:
    """Return the rounded points, adjusted so that the head still has strictly the most or least."""
    ours = points[rule.head]
    if points.count(ours) == 1:
        return points
    moved = ours - 1 if rule.against else ours + 1
    return (*points[: rule.head], moved, *points[rule.head + 1 :])
