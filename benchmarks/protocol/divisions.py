"""Partitions of tables into folds, drawn with a seed; large tables are sampled."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from conjunct.data import Table
from conjunct.estimators.comparison import stratified_folds
from peers.tables import Dataset, write_dataset
from public_tables import public_table

MOST_ROWS = 4000
"""Largest number of rows; of a larger table this many are drawn, the same for every seed."""

N_FOLDS = 2
N_SEEDS = 5


def cut(table: Table, most: int = MOST_ROWS) -> Table:
    """Return a table with at most `most` rows, drawn with a fixed seed, in their order.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> cut(shipped_table(), 100).n_rows, cut(shipped_table()).n_rows
    (100, 344)
    """
    if table.n_rows <= most:
        return table
    drawn = np.random.default_rng(0).permutation(table.n_rows)[:most]
    return table.take(np.sort(drawn))


def divided(
    table: Table, name: str, within: Path, n_seeds: int = N_SEEDS, n_folds: int = N_FOLDS
) -> list[Dataset]:
    """Write a partition for each seed, stratified by class, and return them."""
    found = []
    for seed in range(n_seeds):
        folds = stratified_folds(table.target.values, n_folds, seed)
        found.append(write_dataset(table, name, folds, within, seed))
    return found


def divisions(
    data_dir: Path, names: list[str], within: Path, n_seeds: int = N_SEEDS, n_folds: int = N_FOLDS
) -> list[Dataset]:
    """Return the partitions of the tables of a folder."""
    return [
        division
        for name in names
        for division in divided(cut(public_table(data_dir, name)), name, within, n_seeds, n_folds)
    ]
