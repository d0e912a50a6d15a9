"""Large arrays in memory or, on request, in temporary files that are mapped into memory.

Code that needs an array with an entry for every row allocates it here. By default it is in memory.
Inside `on_disk`, large arrays are in unnamed files, which vanish with the array even if the process
is killed. The operating system keeps as much of them in memory as fits.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import prod
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np

from conjunct.errors import DataError
from conjunct.types import AnyArray

LEAST_BYTES = 2**22
"""Size in bytes from which arrays are put on disk; smaller ones are always in memory."""
CHUNK = 2**20
"""Number of entries processed at a time: a multiple of 8, so that their bits fill whole bytes."""

_folder: ContextVar[Path | None] = ContextVar("folder", default=None)


@contextmanager
def on_disk(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Put large arrays that are made inside this context into files of a folder.

    Examples
    --------
    >>> from tempfile import gettempdir
    >>> with on_disk(gettempdir()):
    ...     type(empty(2**23, np.uint8).base).__name__
    'mmap'
    >>> empty(2**23, np.uint8).base is None
    True
    """
    if not Path(folder).is_dir():
        raise DataError(f"there is no folder {os.fspath(folder)} for temporary files; make it")
    before = _folder.set(Path(folder))
    try:
        yield
    finally:
        _folder.reset(before)


def is_on_disk() -> bool:
    """Tell whether large arrays are currently put into files."""
    return _folder.get() is not None


def empty(shape: int | tuple[int, ...], dtype: Any) -> AnyArray:
    """Return an uninitialised array."""
    folder = _folder.get()
    if folder is None:
        return np.empty(shape, dtype)
    n_bytes = prod(np.atleast_1d(shape).tolist()) * np.dtype(dtype).itemsize
    if n_bytes < LEAST_BYTES:
        return np.empty(shape, dtype)
    with _file(folder) as file, _told(folder, n_bytes):
        _reserve(file, n_bytes)
        return _mapped(file, shape, dtype)


def zeros(shape: int | tuple[int, ...], dtype: Any) -> AnyArray:
    """Return an array of zeros; a new file holds only zeros anyway."""
    if _folder.get() is None:
        return np.zeros(shape, dtype)
    made = empty(shape, dtype)
    if not isinstance(made.base, mmap.mmap):
        made[...] = 0
    return made


def taken(values: AnyArray, places: AnyArray) -> AnyArray:
    """Return ``values[places]``.

    Examples
    --------
    >>> taken(np.array([5, 6, 7]), np.array([2, -1, 0]))
    array([7, 7, 5])
    """
    if not is_on_disk() or getattr(places, "dtype", np.dtype(bool)).kind not in "iu":
        return values[places]
    made = empty(len(places), values.dtype)
    for part in chunks(len(places)):
        made[part] = values[places[part]]
    return made


def chunks(n_rows: int, size: int | None = None) -> Iterator[slice]:
    """Yield consecutive slices that together cover a number of rows.

    Examples
    --------
    >>> list(chunks(5, 3))
    [slice(0, 3, None), slice(3, 5, None)]
    """
    size = CHUNK if size is None else size
    for start in range(0, n_rows, size):
        yield slice(start, min(start + size, n_rows))


class Growing:
    """An array that is built from parts, in memory or in a file.

    Parameters
    ----------
    dtype : dtype
        The type of all parts.

    Examples
    --------
    >>> cells = Growing(np.int32)
    >>> cells.append(np.array([1, 2])), cells.append(np.array([3])), cells.n_parts
    (None, None, 2)
    >>> cells.joined()
    array([1, 2, 3], dtype=int32)
    """

    def __init__(self, dtype: Any) -> None:
        self.n_parts = 0
        self._dtype = np.dtype(dtype)
        self._parts: list[AnyArray] = []
        self._length = 0
        self._place = _folder.get()
        self._file: IO[bytes] | None = None

    def append(self, part: AnyArray) -> None:
        """Add a part."""
        part = np.ascontiguousarray(part, self._dtype)
        self.n_parts += 1
        self._length += len(part)
        if self._place is None:
            self._parts.append(part)
            return
        self._file = self._file or _file(self._place)
        with _told(self._place, part.nbytes):
            self._file.write(part.view(np.uint8).data)

    def joined(self) -> AnyArray:
        """Return all parts as one array."""
        if self._file is not None and self._length:
            self._file.flush()
            return _mapped(self._file, self._length, self._dtype)
        parts = self._parts or [np.empty(0, self._dtype)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


def _file(folder: Path) -> IO[bytes]:
    with _told(folder, 0):
        return TemporaryFile(dir=folder)


def _reserve(file: IO[bytes], n_bytes: int) -> None:
    """Reserve the disk space now: a disk that fills up later would kill the process."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, n_bytes)
    else:
        os.ftruncate(file.fileno(), n_bytes)


def _mapped(file: IO[bytes], shape: int | tuple[int, ...], dtype: Any) -> AnyArray:
    return np.ndarray(shape, dtype, buffer=mmap.mmap(file.fileno(), 0))


@contextmanager
def _told(folder: Path, n_bytes: int) -> Iterator[None]:
    """Turn an OSError into one sentence about the folder and the space that was needed."""
    try:
        yield
    except OSError as error:
        megabytes = -(-n_bytes // 2**20)
        raise DataError(
            f"temporary files cannot be written to {folder}: {error.strerror} ({megabytes:,} MB "
            "were asked for); name another folder in the variable TMPDIR"
        ) from None
