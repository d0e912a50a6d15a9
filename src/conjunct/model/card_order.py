"""The order in which a score card prints its rules, and its default class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conjunct.model.scored_rule import ScoredRule


def in_order(rules: Iterable[ScoredRule]) -> tuple[ScoredRule, ...]:
    """Return rules in printing order: by class, supporting before opposing, most points first.

    With two classes only one has points: rules that add points come first, then rules that take
    points away. With more classes, rules are grouped by head. Ties keep their order.
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

    Ties go to the class with more training rows, then to the one listed first.
    """
    return max(range(len(base)), key=lambda one: (base[one], class_counts[one]))
