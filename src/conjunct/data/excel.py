"""Excel files, read by openpyxl; the only file that imports it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conjunct.data.dialect import has_header, no_header
from conjunct.data.raw import RawColumn, RawTable
from conjunct.data.request import Request
from conjunct.data.tokens import is_missing
from conjunct.data.values import column_of_objects, value_text
from conjunct.errors import ConjunctError, DataError, MissingPackageError, nearest

_SAMPLE = 1000
"""Number of rows from which the header is detected."""
_NAMED = 5
"""Number of other sheets that an error names."""
_ERRORS = {"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"}


@dataclass(frozen=True)
class ExcelSheet:
    """The used part of a sheet.

    Parameters
    ----------
    rows : tuple of tuple
        Rows that are not empty, all of equal width; None for an empty cell.
    numbers : tuple of int
        Their row numbers, as Excel shows them.
    notes : tuple of str
        A sentence if the workbook has several sheets.
    choice : str
        Which sheet was chosen out of which; empty if there was no choice.
    """

    rows: tuple[tuple[Any, ...], ...]
    numbers: tuple[int, ...]
    notes: tuple[str, ...] = ()
    choice: str = ""

    def positions(self, names: Sequence[str], request: Request, source: str) -> list[int]:
        """Return the positions of the wanted columns; they may be on a sheet that was not read."""
        try:
            return request.positions(names, source)
        except DataError as error:
            raise DataError(f"{error}{self.choice}") from None

    def header(self, request: Request, header: bool | None) -> tuple[list[str], int]:
        """Return the names of the columns, and the number of header rows: 1 or 0."""
        if header is None:
            sample = [[_text(cell) for cell in row] for row in self.rows[:_SAMPLE]]
            header = has_header(sample, request.names, request.tokens)
        given = self.rows[0] if header else [None] * len(self.rows[0])
        names = [_text(cell) or f"column{at}" for at, cell in enumerate(given, 1)]
        return names, int(header)


def read_excel(
    path: Path, request: Request, header: bool | None = None, sheet: str | None = None
) -> RawTable:
    """Read one sheet of a workbook: numbers, texts, booleans and dates as they are stored.

    Empty rows, and empty columns around the table, are skipped. Formulas have the values that were
    saved with them, and cells with an error such as ``#N/A`` are missing.

    Parameters
    ----------
    path : Path
        A workbook of Excel 2007 or later.
    request : Request
        The wanted columns and their kinds.
    header : bool or None
        Whether the first row holds the names; None detects it.
    sheet : str or None
        Name of the sheet; None means the first one that is not empty.
    """
    found = _sheet(path, sheet)
    names, n_skipped = found.header(request, header)
    positions = found.positions(names, request, path.name)
    cells = list(zip(*found.rows[n_skipped:], strict=True))
    if not cells:
        raise DataError(f"{path.name} has a header but no rows")
    columns = tuple(_column(names[at], cells[at], request, path.name) for at in positions)

    def place(row: int) -> str:
        return f"row {found.numbers[n_skipped + row]}"

    notes = found.notes if header is not None or n_skipped else (*found.notes, no_header(path.name))
    return RawTable(path.name, columns, place, notes, is_text=True)


def excel_names(
    path: Path, header: bool | None = None, sheet: str | None = None
) -> tuple[str, ...]:
    """Return the names of all columns."""
    return tuple(_sheet(path, sheet).header(Request(), header)[0])


def _column(name: str, cells: Sequence[Any], request: Request, source: str) -> RawColumn:
    known = [
        None if isinstance(cell, str) and is_missing(cell, request.tokens) else cell
        for cell in cells
    ]
    return column_of_objects(name, known, request.kind_of(name), source)


def _text(cell: Any) -> str:
    return "" if cell is None else value_text(cell).strip()


def _sheet(path: Path, wanted: str | None) -> ExcelSheet:
    with _workbook(path) as book:
        sheets = {sheet.title: sheet for sheet in book.worksheets}
        if wanted is not None and wanted not in sheets:
            near = nearest(wanted, sheets).replace("columns", "sheets")
            raise DataError(f"{path.name} has no sheet {wanted!r}; {near}")
        for name in sheets if wanted is None else [wanted]:
            found = _filled(sheets[name])
            if found.rows:
                others = [one for one in sheets if one != name] if wanted is None else []
                if not others:
                    return found
                note = f"{path.name}: read the sheet {name!r} and left out {len(others)} more."
                named = f"{', '.join(map(repr, others[:_NAMED]))}{', …' * (len(others) > _NAMED)}"
                choice = f"; this is its sheet {name!r}, and --sheet names another: {named}"
                return ExcelSheet(found.rows, found.numbers, (note,), choice)
    raise DataError(f"{path.name} is empty")


def _filled(sheet: Any) -> ExcelSheet:
    """Return the rows that are not empty, without the empty columns around them."""
    rows = {
        number: [None if cell in _ERRORS else cell for cell in row]
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1)
        if any(cell is not None for cell in row)
    }
    width = max(map(len, rows.values()), default=0)
    filled = [
        at
        for at in range(width)
        if any(at < len(row) and row[at] is not None for row in rows.values())
    ]
    if not filled:
        return ExcelSheet((), ())
    first, last = filled[0], filled[-1]
    whole = ([*row, *[None] * (width - len(row))] for row in rows.values())
    return ExcelSheet(tuple(tuple(row[first : last + 1]) for row in whole), tuple(rows))


@contextmanager
def _workbook(path: Path) -> Iterator[Any]:
    """Yield an open workbook, and turn its errors into one sentence."""
    try:
        from openpyxl import load_workbook
        from openpyxl.styles import cell_style
    except ImportError:
        raise MissingPackageError.named("openpyxl", "excel", f"reading {path.name}") from None
    # It prints about styles that do not exist, between the rows that a command writes.
    cell_style.print = _ignore
    with path.open("rb") as stream, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and charts, which are not read
        try:
            yield load_workbook(stream, read_only=True, data_only=True)
        except ConjunctError:
            raise
        except Exception:  # a damaged file can fail in the zip, the XML or anywhere in openpyxl
            raise DataError(
                f"{path.name} is not a complete Excel file; save it again as .xlsx or as CSV"
            ) from None


def _ignore(text: str) -> None:
    """Print nothing."""
