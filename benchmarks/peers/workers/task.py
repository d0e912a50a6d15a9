"""A table and one of its folds as plain arrays, in files that any environment can read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np


class Column(NamedTuple):
    """An attribute: numbers, NaN where missing; or codes of levels, -1 where missing."""

    name: str
    kind: Literal["numeric", "nominal"]
    values: np.ndarray
    levels: tuple[str, ...]


class Task(NamedTuple):
    """What to learn from and what to predict."""

    columns: tuple[Column, ...]
    labels: np.ndarray
    classes: tuple[str, ...]
    train: np.ndarray
    test: np.ndarray


class Answer(NamedTuple):
    """What a learner says about the test rows, and how large its model is.

    `predicted` are codes of classes; `probabilities` has a column for every class of the table,
    and is None for a learner that gives none. Sizes are None for models without rules; `points`,
    the weights that are not 0, for models without points.
    """

    predicted: np.ndarray
    probabilities: np.ndarray | None
    rules: int | None
    conditions: int | None
    points: int | None = None


def load(folder: Path, fold: int) -> Task:
    """Read the table of a folder with one fold as test rows."""
    about = json.loads((folder / "table.json").read_text(encoding="utf-8"))
    with np.load(folder / "table.npz") as arrays:
        values, labels, folds = arrays["values"], arrays["labels"], arrays["folds"]
    columns = []
    for place, (name, levels) in enumerate(about["columns"]):
        if levels is None:
            columns.append(Column(name, "numeric", values[:, place], ()))
        else:
            codes = values[:, place].astype(np.int32)
            columns.append(Column(name, "nominal", codes, tuple(levels)))
    rows = (np.flatnonzero(folds != fold), np.flatnonzero(folds == fold))
    return Task(tuple(columns), labels, tuple(about["classes"]), *rows)


def spread(probabilities: np.ndarray, codes: np.ndarray, n_classes: int) -> np.ndarray:
    """Return a column for every class; those that were not in the training rows get zero."""
    full = np.zeros((len(probabilities), n_classes))
    full[:, np.asarray(codes, dtype=np.int64)] = probabilities
    return full
