"""Public tables of a folder of ARFF files, and halves of them."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from conjunct.data import Table, read_table
from conjunct.errors import DataWarning


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the folder."""
    default = Path(__file__).parents[2] / "shared" / "data"
    parser.add_argument("--data-dir", type=Path, default=default, help="folder of ARFF tables")


def public_table(folder: Path, name: str) -> Table:
    """Read one table; the class is its last attribute."""
    path = folder / f"{name}.arff"
    heads = [
        line.split()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.lower().startswith("@attribute")
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return read_table(path, target=heads[-1][1])


def halves(table: Table, n_trials: int) -> Iterator[tuple[Table, Table]]:
    """Yield stratified training and test halves, a seed a trial."""
    labels = table.target.values
    for seed in range(n_trials):
        rng = np.random.default_rng(seed)
        order = np.lexsort((rng.random(len(labels)), labels))
        first = int(rng.integers(2))
        yield table.take(np.sort(order[first::2])), table.take(np.sort(order[1 - first :: 2]))
