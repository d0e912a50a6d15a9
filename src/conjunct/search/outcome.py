"""What a search for one rule returns, and the rule made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conjunct.count import OPERATORS, CountingEngine, Tests, as_tests, class_counts
from conjunct.model import Condition, Rule
from conjunct.model.record import SearchRecord


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best body found, as conditions on codes, its score and the record of the search."""

    body: Tests
    score: float
    record: SearchRecord


def conditions_of(engine: CountingEngine, tests: Tests) -> tuple[Condition, ...]:
    """Return conditions on codes in readable form."""
    return tuple(
        Condition(*engine.columns[column].read(OPERATORS[op], code))
        for column, op, code in tests.tolist()
    )


def tests_of(engine: CountingEngine, conditions: Sequence[Condition]) -> Tests:
    """Return readable conditions as conditions on codes: the inverse of `conditions_of`."""
    places = {(column.name, column.presence): at for at, column in enumerate(engine.columns)}
    tests = []
    for condition in conditions:
        asks_presence = condition.value is None and (condition.attribute, True) in places
        column = places[condition.attribute, asks_presence]
        code = engine.columns[column].code_of(condition.value)
        tests.append((column, OPERATORS.index(condition.op), code))
    return as_tests(tests)


def as_rule(engine: CountingEngine, cover: int, head: int, outcome: Outcome) -> Rule:
    """Turn a search's outcome into a rule with its counts on the rows of a cover.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    cover : int
        The rows that are counted.
    head : int
        The class of the rule.
    outcome : Outcome
        The outcome of the search.
    """
    return Rule(
        conditions=conditions_of(engine, outcome.body),
        head=head,
        counts=class_counts(engine, cover, outcome.body),
        search=outcome.record,
    )
