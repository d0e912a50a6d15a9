"""What a search for one rule returns, and the rule made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conjunct.count import OPERATORS, CountingEngine, Tests, as_tests, class_counts
from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.encode import CodedColumn
from conjunct.model import Condition, Rule
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
    """Turn a search's outcome into a rule with its counts on the rows of a cover."""
    return Rule(
        conditions=conditions_of(engine, outcome.body),
        head=head,
        counts=class_counts(engine, cover, outcome.body),
        search=outcome.record,
    )


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
