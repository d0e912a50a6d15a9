"""Parquet files and what else pyarrow reads in parts; the only file that imports it."""

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
"""Rows that are read at a time."""


def read_parquet(path: Path, request: Request) -> RawTable:
    """Read a Parquet file, or all those of a folder, the wanted columns only.

    Each part goes the way of any data frame.
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
    """Return the number of rows, from the ends of the files alone."""
    found = 0
    for one in _files(path):
        with _parquet(one) as parquet:
            found += parquet.read_metadata(one).num_rows
    return found


def parquet_parts(path: Path, names: Sequence[str], n_rows: int) -> Iterator[Any]:
    """Yield the rows as tables of Arrow, some columns of at most `n_rows` rows at a time.

    Where there are no rows, a table without rows is all.
    """
    parts = chain.from_iterable(_parts_of_file(one, names, n_rows) for one in _files(path))
    first = next(parts, None)
    if first is None:
        with _parquet(path) as parquet:
            first = parquet.read_schema(_files(path)[0]).empty_table().select(list(names))
    yield from chain([first], parts)


def write_parquet(path: Path, parts: Iterable[Mapping[str, Sequence[Any]]]) -> None:
    """Write a whole file or nothing: columns of plain values, part by part.

    Parameters
    ----------
    path : Path
        An existing file is replaced.
    parts : iterable of mapping of str to sequence
        At least one; all have the columns of the first.
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
    """Say whether a source is a dataset of Arrow, or reads batches one after the other."""
    return _is_of_arrow(source) and any(
        map(partial(hasattr, source), ("scanner", "read_next_batch"))
    )


def is_batch(source: Any) -> bool:
    """Say whether something is a batch of rows of Arrow, or a table of it."""
    return _is_of_arrow(source) and hasattr(source, "num_rows") and hasattr(source, "schema")


def arrow_parts(source: Any, request: Request, name: str) -> Iterator[Any] | None:
    """Yield the parts of a dataset of Arrow, or of batches; None where a source is neither."""
    if is_dataset(source):
        return _tables(_batches(source, request, name), source.schema)
    if not isinstance(source, list | tuple | Iterator):
        return None
    batches = iter(source)
    first: Any = next(batches, None)
    return _tables(chain([first], batches), first.schema) if is_batch(first) else None


def _batches(source: Any, request: Request, name: str) -> Iterable[Any]:
    """Return the batches of a dataset, with the wanted columns if it can choose."""
    if not hasattr(source, "scanner"):
        return source  # type: ignore[no-any-return]
    names = source.schema.names
    wanted = [names[index] for index in request.positions(names, name)]
    # Reading far ahead fills the memory.
    few = {"batch_size": PART_ROWS, "batch_readahead": 2, "fragment_readahead": 1}
    return source.to_batches(columns=wanted, **few)  # type: ignore[no-any-return]


def _is_of_arrow(source: Any) -> bool:
    return type(source).__module__.partition(".")[0] == "pyarrow"


def _tables(batches: Iterable[Any], schema: Any) -> Iterator[Any]:
    """Yield batches with rows as tables; a table without rows where there are none."""
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
        for batch in file.iter_batches(n_rows, columns=list(names)):
            yield _table(batch).select(list(names))


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
