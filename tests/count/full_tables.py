"""Random tables whose searches have many candidates, unlike most drawn tables."""

from __future__ import annotations

import numpy as np

from conjunct.encode import CodedColumn, CodedTable


def full_table(seed: int) -> CodedTable:
    """Return rows of few codes, three classes and no weights, drawn from a seed."""
    random = np.random.default_rng(seed)
    n_rows, n_columns = int(random.integers(10, 80)), int(random.integers(2, 6))
    n_codes = random.choice([2, 3, 5, 12], n_columns)
    codes = [random.integers(0, n + random.integers(0, 2), n_rows) for n in n_codes.tolist()]
    labels = np.sort(random.integers(0, 3, n_rows).astype(np.uint8))
    return CodedTable(
        tuple(
            CodedColumn(f"c{at}", at, "numeric" if random.random() < 0.4 else "nominal", n)
            for at, n in enumerate(n_codes.tolist())
        ),
        np.array(codes, np.uint8),
        np.empty((0, n_rows), np.uint16),
        np.arange(n_columns, dtype=np.int32),
        labels,
        ("a", "b", "c"),
        np.arange(n_rows, dtype=np.int32),
    )
