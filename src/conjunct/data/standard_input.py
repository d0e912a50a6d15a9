"""Standard input as a file: it can be read only once, but a table is read twice."""

from __future__ import annotations

import gzip
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, cast

from conjunct.errors import DataError

STANDARD_INPUT = "-"
"""The file name that means standard input."""

NAME = "standard input"
"""Name of standard input in messages."""

_GZIP = b"\x1f\x8b"


@contextmanager
def on_disk(path: Path) -> Iterator[Path]:
    """Yield a file that can be read repeatedly; for ``-``, a copy of standard input.

    The copy is named ``standard input``, as messages quote its name. It is unpacked if it is
    gzipped, and deleted at the end.
    """
    if str(path) != STANDARD_INPUT:
        yield path
        return
    if sys.stdin is None:
        raise DataError(f"{NAME} is closed; name a file, or pass a table through a pipe")
    with TemporaryDirectory() as folder:
        copy = Path(folder, NAME)
        with copy.open("wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream)
        _unpack(copy)
        yield copy


def _unpack(path: Path) -> None:
    with path.open("rb") as stream:
        if stream.read(2) != _GZIP:
            return
    packed = path.rename(path.with_name("packed"))
    try:
        with gzip.open(packed, "rb") as stream, path.open("wb") as plain:
            shutil.copyfileobj(cast(BinaryIO, stream), plain)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise DataError(f"{NAME} is not a complete gzip file; compress it again") from None
