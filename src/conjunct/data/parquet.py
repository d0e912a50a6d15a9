"""Parquet files and other sources that pyarrow reads in parts; the only file that imports it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from conjunct.data.frame import read_frames
from conjunct.data.raw import RawTable
from conjunct.data.request import Request
from conjunct.errors import DataError, MissingPackageError
from conjunct.files import writing

PART_ROWS = 2**17
"""Number of rows that are read at a time."""


def read_parquet(path: Path, request: Request) -> RawTable:
    """Read the wanted columns of a Parquet file, or of all Parquet files of a folder.

    Each part is read like any data frame.
    """
    names = parquet_names(path)
    wanted = [names[index] for index in request.positions(names, path.name)]
    return read_frames(parquet_parts(path, wanted, PART_ROWS), request, path.name)


def parquet_files(folder: Path) -> list[Path]:
    """Return the Parquet files of a folder in the order of their names."""
    return sorted(one for one in folder.glob("*.parquet") if not one.name.startswith((".", "_")))


def parquet_names(path: Path) -> tuple[str, ...]:
    """Return the names of all columns, from the schema alone."""
    first = _files(path)[0]
    with _parquet(first) as parquet:
        return tuple(parquet.read_schema(first).names)


def parquet_rows(path: Path) -> int:
    """Return the number of rows, from the metadata alone."""
    found = 0
    for one in _files(path):
        with _parquet(one) as parquet:
            found += parquet.read_metadata(one).num_rows
    return found


def parquet_parts(path: Path, names: Sequence[str], n_rows: int) -> Iterator[Any]:
    """Yield some columns as Arrow tables of at most `n_rows` rows each.

    If there are no rows, the only table has no rows.
    """
    parts = chain.from_iterable(_parts_of_file(one, names, n_rows) for one in _files(path))
    first = next(parts, None)
    if first is None:
        with _parquet(path) as parquet:
            first = parquet.read_schema(_files(path)[0]).empty_table().select(list(names))
    yield from chain([first], parts)


def write_parquet(path: Path, parts: Iterable[Mapping[str, Sequence[Any]]]) -> None:
    """Write columns of plain values, part by part; the file is written completely or not at all.

    Parameters
    ----------
    path : Path
        The file to write; an existing file is replaced.
    parts : iterable of mapping of str to sequence
        At least one part; all have the columns of the first.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingPackageError.named("pyarrow", "parquet", f"writing {path.name}") from None
    tables = iter(parts)
    first = pyarrow.table(dict(next(tables)))
    with writing(path) as file, parquet.ParquetWriter(file, first.schema) as writer:
        writer.write_table(first)
        for part in tables:
            writer.write_table(pyarrow.table(dict(part), schema=first.schema))


def is_dataset(source: Any) -> bool:
    """Tell whether a source is an Arrow dataset or an Arrow reader of batches."""
    return _is_of_arrow(source) and any(
        map(partial(hasattr, source), ("scanner", "read_next_batch"))
    )


def is_batch(source: Any) -> bool:
    """Tell whether an object is an Arrow record batch or table."""
    return _is_of_arrow(source) and hasattr(source, "num_rows") and hasattr(source, "schema")


def arrow_parts(source: Any, request: Request, name: str) -> Iterator[Any] | None:
    """Return the parts of an Arrow dataset, or of batches; None if a source is neither."""
    if is_dataset(source):
        return _tables(_batches(source, request, name), source.schema)
    if not isinstance(source, list | tuple | Iterator):
        return None
    batches = iter(source)
    first: Any = next(batches, None)
    return _tables(chain([first], batches), first.schema) if is_batch(first) else None


def _batches(source: Any, request: Request, name: str) -> Iterable[Any]:
    """Return the batches of a dataset, with only the wanted columns if it can select them."""
    if not hasattr(source, "scanner"):
        return source  # type: ignore[no-any-return]
    names = source.schema.names
    wanted = [names[index] for index in request.positions(names, name)]
    # Reading far ahead would fill the memory.
    few = {"batch_size": PART_ROWS, "batch_readahead": 2, "fragment_readahead": 1}
    return source.to_batches(columns=wanted, **few)  # type: ignore[no-any-return]


def _is_of_arrow(source: Any) -> bool:
    return type(source).__module__.partition(".")[0] == "pyarrow"


def _tables(batches: Iterable[Any], schema: Any) -> Iterator[Any]:
    """Yield batches that have rows, as tables; if there are none, an empty table."""
    n_parts = 0
    for batch in batches:
        if batch.num_rows:
            n_parts += 1
            yield batch if hasattr(batch, "combine_chunks") else _table(batch)
    if not n_parts:
        yield schema.empty_table()


def _table(batch: Any) -> Any:
    import pyarrow

    return pyarrow.Table.from_batches([batch])


def _files(path: Path) -> list[Path]:
    return parquet_files(path) if path.is_dir() else [path]


def _parts_of_file(path: Path, names: Sequence[str], n_rows: int) -> Iterator[Any]:
    with _parquet(path) as parquet, parquet.ParquetFile(path) as file:
        absent = [name for name in names if name not in file.schema_arrow.names]
        if absent:
            raise DataError(f"{path.name} has no column {absent[0]!r}, which other files have")
        for column in file.schema_arrow:
            getattr(column.type, "tz", None)  # a damaged time zone raises here, not in the reader
        for batch in file.iter_batches(n_rows, columns=list(names)):
            yield _table(batch).select(list(names))


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    """Yield pyarrow's reader, and turn its absence or the errors of a file into one sentence."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingPackageError.named("pyarrow", "parquet", f"reading {path.name}") from None
    try:
        yield parquet
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError):
        raise DataError(f"{path.name} is not a complete Parquet file; write it again") from None
