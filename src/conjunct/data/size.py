"""The size of a table, estimated before it is read, and the memory that learning needs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from conjunct.data.delimited import delimited_file
from conjunct.data.formats import find_format, usual_delimiter
from conjunct.data.parquet import parquet_names, parquet_rows
from conjunct.data.request import Request
from conjunct.errors import DataError

BASE = 400 * 2**20
"""Largest number of bytes that the package and its libraries need, compiled code included."""
CELL = 12
"""Bytes of memory per cell: its value and its code."""
ROW = 110
"""Further bytes of memory per row, for covers and the row state of a card."""
MAPPED_ROW = 48
"""Bytes of memory per row if columns, codes and row states are in files."""
SAMPLE = 2**20
"""Number of characters at the beginning of a text file whose lines are counted."""


class TableSize(NamedTuple):
    """Approximate number of rows and columns of a table."""

    n_rows: int
    n_columns: int

    @property
    def in_memory(self) -> int:
        """Bytes of memory that learning needs."""
        return BASE + self.n_rows * (ROW + CELL * self.n_columns)

    @property
    def on_disk(self) -> int:
        """Bytes of memory that learning needs if large arrays are in files."""
        return BASE + self.n_rows * MAPPED_ROW


def needs_files(size: TableSize, allowed: int, name: str, parameter: str) -> bool:
    """Tell whether learning fits the allowed memory only if large arrays are in files.

    An error is raised if it does not fit even then.

    Parameters
    ----------
    size : TableSize
        Size of the table.
    allowed : int
        Allowed bytes of memory.
    name : str
        Name of the table, for the error message.
    parameter : str
        Name of the parameter that the error message suggests to raise.

    Examples
    --------
    >>> needs_files(TableSize(1_000, 5), 2**31, "the table", "memory_limit")
    False
    >>> needs_files(TableSize(10_000_000, 20), 2**30, "the table", "memory_limit")
    True
    """
    if size.in_memory <= allowed:
        return False
    if size.on_disk > allowed:
        columns = "1 column" if size.n_columns == 1 else f"{size.n_columns:,} columns"
        raise DataError(
            f"{name} has about {size.n_rows:,} rows of {columns}, for which at least "
            f"{bytes_text(size.on_disk)} of memory are needed; raise {parameter}, or learn from a "
            "part of the rows"
        )
    return True


def bytes_text(n_bytes: int) -> str:
    """Return a number of bytes as text.

    Examples
    --------
    >>> bytes_text(3 * 2**29), bytes_text(5 * 2**20)
    ('1.5 GB', '5 MB')
    """
    return f"{n_bytes / 2**30:,.1f} GB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:,.0f} MB"


def table_size(path: Path) -> TableSize | None:
    """Return the size of a Parquet or text file; None for other formats, which are never large.

    The number of rows of a text file is estimated from the lines at its beginning.
    """
    match find_format(path):
        case "parquet":
            return TableSize(parquet_rows(path), len(parquet_names(path)))
        case "delimited":
            file, _ = delimited_file(path, Request(), usual_delimiter(path))
            beginning = file.text.head(SAMPLE)
            n_lines = max(beginning.count("\n"), 1)
            per_line = max(len(beginning.encode(file.text.encoding)) / n_lines, 1.0)
            n_bytes = path.stat().st_size * (8 if path.suffix == ".gz" else 1)
            return TableSize(max(round(n_bytes / per_line) - 1, 1), len(file.names))
    return None
