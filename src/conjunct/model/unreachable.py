"""Rules of a list that can never decide, because an earlier rule covers all their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.model.condition import Condition, Missing

if TYPE_CHECKING:
    from conjunct.model.rule import Rule


def unreachable(rules: Sequence[Rule], missing: Missing) -> tuple[int, ...]:
    """Return the positions of rules whose body implies the body of a single earlier rule.

    Rules whose rows are covered only by several earlier rules together are not found.

    Parameters
    ----------
    rules : sequence of Rule
        The rules of a list in order.
    missing : {"fails", "value"}
        How missing cells are treated, see `Condition.holds`.
    """
    attributes = [frozenset(rule.attributes) for rule in rules]
    found: list[int] = []
    for later, rule in enumerate(rules):
        if any(
            attributes[earlier] <= attributes[later]
            and _implies(rule.conditions, rules[earlier].conditions, missing)
            for earlier in range(later)
        ):
            found.append(later)
    return tuple(found)


def _implies(body: Sequence[Condition], other: Sequence[Condition], missing: Missing) -> bool:
    return all(any(implies(one, goal, missing) for one in body) for goal in other)


def implies(one: Condition, other: Condition, missing: Missing = "fails") -> bool:
    """Tell whether every row that passes one condition passes the other.

    Examples
    --------
    >>> implies(Condition("age", "<=", 20.0), Condition("age", "<=", 30.0))
    True
    >>> implies(Condition("sex", "=", "male"), Condition("sex", "!=", "female"))
    True
    >>> implies(Condition("sex", "!=", "female"), Condition("sex", "=", "male"))
    False
    """
    if one.attribute != other.attribute or one == other:
        return one == other
    needs_value = one.op in ("<=", ">") or (one.op == "=" and one.value is not None)
    if other.op == "!=" and other.value is None:
        return needs_value or (one.op == "!=" and missing == "fails")
    if one.op == "=":
        return other.op == "!=" and one.value != other.value
    if one.op == other.op and isinstance(one.value, float) and isinstance(other.value, float):
        return one.value <= other.value if one.op == "<=" else one.value >= other.value
    return False
