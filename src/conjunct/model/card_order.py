"""In which order a score card prints its rules, and which class it starts from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conjunct.model.scored_rule import ScoredRule


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
