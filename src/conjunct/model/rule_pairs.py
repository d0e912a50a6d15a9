"""Pair the rules of two models: equal bodies, or bodies that differ only in their cuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from conjunct.model.condition import Condition

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


class RulePairs(NamedTuple):
    """Positions, from 0, of paired and unpaired rules of two models.

    Parameters
    ----------
    same : tuple of (int, int)
        Rules with equal bodies, in the old and in the new model.
    moved : tuple of (int, int)
        Rules whose bodies differ only in cuts.
    removed : tuple of int
        Rules that only the old model has.
    added : tuple of int
        Rules that only the new model has.
    """

    same: tuple[tuple[int, int], ...]
    moved: tuple[tuple[int, int], ...]
    removed: tuple[int, ...]
    added: tuple[int, ...]


def pair_rules(old: Rules, new: Rules) -> RulePairs:
    """Pair each rule of one model with at most one of another.

    First, rules with equal bodies are paired, whatever the order of their conditions. Then rules
    that test the same attributes in the same directions, with the same categories, at other cuts.
    If there are several candidates, rules of the same class are paired first, then those with the
    nearest cuts, then those that come first.

    Parameters
    ----------
    old, new : Rules
        Models of any kind.
    """
    left = list(range(len(old))), list(range(len(new)))
    same = _paired(old, new, left, body_key)
    moved = _paired(old, new, left, shape_key)
    return RulePairs(same, moved, tuple(left[0]), tuple(left[1]))


def body_key(conditions: Iterable[Condition]) -> Any:
    """Return a key that is the same for equal bodies, whatever the order of conditions."""
    return frozenset(conditions)


def shape_key(conditions: Iterable[Condition]) -> Any:
    """Return a key that is the same for bodies that differ only in cuts.

    Examples
    --------
    >>> low, lower = Condition("age", "<=", 30.0), Condition("age", "<=", 25.0)
    >>> shape_key([low]) == shape_key([lower]), shape_key([low]) == shape_key([])
    (True, False)
    """
    return tuple(sorted(_shape(one) for one in set(conditions)))


def _shape(condition: Condition) -> tuple[str, str, bool, str]:
    named = isinstance(condition.value, str)
    return condition.attribute, condition.op, named, str(condition.value) if named else ""


def _paired(
    old: Rules,
    new: Rules,
    left: tuple[list[int], list[int]],
    key: Callable[[Iterable[Condition]], Any],
) -> tuple[tuple[int, int], ...]:
    """Pair the remaining rules of two models by a key, best pairs first, and remove them."""
    by_key: dict[Any, list[int]] = {}
    for position in left[1]:
        by_key.setdefault(key(new[position].conditions), []).append(position)
    ranked = sorted(
        (*_distance(old, one, new, other), one, other)
        for one in left[0]
        for other in by_key.get(key(old[one].conditions), ())
    )
    pairs: list[tuple[int, int]] = []
    for *_, one, other in ranked:
        if one in left[0] and other in left[1]:
            left[0].remove(one)
            left[1].remove(other)
            pairs.append((one, other))
    return tuple(sorted(pairs))


def _distance(old: Rules, one: int, new: Rules, other: int) -> tuple[bool, float]:
    """Return whether two rules have different classes, and how far apart their cuts are."""
    mine, yours = old[one], new[other]
    differ = (old.classes[mine.head], mine.against) != (new.classes[yours.head], yours.against)
    cuts = zip(_cuts(mine.conditions), _cuts(yours.conditions), strict=True)
    return differ, sum(abs(a - b) / (max(abs(a), abs(b)) or 1.0) for a, b in cuts)


def _cuts(conditions: Sequence[Condition]) -> list[float]:
    numeric = [one for one in set(conditions) if isinstance(one.value, float)]
    numeric.sort(key=lambda one: (one.attribute, one.op, one.value))
    return [one.value for one in numeric if isinstance(one.value, float)]
