"""Public tables of a folder of ARFF files."""

from __future__ import annotations

import argparse
import os
import warnings
from pathlib import Path

from conjunct.data import Table, read_table
from conjunct.errors import DataWarning

CORE14 = (
    *("breast-cancer", "vote", "credit-a", "hepatitis", "diabetes", "promoters", "heart-c"),
    *("kr-vs-kp", "tic-tac-toe", "lymph", "glass", "soybean", "autos", "primary-tumor"),
)
"""Tables used in comparisons of learners."""


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the folder; the variable CONJUNCT_DATA is its default."""
    default = Path(os.environ.get("CONJUNCT_DATA", Path(__file__).parents[2] / "shared" / "data"))
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
