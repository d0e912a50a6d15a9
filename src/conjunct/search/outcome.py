"""What a search for one rule returns, and the rule made from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np

from conjunct.count import OPERATORS, CountingEngine, Tests, as_tests, each_class
from conjunct.count.counts import as_numbers
from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.encode import CodedColumn
from conjunct.model import Condition, Rule
from conjunct.model.condition import Operator
from conjunct.model.record import Round, SearchRecord

Test = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best body found, as conditions on codes, its score and the record of the search."""

    body: Tests
    score: float
    record: SearchRecord


def greedy_record(
    search: str, rounds: tuple[Round, ...], combinations: int, covered: int, errors: int
) -> SearchRecord:
    """Return the record of a search of width 1, which prunes nothing."""
    tried = sum(one.tried for one in rounds)
    return SearchRecord(search, 1, tried, 0, combinations, covered, errors, rounds=rounds)


def conditions_of(engine: CountingEngine, tests: Tests) -> tuple[Condition, ...]:
    """Return conditions on codes in readable form."""
    return readable(engine, [tests])[0]


def readable(engine: CountingEngine, bodies: Iterable[Tests]) -> list[tuple[Condition, ...]]:
    """Return bodies of conditions on codes in readable form; they share equal conditions."""

    @cache
    def read(column: int, op: int, code: int) -> Condition:
        attribute, sign, value = engine.columns[column].read(OPERATORS[op], code)
        return Condition(attribute, cast(Operator, sign), value)

    return [tuple(read(*test) for test in body.tolist()) for body in bodies]


def tests_of(engine: CountingEngine, bodies: Iterable[Sequence[Condition]]) -> list[Tests]:
    """Return readable bodies as conditions on codes: the inverse of `conditions_of`."""
    places = {(column.name, column.presence): at for at, column in enumerate(engine.columns)}

    @cache
    def coded(condition: Condition) -> Test:
        asks_presence = condition.value is None and (condition.attribute, True) in places
        column = places[condition.attribute, asks_presence]
        code = engine.columns[column].code_of(condition.value)
        return column, OPERATORS.index(condition.op), code

    return [as_tests(map(coded, body)) for body in bodies]


def as_rule(engine: CountingEngine, cover: int, head: int, outcome: Outcome) -> Rule:
    """Turn a search's outcome into a rule with its counts on the rows of a cover."""
    return as_rules(engine, cover, [(head, outcome)])[0]


def as_rules(
    engine: CountingEngine, cover: int, found: Sequence[tuple[int, Outcome]]
) -> list[Rule]:
    """Turn classes and outcomes into rules with their counts on the rows of a cover."""
    bodies = [outcome.body for _, outcome in found]
    counts = engine.tally(np.array([cover]), bodies, each_class(engine.n_classes))[0]
    return [
        Rule(conditions, head, as_numbers(own), outcome.record)
        for (head, outcome), conditions, own in zip(
            found, readable(engine, bodies), counts, strict=True
        )
    ]


def shortest_body(tests: list[Test], columns: tuple[CodedColumn, ...]) -> Tests:
    """Return the conditions of a path that no later one implies, in the order of the columns.

    Each condition removed rows that satisfied all conditions before it. So of two ``≤`` on one
    column only the later one is kept, and likewise of two ``>``. An ``=`` makes every ``≠``
    redundant, and a condition on a number makes a test for missing values redundant. A lower limit
    comes before an upper limit.

    Examples
    --------
    >>> size = CodedColumn("size", 0, "numeric", 9)
    >>> shortest_body([(0, 2, 6), (0, 3, 1), (0, 2, 4)], (size,)).tolist()
    [[0, 3, 1], [0, 2, 4]]
    """
    kept: dict[tuple[int, int, int], Test] = {}
    for column, op, code in tests:
        kept[column, op, code if op == UNEQUAL else -1] = (column, op, code)
    fixed = {column for column, op, _ in tests if op == EQUAL}
    measured = {columns[column].attribute for column, op, _ in tests if op in (AT_MOST, ABOVE)}
    needed = [
        (column, op, code)
        for column, op, code in kept.values()
        if not (op == UNEQUAL and column in fixed)
        if not (columns[column].presence and columns[column].attribute in measured)
    ]
    return as_tests(sorted(needed, key=lambda test: (test[0], test[1] == AT_MOST, test)))
