"""A table of measures with one line for each learner or model, in blocks that fit the width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.option import option
from conjunct.cli.streams import heading, say, width
from conjunct.text_width import text_width, to_left, to_right

if TYPE_CHECKING:
    from conjunct.model.notation import Label

GAP = "  "
NONE = "–"

Metrics = Annotated[
    list[str] | None,
    option(
        "NAME",
        "A measure to print: error, balanced_error, log_loss, brier, auc, recall or "
        "precision; all by default. May be repeated. The first one sorts the learners.",
        "--metric",
    ),
]
Positive = Annotated[
    str | None,
    option(
        "CLASS", "The class of recall and precision; by default the rarer one of two.", "--positive"
    ),
]


def read_metrics(given: Sequence[str] | None) -> list[str]:
    """Read the names of every ``--metric``; spaces and hyphens may replace underscores.

    Examples
    --------
    >>> read_metrics(["AUC", "log-loss"])
    ['auc', 'log_loss']
    """
    from conjunct.evaluate import MEASURES

    names = [one.strip().lower().replace("-", "_").replace(" ", "_") for one in given or []]
    for name in names:
        if name not in MEASURES or names.count(name) > 1:
            fault = "is given twice" if name in MEASURES else "is not a measure"
            raise typer.BadParameter(
                f"{name!r} {fault}; choose among {', '.join(MEASURES)}", param_hint="'--metric'"
            )
    return names


def printed_metrics(names: Sequence[str], lines: Sequence[Mapping[str, float | None]]) -> list[str]:
    """Return the measures to print: those given, or else all that have a value in some line."""
    from conjunct.evaluate import MEASURES

    every = [name for name in MEASURES if any(line[name] is not None for line in lines)]
    return list(names) or every


def measure_cell(name: str, value: float | None) -> str:
    """Write one measure.

    Examples
    --------
    >>> measure_cell("error", 0.1234), measure_cell("auc", 0.87654), measure_cell("auc", None)
    ('12.3 %', '0.877', '–')
    """
    from conjunct.evaluate import MEASURES

    if value is None:
        return NONE
    return f"{100 * value:.1f} %" if MEASURES[name].is_share else f"{value:.3f}"


def measure_heading(name: str) -> str:
    """Return the heading of a measure."""
    from conjunct.evaluate import MEASURES

    return MEASURES[name].heading


def best_first(name: str, value: float | None) -> tuple[bool, float]:
    """Return a sort key that puts the best value of a measure first and missing values last."""
    from conjunct.evaluate import MEASURES

    if value is None:
        return True, 0.0
    return False, -value if MEASURES[name].more_is_better else value


def about_positive(names: Sequence[str], label: Label | None) -> str:
    """Return a sentence on the positive class; empty if neither recall nor precision is printed."""
    from conjunct.model.notation import label_text

    shown = [name for name in ("recall", "precision") if name in names]
    if label is None or not shown:
        return ""
    verb = "is" if len(shown) == 1 else "are"
    return f"{' and '.join(shown).capitalize()} {verb} about {label_text(label)}."


def say_table(rows: Sequence[Sequence[str]], together: int = 0) -> None:
    """Print rows in columns; the first row is the heading.

    Parameters
    ----------
    rows : sequence of sequences of str
        Rows of equal length.
    together : int, default=0
        Number of last columns that get a block of their own if not all columns fit the line.
    """
    for number, block in enumerate(blocks(rows, width(), together)):
        head, *lines = block
        say("\n".join([*[""] * (number > 0), heading(head), *lines]))


def blocks(rows: Sequence[Sequence[str]], room: int, together: int = 0) -> list[list[str]]:
    """Write rows as columns, in as many blocks as needed to fit the width.

    The first column is repeated in every block.

    Examples
    --------
    >>> for block in blocks([("name", "error", "AUC"), ("card", "1 %", "0.9")], room=14):
    ...     print(block)
    ['name  error', 'card    1 %']
    ['name  AUC', 'card  0.9']
    """
    lines = aligned(rows)
    if text_width(lines[0]) <= room:
        return [lines]
    if together:
        parts = [row[:-together] for row in rows], [(row[0], *row[-together:]) for row in rows]
        return [block for part in parts for block in blocks(part, room)]
    names, *columns = [list(column) for column in zip(*rows, strict=True)]
    groups: list[list[list[str]]] = []
    left = 0
    for column in columns:
        needed = len(GAP) + max(map(text_width, column))
        if not groups or needed > left:
            groups.append([])
            left = room - max(map(text_width, names))
        groups[-1].append(column)
        left -= needed
    return [aligned(list(zip(names, *group, strict=True))) for group in groups]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows as columns: the first left-aligned, the others right-aligned."""
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            to_right(cell, size) if index else to_left(cell, size)
            for index, (cell, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
