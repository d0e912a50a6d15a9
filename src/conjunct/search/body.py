"""Bodies without redundant conditions."""

from __future__ import annotations

from conjunct.count import Tests, as_tests
from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.encode import CodedColumn

Test = tuple[int, ...]


def shortest_body(tests: list[Test], columns: tuple[CodedColumn, ...]) -> Tests:
    """Return the conditions of a path that no later one implies, in the order of the columns.

    Each condition removed rows that satisfied all conditions before it. So of two ``≤`` on one
    column only the later one is kept, and likewise of two ``>``. An ``=`` makes every ``≠``
    redundant, and a condition on a number makes a test for missing values redundant. A lower limit
    comes before an upper limit.

    Parameters
    ----------
    tests : list of tuple
        Column, operator and code, in the order in which they were added.
    columns : tuple of CodedColumn
        The columns of the table.

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
