"""Renumber the classes of a theory that was learned with its classes in another order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from conjunct.model.card_order import default_of, in_order
from conjunct.model.rule_set import RuleSet
from conjunct.model.rules import Rules
from conjunct.model.score_card import ScoreCard

AnyRules = TypeVar("AnyRules", bound=Rules)


def with_classes_back(theory: AnyRules, order: Sequence[int]) -> AnyRules:
    """Return a theory with its classes in their original order.

    Parameters
    ----------
    theory : Rules
        A list, set or card whose classes, counts, heads and points are in another order. A tree is
        written with its classes in their original order, see `conjunct.trees.as_tree`.
    order : sequence of int
        The original position of each class of the theory.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> learned = RuleList((rule,), ("bird", "beast"), 0, (31, 12), {"legs": "numeric"})
    >>> back = with_classes_back(learned, [1, 0])
    >>> back.classes, back.default, back.rules[0].head, back.rules[0].counts
    (('beast', 'bird'), 1, 0, (10, 2))
    """
    if list(order) == sorted(order):
        return theory
    places = sorted(range(len(order)), key=lambda place: order[place])

    def back(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[place] for place in places)

    def renumbered(one: Any) -> Any:
        more = {"points": back(one.points)} if isinstance(theory, ScoreCard) else {}
        return replace(one, head=order[one.head], counts=back(one.counts), **more)

    rules, default = tuple(map(renumbered, theory.rules)), order[theory.default]
    counts = back(theory.class_counts)
    more: dict[str, Any] = {}
    if isinstance(theory, RuleSet):
        rules = tuple(sorted(rules, key=lambda rule: rule.head))
    elif isinstance(theory, ScoreCard):
        more = {"base": back(theory.base)}
        rules, default = in_order(rules), default_of(more["base"], counts)
    return replace(
        theory,
        rules=rules,
        classes=back(theory.classes),
        default=default,
        class_counts=counts,
        **more,
    )
