"""A card of two classes on a scale of credit scores: whole points for the good class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from conjunct.errors import ModelError
from conjunct.model.card_rounding import rounded_points, with_points
from conjunct.model.notation import Label, label_text
from conjunct.model.points import from_whole, n_decimals, whole
from conjunct.model.scale import MOST, Scale
from conjunct.model.scored_rule import ScoredRule

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

Card = TypeVar("Card", bound="ScoreCard")


def check_scale(card: ScoreCard, scale: Scale) -> None:
    """Refuse a card whose points are not those of its scale."""
    if len(card.classes) != 2:
        raise ModelError(f"only a card of two classes has a scale, not one of {len(card.classes)}")
    if card.unit != scale.unit:
        raise ModelError(f"the unit is {card.unit:g}, but that of the scale is {scale.unit:g}")
    points = (one for rule in card.rules for one in rule.points)
    if n_decimals([card.start, *points]):
        raise ModelError("the points of a card that has a scale must be whole numbers")


def scaled_card(card: Card, scale: Scale, good: Label | None) -> Card:
    """Return a card on a scale, see `ScoreCard.scaled`."""
    if len(card.classes) != 2:
        raise ModelError(f"only cards of two classes can be scaled, not of {len(card.classes)}")
    if card.threshold is not None:
        raise ModelError(
            "a card with a guaranteed threshold cannot be scaled, because rounding may break the "
            "guarantee; learn it with scale= instead"
        )
    (ours,) = card.scored
    place = card.good if good is None else _place(card, good)
    same = place == ours
    _, rules = rounded_points(card.base, card.rules, scale.unit / card.unit)
    base = [0.0, 0.0]
    in_points = card.base[ours] / card.unit * scale.unit
    base[place] = _base(in_points if same else -in_points, scale)
    turned = rules if same else [_turned(rule) for rule in rules]
    return with_points(card, turned, tuple(base), scale.unit, scale)


def _place(card: ScoreCard, good: Label) -> int:
    if good not in card.classes:
        known = ", ".join(map(label_text, card.classes))
        raise ModelError(f"good is {good!r}, which is not a class; the classes are {known}")
    return card.classes.index(good)


def _base(points: float, scale: Scale) -> float:
    """Return base points that make every score start at a whole number."""
    decimals = n_decimals([scale.even])
    if not abs(points) <= MOST:
        raise ModelError("the points are too large for this scale")
    start = round(points + scale.even)
    return from_whole(start * 10**decimals - whole(scale.even, decimals), decimals)


def _turned(rule: ScoredRule) -> ScoredRule:
    """Return the same rule with points for the other class of two."""
    first, second = rule.points
    return replace(rule, points=(-second, -first))
