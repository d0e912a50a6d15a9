"""Rules that a score card must have: parsed, matched with the codes, and kept in learning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conjunct.cards.fitted import Term
from conjunct.cards.problem import CardProblem
from conjunct.cards.refit import NOT_SEARCHED
from conjunct.count import class_counts
from conjunct.errors import DataError, ModelError, nearest
from conjunct.estimators.bounded import forms
from conjunct.model import Condition, ScoreCard, WrittenRule, parse_rule
from conjunct.model.made_rule import class_position
from conjunct.model.unreachable import implies
from conjunct.search.outcome import tests_of


def kept_rules(keep: Any) -> tuple[WrittenRule, ...]:
    """Read rules to keep; refuse anything but a list of texts.

    Examples
    --------
    >>> print(*kept_rules(["age > 60"]))
    if age > 60
    >>> kept_rules(["age > 60", "then yes"])
    Traceback (most recent call last):
    ...
    conjunct.errors.DataError: kept rule 2: character 1 of the rule 'then yes': the name of a \
column is expected here, and 'then' needs quotes
    """
    if isinstance(keep, str) or not isinstance(keep, Sequence):
        raise DataError(f"keep must be a list of rules, not {keep!r:.60}")
    return tuple(_read(number, text) for number, text in enumerate(keep, start=1))


def _read(number: int, text: Any) -> WrittenRule:
    try:
        rule = parse_rule(text)
    except ModelError as error:
        raise DataError(f"kept rule {number}: {error}") from None
    if rule.points:
        raise DataError(f"kept rule {number}: points are fitted; write a class or nothing instead")
    if not rule.conditions:
        raise DataError(f"kept rule {number} has no conditions; base points hold for every row")
    return replace(rule, conditions=_needed(rule.conditions))


def _needed(body: Sequence[Condition]) -> tuple[Condition, ...]:
    """Return the conditions that no other condition implies."""
    different = list(dict.fromkeys(body))
    return tuple(
        one
        for one in different
        if not any(implies(other, one, "value") for other in different if other != one)
    )


def kept_thresholds(keep: Any) -> dict[str, list[float]]:
    """Return the cut points of rules to keep, by attribute."""
    cuts: dict[str, list[float]] = {}
    for rule in kept_rules(keep):
        for one in rule.conditions:
            if isinstance(one.value, float):
                cuts.setdefault(one.attribute, []).append(one.value)
    return cuts


def kept_terms(problem: CardProblem, keep: Any, classes: Sequence[Any]) -> tuple[Term, ...]:
    """Return rules to keep as terms of a card.

    Parameters
    ----------
    problem : CardProblem
        The rows; their codes include the cut points of the rules.
    keep : sequence of str
        The rules.
    classes : sequence
        The classes.
    """
    terms = []
    for number, rule in enumerate(kept_rules(keep), start=1):
        for condition in rule.conditions:
            _check(problem, condition, number)
        (body,) = tests_of(problem.engine, [rule.conditions])
        if not any(class_counts(problem.engine, problem.cover, body)):
            raise DataError(f"kept rule {number} covers no row: {rule}")
        channel = _channel(rule, classes, number)
        terms.append(Term(body, channel, problem.sign_of(body, channel), NOT_SEARCHED, kept=True))
    return tuple(terms)


def _check(problem: CardProblem, condition: Condition, number: int) -> None:
    """Refuse a condition that does not separate the rows."""
    columns = problem.engine.columns
    own = [column for column in columns if column.name == condition.attribute]
    if not own:
        names = [column.name for column in columns]
        hint = nearest(condition.attribute, names)
        raise DataError(f"kept rule {number}: there is no column {condition.attribute!r}; {hint}")
    if condition.kind not in (None, own[0].kind):
        raise DataError(
            f"kept rule {number}: column {condition.attribute!r} is {own[0].kind}, but the rule "
            f"tests it as {condition.kind}"
        )
    if not any(forms(column, condition) for column in own):
        raise DataError(
            f"kept rule {number}: the condition '{condition}' holds for no row, or for all rows "
            "that have a value there"
        )


def _channel(rule: WrittenRule, classes: Sequence[Any], number: int) -> int:
    """Return the score that the rule gives points to; two classes have one score."""
    if rule.head is None:
        if len(classes) > 2:
            raise DataError(f"kept rule {number}: say which class it is for: then CLASS")
        return 0
    try:
        position = class_position(classes, rule.head)
    except ModelError as error:
        raise DataError(f"kept rule {number}: {error}") from None
    return position if len(classes) > 2 else 0


def with_notes(card: ScoreCard, keep: Any) -> ScoreCard:
    """Return a card with notes on the given rules, and on those that got no points."""
    bodies = {frozenset(rule.conditions) for rule in card}
    notes = []
    for rule in kept_rules(keep):
        body = str(replace(rule, head=None))
        is_there = frozenset(rule.conditions) in bodies
        notes.append(
            f"Given and kept: {body}." if is_there else f"Given, but without points: {body}."
        )
    return replace(card, notes=(*card.notes, *notes))
