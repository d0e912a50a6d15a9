"""The fold of every row: from a file if there is one, otherwise the same on every machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.comparison import stratified_folds

N_FOLDS = 10


def folds_of(table: Table, name: str, folder: Path | None) -> np.ndarray:
    """Return the fold of every row of a table, from 0.

    Parameters
    ----------
    table : Table
        A table with a target.
    name : str
        Name of the table; ``NAME.txt`` in the folder has one number per row.
    folder : Path or None
        Folder of such files. Without a folder or a file, folds are stratified with a fixed seed.
    """
    labels = table.target.values
    path = folder / f"{name}.txt" if folder is not None else None
    if path is None or not path.is_file():
        return stratified_folds(labels, min(N_FOLDS, len(labels)))
    return _read(path, len(labels))


def _read(path: Path, n_rows: int) -> np.ndarray:
    cells = path.read_text(encoding="utf-8").split()
    for line, cell in enumerate(cells, start=1):
        if not cell.isdecimal():
            raise DataError(
                f"line {line} of {path} is {cell!r}; write the number of a fold, from 0"
            )
    if len(cells) != n_rows:
        raise DataError(
            f"{path} has {len(cells)} numbers for {n_rows} rows; write one a row, or leave the "
            "file out to have folds made"
        )
    folds = np.array(cells, dtype=np.int64)
    if len(np.unique(folds)) < 2:
        raise DataError(f"{path} puts all rows into one fold; write at least two")
    return folds
