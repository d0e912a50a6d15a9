"""Rows whose class is known, to hold a saved model against."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from conjunct.cli.options import Reading
from conjunct.cli.source import print_notes
from conjunct.cli.streams import note
from conjunct.errors import DataError, DataWarning

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.model import Rules


def open_known_rows(
    rules: Rules, path: Path, target: str | None, reading: Reading
) -> tuple[Table, list[str]]:
    """Read the columns that the rules use and the classes, as texts; rows without one are left out.

    Parameters
    ----------
    rules : Rules
    path : Path
    target : str or None
        The column with the classes; None is the one that the model predicts.
    reading : Reading
        What the user says about the file.
    """
    import numpy as np

    from conjunct.data import read_table
    from conjunct.model.notation import count_text

    target = rules.target if target is None else target
    kinds: dict[str, str] = {**rules.written, target: "nominal"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        table = read_table(
            path,
            columns=list(kinds),
            kinds=kinds,
            delimiter=reading.delimiter,
            encoding=reading.encoding,
            sheet=reading.sheet,
        )
    print_notes(table)
    classes = table.column(target)
    rows = np.flatnonzero(classes.values >= 0)
    if not len(rows):
        raise DataError(f"no row of {table.name} has a class in column {target!r}")
    if len(rows) < table.n_rows:
        note(f"{count_text(table.n_rows - len(rows), 'row')} without {target!r} left out")
    columns = tuple(column.take(rows) for column in table.columns if column.name != target)
    labels = [classes.levels[code] for code in classes.values[rows].tolist()]
    return replace(table, columns=columns, n_rows=len(rows)), labels
