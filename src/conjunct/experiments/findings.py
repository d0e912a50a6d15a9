"""What a study found, as plain values: tables, figures and sentences, not yet written anywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
    data: tuple[tuple[str | int | float | None, ...], ...]
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
