"""Standard input as a file: it can be read once, and a table is looked through twice."""

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
"""What stands for standard input where a file is named."""

NAME = "standard input"
"""What messages call it."""

_GZIP = b"\x1f\x8b"


@contextmanager
def on_disk(path: Path) -> Iterator[Path]:
    """Lend a file that can be read again and again; for ``-`` a copy of standard input.

    The copy is named ``standard input``, so that messages call it so, is unpacked when it is
    gzipped, and is deleted at the end.
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
        raise DataError(f"{NAME} is not a whole gzip file; pack it again") from None
