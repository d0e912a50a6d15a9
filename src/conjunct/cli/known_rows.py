"""Rows of known class, to check a saved model on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from conjunct.cli.options import Reading
from conjunct.cli.source import print_notes, quiet
from conjunct.cli.streams import note
from conjunct.errors import DataError

if TYPE_CHECKING:
    from conjunct.estimators.examination import LabelledRows
    from conjunct.model import Rules


def open_known_rows(rules: Rules, path: Path, target: str | None, reading: Reading) -> LabelledRows:
    """Read the columns that the rules use and the classes, as text, of all rows with a class.

    Parameters
    ----------
    rules : Rules
    path : Path
    target : str or None
        The column with the classes; None means the one that the model predicts.
    reading : Reading
        The user's options for reading the file.
    """
    from conjunct.data import read_table
    from conjunct.data.formats import opened
    from conjunct.estimators.examination import known_rows
    from conjunct.model.notation import count_text

    target = target or rules.target
    if target in rules.written:
        raise DataError(
            f"the rules of the model use column {target!r}, so it cannot hold the classes; name "
            "the column of the classes with --target"
        )
    kinds: dict[str, str] = {**rules.written, target: "nominal"}
    if reading.weight is not None:
        kinds[reading.weight] = "numeric"
    with quiet(), opened(path) as file:
        table = read_table(
            file,
            columns=list(kinds),
            kinds=kinds,
            delimiter=reading.delimiter,
            encoding=reading.encoding,
            sheet=reading.sheet,
        )
        if reading.weight is not None:
            table = table.weighted_by(reading.weight)
    print_notes(table)
    known = known_rows(table, target)
    if known.table.n_rows < table.n_rows:
        n_rows = table.n_rows - known.table.n_rows
        note(f"{count_text(n_rows, 'row')} without {target!r} left out")
    return known
