"""Rows whose classes are drawn with chances that are known: pure noise, and a plain relation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.data import Column, Table
from conjunct.types import AnyArray, Floats

N_NUMERIC, N_NOMINAL = 10, 5
LEVELS = ("p", "q", "r")
CLASSES = ("no", "yes")


class Drawn(NamedTuple):
    """Rows and what is true of them.

    Parameters
    ----------
    table : Table
        The rows.
    chances : ndarray, (rows, classes)
        Chance of each class in each row.
    """

    table: Table
    chances: Floats


def draw_noise(n_rows: int, seed: int | Sequence[int] = 0) -> Drawn:
    """Return rows of 15 columns that say nothing about the class, which is a coin's.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    seed : int or sequence of int
        Draws them.

    Examples
    --------
    >>> noise = draw_noise(200)
    >>> len(noise.table.columns), noise.chances[0].tolist()
    (15, [0.5, 0.5])
    """
    random = np.random.default_rng(seed)
    columns = _columns(n_rows, random)
    return _drawn(f"noise-{n_rows}", columns, np.full(n_rows, 0.5), random)


def draw_known(n_rows: int, seed: int | Sequence[int] = 0) -> Drawn:
    """Return rows of the same columns, with chances of ``yes`` that depend on three of them.

    The chance is 0.8 where ``a1`` is above 0 and ``b1`` is not ``r``, else 0.6 where ``a2`` is
    above 1, else 0.2.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    seed : int or sequence of int
        Draws them.

    Examples
    --------
    >>> np.unique(draw_known(200).chances[:, 1]).tolist()
    [0.2, 0.6, 0.8]
    """
    random = np.random.default_rng(seed)
    columns = _columns(n_rows, random)
    first, second = columns[0].values, columns[1].values
    likely = (first > 0) & (columns[N_NUMERIC].values != LEVELS.index("r"))
    chance = np.select([likely, second > 1], [0.8, 0.6], 0.2)
    return _drawn(f"known-{n_rows}", columns, chance, random)


def with_classes(table: Table, values: AnyArray) -> Table:
    """Return the same rows with other classes, given as positions among the levels."""
    assert table.target is not None
    target = Column(table.target.name, "nominal", values.astype(np.int32), table.target.levels)
    return Table(table.columns, target, table.name, n_rows=table.n_rows)


def _columns(n_rows: int, random: np.random.Generator) -> tuple[Column, ...]:
    """Draw numbers with one digit after the point, as people measure, and words."""
    numbers = random.normal(size=(N_NUMERIC, n_rows)).round(1)
    words = random.integers(len(LEVELS), size=(N_NOMINAL, n_rows)).astype(np.int32)
    return (
        *(Column(f"a{at}", "numeric", values) for at, values in enumerate(numbers, 1)),
        *(Column(f"b{at}", "nominal", values, LEVELS) for at, values in enumerate(words, 1)),
    )


def _drawn(
    name: str, columns: tuple[Column, ...], chance: Floats, random: np.random.Generator
) -> Drawn:
    yes = (random.random(len(chance)) < chance).astype(np.int32)
    target = Column("class", "nominal", yes, CLASSES)
    table = Table(columns, target, name, n_rows=len(chance))
    return Drawn(table, np.column_stack([1.0 - chance, chance]))
