"""Parquet files, read by pyarrow; the only file that imports it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conjunct.data.frame import read_frame
from conjunct.data.raw import RawTable
from conjunct.data.request import Request
from conjunct.errors import DataError, MissingPackageError


def read_parquet(path: Path, request: Request) -> RawTable:
    """Read a Parquet file, the wanted columns only; it then goes the way of any data frame."""
    with _parquet(path) as parquet:
        names = parquet.read_schema(path).names
        wanted = [names[index] for index in request.positions(names, path.name)]
        table = parquet.read_table(path, columns=wanted)
    return read_frame(table, request, path.name)


def parquet_names(path: Path) -> tuple[str, ...]:
    """Return the names of all columns, from the schema alone."""
    with _parquet(path) as parquet:
        return tuple(parquet.read_schema(path).names)


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    """Lend pyarrow's reader, and say in one sentence what is wrong with it or with the file."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingPackageError.named("pyarrow", "parquet", f"reading {path.name}") from None
    try:
        yield parquet
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError):
        raise DataError(f"{path.name} is not a whole Parquet file; write it again") from None
