"""What a study found, as plain values: tables, figures and sentences, not yet written anywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.experiments.cells import cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Fact = str | int | float | None
Line = Mapping[str, Any]
"""A line of a table: numbers by name. Names that begin with ``_`` are for the text alone."""


@dataclass(frozen=True)
class Grid:
    """A table to print: cells are text, already rounded; numbers behind them go to the CSV file.

    Parameters
    ----------
    name : str
        Of its files, e.g. ``"table-3"``.
    title : str
        One line above it.
    columns : tuple of str
        Headings; the first column names the line and is set to the left.
    lines : tuple of tuple of str
        The cells as people read them.
    data_columns : tuple of str
        Headings of the CSV file.
    data : tuple of tuple
        Lines of the CSV file: full numbers, one fact a cell.
    notes : tuple of str
        Sentences below it: stand-ins, marks, what is not comparable.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    data_columns: tuple[str, ...]
    data: tuple[tuple[Fact, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A figure to draw.

    Parameters
    ----------
    name : str
        Of its files, e.g. ``"figure-1"``.
    title : str
        One line above it.
    draw : callable
        Fills an empty matplotlib figure.
    size : tuple of float
        Width and height in inches.
    published : str
        What the paper says of it.
    found : str
        What ours shows, in a sentence or two computed from the results.
    """

    name: str
    title: str
    draw: Callable[[Figure], None]
    size: tuple[float, float]
    published: str
    found: str


@dataclass(frozen=True)
class Findings:
    """Everything that a study has to show, in reading order.

    Parameters
    ----------
    summary : tuple of str
        Sentences: what was run, what came out.
    grids : tuple of Grid
        Tables.
    pictures : tuple of Picture
        Figures.
    """

    summary: tuple[str, ...]
    grids: tuple[Grid, ...] = ()
    pictures: tuple[Picture, ...] = ()


def grid(
    name: str,
    title: str,
    shown: Mapping[str, str],
    rows: Sequence[Line],
    notes: Sequence[str] = (),
    *,
    data: Sequence[Line] | None = None,
    extra: Sequence[tuple[str, ...]] = (),
) -> Grid:
    """Return a table of rows of numbers.

    Parameters
    ----------
    name, title : str
        As in `Grid`.
    shown : mapping of str to str
        The template of each column by its heading; see `conjunct.experiments.cells.cell`.
    rows : sequence of mapping
        The numbers of each line.
    notes : sequence of str
        Sentences below it.
    data : sequence of mapping or None
        Rows of the CSV file, where they are not the lines of the text.
    extra : sequence of tuple of str
        Lines below the others, in the text alone.

    Examples
    --------
    >>> made = grid("g", "Errors", {"table": "{table}", "%": "{e:%1}"}, [{"table": "a", "e": 0.25}])
    >>> made.lines, made.data
    ((('a', '25.0'),), (('a', 0.25),))
    """
    lines = text_lines(list(shown.values()), rows)
    return Grid(
        name,
        title,
        tuple(shown),
        (*lines, *extra),
        *data_table(rows if data is None else data),
        tuple(notes),
    )


def wide_grid(
    name: str,
    title: str,
    corner: str,
    across: str,
    shown: Mapping[str, str],
    rows: Sequence[Line],
    notes: Sequence[str] = (),
    head: str = "{}",
) -> Grid:
    """Return a table whose text has a column for each value of one of the numbers.

    Parameters
    ----------
    name, title : str
        As in `Grid`.
    corner : str
        Heading of the first column.
    across : str
        Name of the number whose values are the headings of the others.
    shown : mapping of str to str
        For each line the template of its first cell, and that of its other cells.
    rows : sequence of mapping
        The numbers, as the CSV file has them.
    notes : sequence of str
        Sentences below it.
    head : str
        How the values are written in the headings.

    Examples
    --------
    >>> rows = [{"table": "a", "width": w, "e": w / 10} for w in (1, 2)]
    >>> wide_grid("g", "Errors", "table", "width", {"{table}": "{e:.1f}"}, rows).lines
    (('a', '0.1', '0.2'),)
    """
    heads = list(dict.fromkeys(row[across] for row in rows))
    groups: dict[tuple[str, ...], dict[Any, Line]] = {}
    for row in rows:
        groups.setdefault(tuple(cell(one, row) for one in shown), {})[row[across]] = row
    lines = [
        (label, *(cell(template, group[at]) if at in group else "" for at in heads))
        for labels, group in groups.items()
        for label, template in zip(labels, shown.values(), strict=True)
    ]
    columns = (corner, *(head.format(one) for one in heads))
    return Grid(name, title, columns, tuple(lines), *data_table(rows), tuple(notes))


def text_lines(templates: Sequence[str], rows: Sequence[Line]) -> tuple[tuple[str, ...], ...]:
    """Return the cells of every row as people read them."""
    return tuple(tuple(cell(template, row) for template in templates) for row in rows)


def data_table(
    rows: Sequence[Line],
) -> tuple[tuple[str, ...], tuple[tuple[Fact, ...], ...]]:
    """Return the names and the full numbers of rows; None where there is no number."""
    names = tuple(name for name in (rows[0] if rows else ()) if not name.startswith("_"))
    return names, tuple(tuple(_fact(row[name]) for name in names) for row in rows)


def _fact(value: Any) -> Fact:
    plain: Fact = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(plain, float) and math.isnan(plain) else plain
