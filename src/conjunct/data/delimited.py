"""Delimited text (CSV and similar formats) to columns, in blocks of rows."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from conjunct.data.cells import TextColumn, gather
from conjunct.data.dialect import (
    SAMPLE,
    csv_options,
    find_delimiter,
    has_decimal_commas,
    has_header,
    is_blank,
    no_header,
    sample_rows,
)
from conjunct.data.number_forms import Decimal
from conjunct.data.raw import RawTable
from conjunct.data.request import Request
from conjunct.data.textfile import TextFile, open_text
from conjunct.errors import DataError

_BLOCK_CELLS = 400_000
_NO_DELIMITERS = '"\r\n'


@dataclass(frozen=True)
class DelimitedFile:
    """A text file whose dialect is known.

    Parameters
    ----------
    text : TextFile
        The file.
    delimiter : str
        The character between cells.
    names : tuple of str
        Names of all its columns.
    n_skipped : int
        Number of lines before the first data row: blank lines, and the header.
    has_decimal_commas : bool
        Whether its beginning has decimal commas, so that points may separate thousands.
    """

    text: TextFile
    delimiter: str
    names: tuple[str, ...]
    n_skipped: int
    has_decimal_commas: bool = False

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of the line on which a data row ends, and the row; skip blank lines."""
        with self.text.lines() as lines:
            reader = csv.reader(lines, **csv_options(self.delimiter))
            for row in islice(reader, self.n_skipped, None):
                if not self._is_blank(row):
                    yield reader.line_num, row

    @property
    def decimal(self) -> Decimal:
        """The decimal separator of columns that do not show it."""
        return "," if self.has_decimal_commas or self.delimiter == ";" else "."

    def blocks(self, most: int | None = None) -> Iterator[list[list[str]]]:
        """Yield the data rows in blocks, all of the right width."""
        size = max(1, _BLOCK_CELLS // len(self.names))
        size = size if most is None else min(size, most)
        try:
            with self.text.lines() as lines:
                reader = csv.reader(lines, **csv_options(self.delimiter))
                data = islice(reader, self.n_skipped, None)
                while block := list(islice(data, size)):
                    yield self._checked(block)
        except csv.Error as error:
            raise DataError(
                f"{self.text.name} breaks the quoting rules at line {reader.line_num} ({error}); "
                'a cell in double quotes ends with its quote, and a quote inside is written ""'
            ) from None

    def place(self, row: int) -> str:
        """Return the line of a data row. It reads the file again; for error messages only."""
        line, _ = next(islice(self.rows(), row, None))
        return f"line {line}"

    def _checked(self, block: list[list[str]]) -> list[list[str]]:
        """Return the rows of a block without blank lines; raise an error for a wrong width."""
        width = len(self.names)
        if {len(row) for row in block} == {width}:
            return block
        rows = [row for row in block if not self._is_blank(row)]
        if any(len(row) != width for row in rows):
            self._refuse_ragged()
        return rows

    def _refuse_ragged(self) -> None:
        width = len(self.names)
        line, row = next((line, row) for line, row in self.rows() if len(row) != width)
        cells = "cell" if len(row) == 1 else "cells"
        raise DataError(
            f"line {line} of {self.text.name} has {len(row)} {cells} where {width} are expected; "
            "correct the line, or name the delimiter if it was guessed wrong (delimiter= in "
            "Python, --delimiter on the command line)"
        )

    def _is_blank(self, row: Sequence[str]) -> bool:
        return is_blank(row) if len(self.names) > 1 else not row


def read_delimited(
    path: Path,
    request: Request,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
) -> RawTable:
    """Read a delimited text file; options that are None are detected.

    Parameters
    ----------
    path : Path
        A CSV, TSV or similar file, gzipped if its name ends in ``.gz``.
    request : Request
        The wanted columns and their kinds.
    delimiter : str or None
        One character; None chooses among comma, tab, semicolon and bar.
    header : bool or None
        Whether the first row holds the names; without a header they are column1, column2, …
    encoding : str or None
        See `open_text`.
    """
    file, notes = delimited_file(path, request, delimiter, header, encoding)
    name, positions = file.text.name, request.positions(file.names, file.text.name)
    columns = {index: _column(file, index, request) for index in positions}
    if gather(columns, file.blocks) == 0:
        raise DataError(f"{name} has a header but no rows")
    found = tuple(columns[index].finish(file.place, name) for index in positions)
    return RawTable(name, found, file.place, notes, is_text=True, decimal=file.decimal)


def delimited_file(
    path: Path,
    request: Request,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
) -> tuple[DelimitedFile, tuple[str, ...]]:
    """Return a file ready to be read, see `read_delimited`, and notes about guesses."""
    text = open_text(path, encoding)
    file, has_names = _with_dialect(text, request, delimiter, header)
    guessed = header is None and not has_names
    return file, (*text.notes, no_header(text.name)) if guessed else text.notes


def delimited_piece(
    file: DelimitedFile,
    rows: list[list[str]],
    request: Request,
    before: int = 0,
    as_text: Collection[str] = (),
) -> RawTable:
    """Return some rows of a file as a table.

    Parameters
    ----------
    file : DelimitedFile
    rows : list of list of str
        Consecutive rows of the file.
    request : Request
        The wanted columns and their kinds.
    before : int
        Number of data rows before them.
    as_text : collection of str
        Names of columns whose cells are collected as texts.
    """
    name, positions = file.text.name, request.positions(file.names, file.text.name)
    columns = {index: _column(file, index, request) for index in positions}
    columns |= {at: one.as_text() for at, one in columns.items() if one.name in as_text}
    gather(columns, lambda: [rows])

    def place(row: int) -> str:
        return file.place(before + row)

    found = tuple(columns[index].finish(place, name) for index in positions)
    return RawTable(name, found, place, is_text=True, decimal=file.decimal)


def _column(file: DelimitedFile, index: int, request: Request) -> TextColumn:
    name = file.names[index]
    points = not file.has_decimal_commas
    column = TextColumn(name, request.kind_of(name), request.tokens, points=points)
    return column if request.form_of(name) is None else column.as_text()


def delimited_names(
    path: Path,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
) -> tuple[str, ...]:
    """Return the names of all columns, detected as by `read_delimited`."""
    file, _ = _with_dialect(open_text(path, encoding), Request(), delimiter, header)
    return file.names


def _with_dialect(
    text: TextFile, request: Request, delimiter: str | None, header: bool | None
) -> tuple[DelimitedFile, bool]:
    """Return the file ready to be read, and whether it has a header."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in _NO_DELIMITERS):
        raise DataError(
            f"the delimiter of {text.name} must be one character, not {delimiter!r}, and neither "
            "a quote nor the end of a line"
        )
    head = text.head(SAMPLE)
    is_whole = len(head) < SAMPLE
    delimiter = delimiter or find_delimiter(head, is_whole)
    n_blank, first = _first_row(text, delimiter)
    sample = sample_rows(head, delimiter, is_whole) or [first]
    if header is None:
        header = has_header(sample, request.names, request.tokens)
    has_commas = delimiter != "," and has_decimal_commas(sample[header:], request.tokens)
    given = first if header else [""] * len(first)
    names = (name.strip() or f"column{index}" for index, name in enumerate(given, 1))
    return DelimitedFile(text, delimiter, tuple(names), n_blank + header, has_commas), header


def _first_row(text: TextFile, delimiter: str) -> tuple[int, list[str]]:
    """Return the number of blank lines before the first row, and this row."""
    with text.lines() as lines:
        try:
            reader = csv.reader(lines, **csv_options(delimiter))
            return next((n, row) for n, row in enumerate(reader) if not is_blank(row))
        except (csv.Error, StopIteration):
            raise DataError(
                f"the first line of {text.name} is not a row of cells; check its quotes"
            ) from None
