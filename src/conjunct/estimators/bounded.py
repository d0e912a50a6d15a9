"""Bounds on rules that are there already, however they came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine, WeightedEngine
from conjunct.count.engines import make_engine
from conjunct.encode import CodedColumn, encode, repeat_rows
from conjunct.estimators.promising import make_promises
from conjunct.estimators.rows_of_model import ModelRows
from conjunct.estimators.statements import statements_of
from conjunct.model import Condition, Promise, Promises, Rule, RuleList, Rules, ScoreCard
from conjunct.model.promise import NO_PROMISE
from conjunct.search.language import Language
from conjunct.search.limits import Limits

AnyRules = TypeVar("AnyRules", bound=Rules)
CONFIDENCE = 0.95
"""Of bounds where the model does not say with which confidence they hold."""


def with_bounds(rules: AnyRules, before: Rules, rows: ModelRows) -> AnyRules:
    """Return rules with what can be promised of them on the rows that they are counted on.

    Bounds hold for every rule that the columns can form, so it does not matter who chose these. A
    rule that they cannot form (a threshold inside of a bin, a category that does not occur) has no
    bound; in a list whose rules count the rows that earlier ones leave, none after it has one.

    Parameters
    ----------
    rules : Rules
        A list, set or card with counts on the rows.
    before : Rules
        A theory with expected errors; those of rules that say the same, of the same counts, stay.
    rows : ModelRows
        The rows.
    """
    coded = repeat_rows(encode(rows.table, rules.missing))
    engine = make_engine("auto", coded)
    if coded.weights is not None:
        engine = WeightedEngine(engine)
    language = Language(engine.columns, Limits(), reuse="always")
    n_statements = _n_statements(rules)
    formed = _formed(engine, rules)
    part = replace(rules, rules=tuple(rules.rules[at] for at in formed))
    confidence = CONFIDENCE if rules.promises is None else rules.promises.confidence
    made, _ = make_promises(
        engine,
        statements_of(engine, part),
        RulePrior(language.columns, n_statements),
        folds=None,
        held_out=None,
        confidence=confidence,
    )
    bounds = dict(zip(formed, made, strict=True))
    known = _still_expected(before, rules)
    promises = [_joined(one, bounds.get(at, NO_PROMISE)) for at, one in enumerate(known)]
    bodies = language.n_bodies(max((rule.n_conditions for rule in rules), default=0))
    possible = [n_statements * bodies[rule.n_conditions] for rule in rules]
    promised = [
        replace(rule, promise=promise, search=replace(rule.search, possible=n))
        for rule, promise, n in zip(rules.rules, promises, possible, strict=True)
    ]
    return replace(rules, rules=tuple(promised), promises=_how(rules, promises, confidence))


def _n_statements(rules: Rules) -> int:
    """Return how many statements a rule can make: cards of several classes speak against, too."""
    n_classes = len(rules.classes)
    return 2 * n_classes if isinstance(rules, ScoreCard) and n_classes > 2 else n_classes


def _formed(engine: CountingEngine, rules: Rules) -> list[int]:
    """Return the positions of the rules that the columns can form."""
    columns: dict[str, list[CodedColumn]] = {}
    for column in engine.columns:
        columns.setdefault(column.name, []).append(column)
    is_formed = [
        all(any(forms(column, one) for column in columns[one.attribute]) for one in rule.conditions)
        for rule in rules
    ]
    if isinstance(rules, RuleList) and rules.reached and False in is_formed:
        is_formed = is_formed[: is_formed.index(False)]
    return [at for at, own in enumerate(is_formed) if own]


def forms(column: CodedColumn, condition: Condition) -> bool:
    """Tell whether a condition divides the rows between two codes of a column."""
    if column.presence or condition.value is None:
        return condition.value is None and (column.presence or None in column.levels)
    if isinstance(condition.value, str):
        return condition.value in column.levels
    assert column.bins is not None
    code = column.code_of(condition.value)
    if not 0 <= code < column.n_codes - 1:
        return False
    # Where a cut point was given, codes end and begin at it.
    low, high = column.bins.low[code + 1], column.bins.high[code]
    return bool(condition.value < low or condition.value == high)


def _joined(before: Promise, bound: Promise) -> Promise:
    """Return an expected error with a bound; it is no larger than the bound."""
    expected = before.expected
    if expected is not None and bound.at_most is not None:
        expected = min(expected, bound.at_most)
    return replace(bound, expected=expected)


def _how(rules: Rules, promises: Sequence[Promise], confidence: float) -> Promises:
    """Say how the promises were made; of the search on parts only if something of it is left."""
    if rules.promises is None or all(promise.expected is None for promise in promises):
        return Promises(confidence=confidence)
    return replace(rules.promises, held_out=0)


def _still_expected(before: Rules, after: Rules) -> list[Promise]:
    """Return the expected errors of rules that say what they said, of as many rows.

    A rule that a person wrote has none: no search was repeated for it.
    """
    known: dict[Any, Promise] = {_said(rule): rule.promise for rule in before}
    return [Promise(known.get(_said(rule), NO_PROMISE).expected) for rule in after]


def _said(rule: Rule) -> tuple[Any, ...]:
    return rule.conditions, rule.head, rule.against, rule.counts
