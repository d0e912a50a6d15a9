"""A cache of tables in a folder: columns are kept as arrays and mapped into memory when used.

The key of a table depends on the names, sizes and times of its files and on the options for reading
it. A table that is damaged or was written by another version is read again.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from conjunct.data.c45 import find_c45
from conjunct.data.parquet import parquet_files
from conjunct.data.table import Column, Table
from conjunct.errors import DataError
from conjunct.files import remove_leftover_folders, whole_folder
from conjunct.rooms import chunks
from conjunct.types import AnyArray

VERSION = 1
"""Version of the format in which tables are kept."""
FACTS = "table.json"


def cached_table(
    folder: Path, path: Path, how: Mapping[str, Any], read: Callable[[], Table]
) -> tuple[Table, str]:
    """Return a table from the cache, or read it and keep it there, and a sentence about it.

    Parameters
    ----------
    folder : Path
        Folder of the cache; it is made if it does not exist.
    path : Path
        The file, or the folder of files, that the table is read from.
    how : mapping
        The options for reading the table, as plain data.
    read : callable
        Function that reads the table.
    """
    place = folder / _key(path, how)
    sentence = f"kept in {folder} for the next time"
    remove_leftover_folders(folder)
    if place.is_dir():
        try:
            return _opened(place), f"loaded from the cache in {folder}"
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            sentence = f"read again and kept in {folder}, because the cached table is damaged"
    table = read()
    try:
        _keep(table, place)
    except OSError as error:
        raise DataError(
            f"{folder} cannot keep the table: {error.strerror}; name a folder that can be written"
        ) from None
    return table, sentence


def _key(path: Path, how: Mapping[str, Any]) -> str:
    """Return a key that depends on the files of a table and on the options for reading it."""
    files = parquet_files(path) if path.is_dir() else [*(find_c45(path) or (path,))]
    facts = [(str(one.resolve()), one.stat().st_size, one.stat().st_mtime_ns) for one in files]
    text = json.dumps([VERSION, facts, dict(how)], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _keep(table: Table, place: Path) -> None:
    """Write a table beside its place, and move it there when it is complete."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with whole_folder(place) as beside:
        columns = [*table.columns, *([table.target] if table.target is not None else [])]
        facts = {
            "version": VERSION,
            "name": table.name,
            "notes": list(table.notes),
            "n_rows": table.n_rows,
            "has_target": table.target is not None,
            "columns": [_keep_column(one, beside / f"{at}.npy") for at, one in enumerate(columns)],
        }
        if table.weights is not None:
            facts["weights"] = _keep_array(table.weights, beside / "weights.npy")
        text = json.dumps(facts)
        (beside / FACTS).write_text(json.dumps({"facts": facts, "sum": _sum_of(text)}))


def _keep_column(column: Column, path: Path) -> dict[str, Any]:
    return {
        "name": column.name,
        "kind": column.kind,
        "levels": list(column.levels),
        "form": column.form,
        "sum": _keep_array(column.values, path),
    }


def _keep_array(values: AnyArray, path: Path) -> int:
    with path.open("xb") as file:
        np.save(file, values)
        file.flush()
        os.fsync(file.fileno())
    return _checksum(values)


def _opened(place: Path) -> Table:
    """Return the table that is kept at a place; raise an error if it is damaged."""
    stored = json.loads((place / FACTS).read_text())
    facts = stored["facts"]
    if stored["sum"] != _sum_of(json.dumps(facts)) or facts["version"] != VERSION:
        raise ValueError(place)
    columns = [
        Column(
            one["name"],
            one["kind"],
            _array(place / f"{at}.npy", one["sum"]),
            tuple(one["levels"]),
            one["form"],
        )
        for at, one in enumerate(facts["columns"])
    ]
    target = columns.pop() if facts["has_target"] else None
    weights = _array(place / "weights.npy", facts["weights"]) if "weights" in facts else None
    notes, n_rows = tuple(facts["notes"]), facts["n_rows"]
    return Table(tuple(columns), target, facts["name"], notes, n_rows, weights)


def _array(path: Path, checksum: int) -> AnyArray:
    values: AnyArray = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    if _checksum(values) != checksum:
        raise ValueError(path)
    return values


def _checksum(values: AnyArray) -> int:
    found = 0
    for rows in chunks(len(values)):
        found = zlib.crc32(np.ascontiguousarray(values[rows]).view(np.uint8).data, found)
    return found


def _sum_of(text: str) -> int:
    return zlib.crc32(text.encode())
