"""The rows of a table to predict, in batches of bounded size if its format allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from conjunct.cli.options import Reading
from conjunct.cli.predictions import Cells, cells_of
from conjunct.cli.source import open_rows, quiet
from conjunct.cli.streams import note
from conjunct.data import Table, column_names, read_table
from conjunct.data.formats import FileForm
from conjunct.data.pieces import can_be_read_in_pieces, file_pieces
from conjunct.data.request import Request
from conjunct.model import Rules

Batch = tuple[Table, Cells]
"""Rows with the columns that the rules use, and all cells as texts if columns are kept."""


def batches_in_pieces(
    rules: Rules, path: Path, reading: Reading, keep: bool
) -> Callable[[], Iterator[Batch]] | None:
    """Return a function that reads a table in pieces; None if format or model do not allow it.

    Reading raises `NotPiecewise` if a cell would be read differently with the other pieces known.

    Parameters
    ----------
    rules : Rules
    path : Path
    reading : Reading
        The user's options for reading the file.
    keep : bool
        Whether to return all cells as texts, too.
    """
    form = FileForm(reading.delimiter, None, reading.encoding, reading.sheet)
    if not rules.written or not can_be_read_in_pieces(path):
        return None
    used = _asked(rules.written)
    pieces = file_pieces(path, form, used)
    for text in pieces.notes:
        note(text)

    def read() -> Iterator[Batch]:
        if not keep:
            yield from ((table, {}) for table in pieces.tables(used))
            return
        texts = _asked(dict.fromkeys(pieces.names, "nominal"))
        for table, cells in zip(pieces.tables(used), pieces.tables(texts), strict=True):
            yield table, cells_of(cells)

    return read


def whole_batch(rules: Rules, path: Path, reading: Reading, keep: bool) -> Iterator[Batch]:
    """Yield all rows of a table as one batch."""
    table = open_rows(rules, path, reading)
    yield table, _kept_cells(path, reading) if keep else {}


def _kept_cells(path: Path, reading: Reading) -> Cells:
    """Read all columns of a table as texts, as they are written; missing cells are empty.

    Spaces around a cell are removed, and booleans are in lower case.
    """
    form = {name: getattr(reading, name) for name in ("delimiter", "encoding", "sheet")}
    names = column_names(path, **form)
    with quiet():
        table = read_table(path, columns=names, kinds=dict.fromkeys(names, "nominal"), **form)
    return cells_of(table)


def _asked(kinds: Mapping[str, str]) -> Request:
    return Request(kinds=dict(kinds), columns=tuple(kinds))
