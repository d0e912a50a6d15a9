"""What a score card says in each cell: the same words and numbers as text and as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.model.notation import label_text
from conjunct.model.points import n_decimals, points_text

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard
    from conjunct.model.scored_rule import ScoredRule


def grouped(card: ScoreCard) -> list[tuple[int, list[tuple[int, ScoredRule]]]]:
    """Return the classes that points are for, each with its numbered rules.

    Of two classes one has all rules, also those that speak for the other.
    """
    numbered = list(enumerate(card.rules, start=1))
    if len(card.classes) == 2:
        return [(card.scored[0], numbered)]
    return [(one, [each for each in numbered if each[1].head == one]) for one in card.scored]


def base_parts(card: ScoreCard, group: int) -> list[str]:
    """Return the words beside the points that every row starts with, for one class."""
    return [f"points for {label_text(card.classes[group])}:", "every row"]


def other_points(card: ScoreCard, rule: ScoredRule, group: int, decimals: int) -> list[str]:
    """Say what a rule gives to other classes than that of its group, such as "Gentoo −0.8"."""
    return [
        f"{label_text(card.classes[one])} {points_text(rule.points[one], decimals)}"
        for one in _by_size(rule, group)[1:]
    ]


def given_text(card: ScoreCard, rule: ScoredRule) -> str:
    """Return all points of a rule in words, such as "+3 points for Adelie, −0.8 for Gentoo"."""
    first, *others = _by_size(rule, card.scored[0] if len(card.classes) == 2 else rule.head)
    noun = "point" if abs(rule.points[first]) == 1 else "points"
    given = [f"{_shortest(rule, first)} {noun} for {label_text(card.classes[first])}"]
    given += [f"{_shortest(rule, one)} for {label_text(card.classes[one])}" for one in others]
    return ", ".join(given)


def _shortest(rule: ScoredRule, place: int) -> str:
    points = rule.points[place]
    return points_text(points, n_decimals([points]))


def _by_size(rule: ScoredRule, first: int) -> list[int]:
    """Return the position of one class, then of the others that get points, most points first."""
    others = [one for one, points in enumerate(rule.points) if points and one != first]
    return [first, *sorted(others, key=lambda one: -abs(rule.points[one]))]
