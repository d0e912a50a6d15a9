"""Refuse tables that are too large for any learner in a reasonable time."""

from __future__ import annotations

from conjunct.data import Table
from conjunct.errors import DataError

MOST_CLASSES = 1_000
"""Largest number of classes; layered search then takes 20 seconds for four rows of each."""
MOST_CATEGORIES = 10_000
"""Largest number of categories, each a condition; with half, layered search takes 10 seconds."""


def refuse_sizes(table: Table) -> None:
    """Refuse a target with too many classes, and columns with too many categories.

    Parameters
    ----------
    table : Table
        The table to learn from.

    Examples
    --------
    >>> import numpy as np
    >>> from conjunct.data.table import Column
    >>> names = tuple(f"n{number}" for number in range(20_000))
    >>> street = Column("street", "nominal", np.arange(20_000, dtype=np.int32), names)
    >>> refuse_sizes(Table((street,)))
    Traceback (most recent call last):
    ...
    conjunct.errors.DataError: column 'street' has 20000 categories, and at most 10000 are learned \
from; group the rare ones, or leave the column out
    """
    if table.target is not None and len(table.target.levels) > MOST_CLASSES:
        raise DataError(
            f"the target {table.target.name!r} has {len(table.target.levels)} classes, and at most "
            f"{MOST_CLASSES} are learned; group the rare ones"
        )
    for column in table.columns:
        if column.kind == "nominal" and len(column.levels) > MOST_CATEGORIES:
            raise DataError(
                f"column {column.name!r} has {len(column.levels)} categories, and at most "
                f"{MOST_CATEGORIES} are learned from; group the rare ones, or leave the column out"
            )
