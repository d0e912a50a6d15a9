"""Random rules with weights for a table, as `CountingEngine.apply` takes them."""

from __future__ import annotations

import numpy as np

from conjunct.count import Points, Tests, as_tests
from conjunct.encode import CodedTable


def random_points(
    table: CodedTable, random: np.random.Generator, n_scores: int | None = None
) -> Points:
    """Return up to five rules, each with points for some of the scores (one, or one per class)."""
    if n_scores is None:
        n_scores = int(random.choice([1, len(table.classes)]))
    bodies = [random_body(table, random) for _ in range(random.integers(0, 6))]
    pairs = [
        (rule, score)
        for rule in range(len(bodies))
        for score in range(n_scores)
        if random.random() < 0.7
    ]
    rules, channels = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
    return Points(
        bodies, rules, channels, random.normal(0, 1.2, len(rules)), random.normal(0, 1, n_scores)
    )


def random_body(table: CodedTable, random: np.random.Generator) -> Tests:
    """Return up to two conditions, on low codes more often than on others."""
    usable = [at for at, column in enumerate(table.columns) if column.n_codes]
    tests = []
    for _ in range(int(random.integers(1, 3)) if usable else 0):
        column = int(random.choice(usable))
        highest = min(table.columns[column].n_codes, int(random.choice([3, 2000])))
        tests.append((column, int(random.integers(4)), int(random.integers(highest))))
    return as_tests(tests)
