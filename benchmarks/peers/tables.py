"""Tables and folds as files that every worker can read: plain arrays, and ARFF for Weka."""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from conjunct.data import Column, Table
from conjunct.experiments.digest import table_digest


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table with folds, in a folder of its own.

    Parameters
    ----------
    name : str
        Name of the table.
    labels, folds : ndarray of int
        Class and fold of every row.
    n_attributes : int
        Number of attributes.
    folder : Path
        Folder of the files.
    digest : str
        Digest of table and folds, so that results of different tables never mix.
    seed : int, default=0
        Seed for learners that have one.
    """

    name: str
    labels: np.ndarray
    folds: np.ndarray
    n_attributes: int
    folder: Path
    digest: str
    seed: int = 0

    @property
    def fold_numbers(self) -> list[int]:
        """Numbers of the folds."""
        return np.unique(self.folds).tolist()

    @cached_property
    def classes(self) -> np.ndarray:
        """Codes of the classes that rows have; a table may declare more."""
        return np.unique(self.labels)


def write_dataset(
    table: Table, name: str, folds: np.ndarray, within: Path, seed: int = 0
) -> Dataset:
    """Write the files for workers, with plain names that need no quotes; return the dataset."""
    both = table_digest(table).encode() + folds.astype("<i8").tobytes()
    digest = hashlib.sha256(both).hexdigest()[:16]
    folder = within / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    columns, target = table.columns, table.target
    about = {
        "columns": [[f"a{place}", _levels(column)] for place, column in enumerate(columns)],
        "classes": [f"c{code}" for code in range(len(target.levels))],
    }
    (folder / "table.json").write_text(json.dumps(about), encoding="utf-8")
    values = np.column_stack([column.values.astype(np.float64) for column in columns])
    labels = target.values.astype(np.int64)
    np.savez(folder / "table.npz", values=values, labels=labels, folds=folds)
    (folder / "folds.txt").write_text("\n".join(map(str, folds.tolist())), encoding="utf-8")
    (folder / "table.arff").write_text(as_arff(table), encoding="utf-8")
    return Dataset(name, labels, folds, len(columns), folder, digest, seed)


def as_arff(table: Table) -> str:
    """Return a table as ARFF with its own values, because Weka's random numbers depend on them."""
    lines = ["@relation table"]
    for place, column in enumerate(table.columns):
        kind = "numeric" if column.kind == "numeric" else _declared(column)
        lines.append(f"@attribute a{place} {kind}")
    lines += [f"@attribute class {_declared(table.target)}", "@data"]
    cells = [_cells(column) for column in (*table.columns, table.target)]
    lines += [",".join(row) for row in zip(*cells, strict=True)]
    return "\n".join(lines) + "\n"


def _levels(column: Column) -> list[str] | None:
    if column.kind == "numeric":
        return None
    return [f"v{code}" for code in range(len(column.levels))]


def _declared(column: Column) -> str:
    return "{" + ",".join(map(_quoted, column.levels)) + "}"


def _quoted(text: str) -> str:
    if re.fullmatch(r"[\w.<>=+-]+", text, re.ASCII):
        return text
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def _cells(column: Column) -> list[str]:
    values = column.values.tolist()
    if column.kind == "numeric":
        return ["?" if math.isnan(value) else repr(value) for value in values]
    levels = [*map(_quoted, column.levels), "?"]
    return [levels[code] for code in values]
