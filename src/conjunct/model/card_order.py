"""In which order a score card prints its rules, and which class it starts from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from conjunct.model.scored_rule import ScoredRule

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard


def in_order(rules: Iterable[ScoredRule]) -> tuple[ScoredRule, ...]:
    """Return rules in the order of print: by class, for it before against it, most points first.

    Of two classes only one has points: the rules that add to it come first, then those that take
    away. With more, rules go by their head. Rules that are equal in this keep their order.
    """
    return tuple(sorted(rules, key=_place))


def _place(rule: ScoredRule) -> tuple[int, bool, float]:
    if len(rule.points) == 2:
        points = rule.points[0] or rule.points[1]
        return 0, points < 0, -abs(points)
    points = rule.points[rule.head]
    return rule.head, rule.against, points if rule.against else -points


def default_of(base: Sequence[float], class_counts: Sequence[int]) -> int:
    """Return the class of rows that no rule covers: the one with the largest base points.

    Equal points go to the class with more training rows, then to the first listed.
    """
    return max(range(len(base)), key=lambda one: (base[one], class_counts[one]))


def with_classes_back(card: ScoreCard, order: Sequence[int]) -> ScoreCard:
    """Return a card whose classes were numbered in another order, with their own numbers.

    Parameters
    ----------
    card : ScoreCard
        Its base, counts and points are in that order, its names of classes are not.
    order : sequence of int
        The own number of each class.
    """
    if list(order) == sorted(order):
        return card
    places = sorted(range(len(order)), key=lambda place: order[place])

    def back(values: Sequence[float]) -> tuple[Any, ...]:
        return tuple(values[place] for place in places)

    rules = [
        replace(rule, head=order[rule.head], counts=back(rule.counts), points=back(rule.points))
        for rule in card.rules
    ]
    base, counts = back(card.base), back(card.class_counts)
    return replace(
        card,
        rules=in_order(rules),
        base=base,
        class_counts=counts,
        default=default_of(base, counts),
    )
