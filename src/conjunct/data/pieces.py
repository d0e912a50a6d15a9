"""A table in pieces: it can be read repeatedly, a bounded number of rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conjunct.data.delimited import delimited_file, delimited_piece
from conjunct.data.formats import FileForm, find_format
from conjunct.data.frame import read_frame
from conjunct.data.learnable import table_from_raw
from conjunct.data.number_forms import Decimal
from conjunct.data.parquet import parquet_names, parquet_parts
from conjunct.data.raw import RawColumn, RawTable, row_place
from conjunct.data.request import Request
from conjunct.data.table import Table
from conjunct.errors import DataError

PIECE_ROWS = 2**16
"""Largest number of rows of a piece."""

NO_NAMES: frozenset[str] = frozenset()


class NotPiecewise(Exception):
    """The meaning of a cell depends on other pieces: the table must be read as a whole."""


@dataclass(frozen=True)
class Pieces:
    """A source whose rows are read piece by piece.

    Parameters
    ----------
    name : str
        Name of the table in messages.
    names : tuple of str
        Names of all its columns.
    read : callable
        Function that takes a request and the names of columns to be read as texts, and yields the
        pieces from the first row on.
    notes, is_text, decimal
        As in `RawTable`.
    """

    name: str
    names: tuple[str, ...]
    read: Callable[[Request, Collection[str]], Iterator[RawTable]]
    notes: tuple[str, ...] = ()
    is_text: bool = False
    decimal: Decimal = "."

    def tables(self, request: Request) -> Iterator[Table]:
        """Yield the pieces as tables whose cells have the same meaning as in the whole table.

        Every column needs a kind. `NotPiecewise` is raised if a cell cannot be interpreted without
        the other pieces. That is rare: texts in a column of numbers, or booleans with capital
        letters, whose column may have other texts too.
        """
        for raw in self.read(request, NO_NAMES):
            for item in raw.columns:
                _refuse_dependent(item, request)
            yield table_from_raw(raw, request)


def _refuse_dependent(item: RawColumn, request: Request) -> None:
    name, column = item.column.name, item.column
    if item.has_capitals:
        raise NotPiecewise(name)
    if request.kind_of(name) == "numeric" and column.kind == "nominal" and column.levels:
        form = request.form_of(name)
        if form is None or form.numbers(column.levels) is None:
            raise NotPiecewise(name)


def can_be_read_in_pieces(path: Path) -> bool:
    """Tell whether the format of a file can be read piece by piece."""
    return find_format(path) in ("delimited", "parquet")


def file_pieces(path: Path, form: FileForm, request: Request, n_rows: int | None = None) -> Pieces:
    """Return a delimited text or Parquet file in pieces.

    Parameters
    ----------
    path : Path
    form : FileForm
        The caller's options for reading the file.
    request : Request
        The request; its names help to detect a header.
    n_rows : int or None
        Largest number of rows of a piece; `PIECE_ROWS` by default.
    """
    n_rows = PIECE_ROWS if n_rows is None else n_rows
    if form.format_of(path) == "parquet":
        return arrow_pieces(
            path.name, parquet_names(path), lambda names: parquet_parts(path, names, n_rows)
        )
    file, notes = delimited_file(path, request, form.delimiter_of(path), form.header, form.encoding)

    def read(request: Request, as_text: Collection[str]) -> Iterator[RawTable]:
        before = 0
        for rows in file.blocks(n_rows):
            if rows:
                yield delimited_piece(file, rows, request, before, as_text)
            before += len(rows)
        if not before:
            raise DataError(f"{file.text.name} has a header but no rows")

    return Pieces(file.text.name, file.names, read, notes, True, file.decimal)


def arrow_pieces(
    name: str, names: tuple[str, ...], batches: Callable[[list[str]], Iterator[Any]]
) -> Pieces:
    """Return Arrow batches as pieces; `batches` reads given columns from the start."""

    def read(request: Request, as_text: Collection[str]) -> Iterator[RawTable]:
        wanted = [names[index] for index in request.positions(names, name)]
        before = 0
        for batch in batches(wanted):
            if len(batch):
                raw = read_frame(batch, request, name)
                yield RawTable(name, raw.columns, _place_after(before))
            before += len(batch)

    return Pieces(name, names, read)


def _place_after(before: int) -> Callable[[int], str]:
    return lambda row: row_place(before + row)
