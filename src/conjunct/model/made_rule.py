"""Turn a rule that a person wrote into a rule of a theory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conjunct.errors import ModelError
from conjunct.model.notation import Label, label_text
from conjunct.model.promise import NO_PROMISE
from conjunct.model.record import BY_HAND
from conjunct.model.rule import Rule
from conjunct.model.rules import Rules
from conjunct.model.score_card import ScoreCard
from conjunct.model.scored_rule import ScoredRule, head_of
from conjunct.model.written_rule import WrittenRule


def new_rule(rules: Rules, written: WrittenRule) -> Rule:
    """Return a written rule as a rule of a theory, without counts.

    Parameters
    ----------
    rules : Rules
        The theory that gets the rule.
    written : WrittenRule
        In a list or set, a rule without a class gets the default class. In a card, a rule without
        points gives one point to its class; with two classes, to the class with points.
    """
    body, nothing = tuple(dict.fromkeys(written.conditions)), (0,) * len(rules.classes)
    if isinstance(rules, ScoreCard):
        points = _points(rules, written) or _one_point(rules, written)
        is_locked = bool(written.points)
        return ScoredRule(body, head_of(points), nothing, BY_HAND, locked=is_locked, points=points)
    head = _class_of(rules, written)
    own = rules.default if head is None else head
    return Rule(body, own, nothing, BY_HAND, locked=head is not None)


def changed_rule(rules: Rules, old: Rule, written: WrittenRule) -> Rule:
    """Return a written rule that replaces another, with the facts that are still true.

    Parameters
    ----------
    rules : Rules
        The theory.
    old : Rule
        The rule to be replaced.
    written : WrittenRule
        What it leaves out is taken from the old rule. Counts are kept if the body is the same,
        promises if the body and the class are.
    """
    if isinstance(old, ScoredRule):
        assert isinstance(rules, ScoreCard)
        points = _points(rules, written)
        if points is None:
            points = old.points if written.head is None else _one_point(rules, written)
        new: Rule = replace(
            old, head=head_of(points), points=points, locked=old.locked or bool(written.points)
        )
    else:
        head = _class_of(rules, written)
        own = old.head if head is None else head
        new = replace(old, head=own, locked=old.locked or head is not None)
    if (new.head, new.against) != (old.head, old.against):
        new = replace(new, promise=NO_PROMISE)
    body = tuple(dict.fromkeys(written.conditions))
    return new if set(body) == set(old.conditions) else uncounted(replace(new, conditions=body))


def uncounted(rule: Rule) -> Rule:
    """Return the rule without counts, promises and search record."""
    counts = (0,) * len(rule.counts)
    return replace(rule, counts=counts, search=BY_HAND, promise=NO_PROMISE)


def class_position(classes: Sequence[Label], text: str) -> int:
    """Return the position of a class, given its name as rules write it.

    Examples
    --------
    >>> class_position(("no", "yes"), "yes"), class_position((1, 2.5, True), "2.5")
    (1, 1)
    """
    texts = [class_name(label) for label in classes]
    if texts.count(text) != 1:
        problem = "is not a class" if text not in texts else "may be one of several classes"
        known = ", ".join(label_text(label) for label in classes)
        raise ModelError(f"{text!r:.60} {problem}; the classes are {known}")
    return texts.index(text)


def class_name(label: Label) -> str:
    """Return the name of a class as a rule writes it, without quotes."""
    return label if isinstance(label, str) else label_text(label)


def class_of_points(card: ScoreCard, rule: Rule) -> Label:
    """Return the class that the points of a rule are printed for."""
    return card.classes[card.scored[0] if len(card.classes) == 2 else rule.head]


def _class_of(rules: Rules, written: WrittenRule) -> int | None:
    if written.points:
        raise ModelError(f"rules of a {rules.KIND} have no points; write: then CLASS")
    return None if written.head is None else class_position(rules.classes, written.head)


def _points(card: ScoreCard, written: WrittenRule) -> tuple[float, ...] | None:
    """Return written points by class; with two classes, as points for the scored class."""
    if not written.points:
        return None
    points = [0.0] * len(card.classes)
    for given, label in written.points:
        points[class_position(card.classes, label)] += given
    if len(points) == 2:
        (ours,) = card.scored
        points[ours] -= points[1 - ours]
        points[1 - ours] = 0.0
    if not any(points):
        raise ModelError("a rule of a score card must give points other than 0")
    return tuple(points)


def _one_point(card: ScoreCard, written: WrittenRule) -> tuple[float, ...]:
    """Return one point for the class of a rule."""
    label = written.head
    if label is None and len(card.classes) != 2:
        raise ModelError("this card has several classes; say which one the rule is for: then CLASS")
    name = class_name(card.classes[card.scored[0]]) if label is None else label
    points = _points(card, WrittenRule((), points=((1.0, name),)))
    assert points is not None
    return points
