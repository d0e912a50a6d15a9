"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from conjunct.errors import DataError


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """Lend a temporary file that takes the place of `path` once everything is written.

    Whoever reads `path` meanwhile, or after a run was killed, finds the file of before or the new
    one, never half of it.

    Parameters
    ----------
    path : Path
        In a folder that exists.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> with writing(path) as file:
    ...     _ = file.write(b"whole")
    >>> path.read_bytes()
    b'whole'
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}; choose another folder") from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def write_text(path: Path, text: str) -> Path:
    """Write a whole text file in UTF-8 with plain line ends, and return its path."""
    with writing(path) as file:
        file.write(text.encode("utf-8"))
    return path


def _umask() -> int:
    """Return what the person's settings take away from a new file's permissions."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
