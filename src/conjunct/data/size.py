"""How large a table is, told before it is read, and how much memory learning from it takes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from conjunct.data.delimited import delimited_file
from conjunct.data.formats import find_format, usual_delimiter
from conjunct.data.parquet import parquet_names, parquet_rows
from conjunct.data.request import Request

BASE = 400 * 2**20
"""Bytes that the package and its libraries take at most, compiled code included."""
CELL = 12
"""Bytes that a cell takes in memory: its value, and its code."""
ROW = 110
"""Bytes that a row takes in memory besides, in covers and in the state of a card."""
MAPPED_ROW = 48
"""Bytes that a row takes in memory where columns, codes and states lie in files."""
SAMPLE = 2**20
"""Bytes of a text file whose lines are counted."""


class TableSize(NamedTuple):
    """Rows and columns of a table, about as many as there are."""

    n_rows: int
    n_columns: int

    @property
    def in_memory(self) -> int:
        """Bytes that learning takes in memory."""
        return BASE + self.n_rows * (ROW + CELL * self.n_columns)

    @property
    def on_disk(self) -> int:
        """Bytes of memory that learning takes where large arrays lie in files."""
        return BASE + self.n_rows * MAPPED_ROW


def table_size(path: Path) -> TableSize | None:
    """Return the size of a Parquet or text file; None for other formats, which are never large.

    The rows of a text file are judged by the lines of its beginning.
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
