"""Promises for existing rules, wherever they come from."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine, WeightedEngine
from conjunct.count.engines import make_engine
from conjunct.encode import CodedColumn, encode, repeat_rows
from conjunct.estimators.promising import make_promises
from conjunct.estimators.rows_of_model import ModelRows
from conjunct.estimators.statements import statements_of
from conjunct.model import Condition, Promises, RuleList, Rules, ScoreCard
from conjunct.model.promise import NO_PROMISE
from conjunct.search.language import Language, Limits

AnyRules = TypeVar("AnyRules", bound=Rules)
CONFIDENCE = 0.95
"""Confidence of bounds if the model does not have its own."""


def with_promises_again(rules: AnyRules, rows: ModelRows) -> AnyRules:
    """Return rules with promises from the rows that they are counted on.

    Bounds hold for every rule that the columns can form, so it does not matter who chose these. A
    rule that they cannot form (with a cut point inside a bin, or a category that does not occur)
    gets no promises. In a list whose rules count only the rows that earlier rules leave, neither
    do the rules after it.

    The expected error of a rule follows from its counts and from the number of typical rows that
    are mixed in for the rules of the search. Rules that a person wrote are treated alike.

    Parameters
    ----------
    rules : Rules
        A list, set or card with counts on the rows and with its `promises`.
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
    how = replace(rules.promises or Promises(confidence=CONFIDENCE), held_out=0)
    prior = RulePrior(language.columns, n_statements)
    made = make_promises(engine, statements_of(engine, part), prior, how)
    by_place = dict(zip(formed, made, strict=True))
    promises = [by_place.get(at, NO_PROMISE) for at in range(len(rules))]
    bodies = language.n_bodies(max((rule.n_conditions for rule in rules), default=0))
    possible = [n_statements * bodies[rule.n_conditions] for rule in rules]
    promised = [
        replace(rule, promise=promise, search=replace(rule.search, possible=n))
        for rule, promise, n in zip(rules.rules, promises, possible, strict=True)
    ]
    return replace(rules, rules=tuple(promised), promises=how)


def _n_statements(rules: Rules) -> int:
    """Return the number of statements per body; in cards of many classes, rules can also oppose."""
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
    """Tell whether a condition separates the rows between two codes of a column."""
    if column.presence or condition.value is None:
        return condition.value is None and (column.presence or None in column.levels)
    if isinstance(condition.value, str):
        return condition.value in column.levels
    assert column.bins is not None
    code = column.code_of(condition.value)
    if not 0 <= code < column.n_codes - 1:
        return False
    # At a given cut point, one code ends and the next begins.
    low, high = column.bins.low[code + 1], column.bins.high[code]
    return bool(condition.value < low or condition.value == high)
