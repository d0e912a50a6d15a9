"""Text files, plain or gzipped: checks that they are text, their encoding and line lengths."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from conjunct.errors import DataError

LINE_LIMIT = 16 * 2**20
"""Length of the longest line in bytes; a file with a longer one is not a table, and reading it
would fill the memory."""

_BLOCK = 2**20
_FALLBACK = "cp1252"
_NAME_IT = "name the encoding it was saved in (encoding= in Python, --encoding on the command line)"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_BYTES = bytes({*range(0x20, 0x100), *b"\t\n\v\f\r"} - {0x7F})


@dataclass(frozen=True)
class TextFile:
    """A file that was scanned once: all its bytes are text in `encoding`.

    Parameters
    ----------
    path : Path
        The file; if its name ends in ``.gz``, it is unpacked while it is read.
    encoding : str
        The encoding that the caller gave, or the one that fits.
    notes : tuple of str
        A sentence if the encoding is a guess.
    """

    path: Path
    encoding: str
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The file name without its folder."""
        return self.path.name

    @contextmanager
    def lines(self) -> Iterator[io.TextIOWrapper]:
        """Open the file; iterating over it yields its lines, each with a newline at its end."""
        with (
            _open_bytes(self.path) as stream,
            io.TextIOWrapper(stream, encoding=self.encoding) as text,
        ):
            yield text

    def head(self, n_characters: int) -> str:
        """Return the beginning of the file."""
        with self.lines() as text:
            return text.read(n_characters)


def open_text(path: Path, encoding: str | None = None) -> TextFile:
    """Scan a file and return it ready to be read.

    The encoding is that of its byte order mark, else UTF-8, else Windows-1252; the last with a
    note, because almost any bytes are valid in it. An error is raised for an empty file, for bytes
    that are not text, for a line longer than `LINE_LIMIT`, and for an `encoding` that does not fit.

    Parameters
    ----------
    path : Path
        An existing file.
    encoding : str or None
        A Python name such as ``"latin-1"``; None detects it.
    """
    try:
        return _scan(path, encoding)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise DataError(f"{path.name} is not a complete gzip file; compress it again") from None


def _scan(path: Path, encoding: str | None) -> TextFile:
    with _open_bytes(path) as stream:
        head = stream.read(4)
    if not head:
        raise DataError(f"{path.name} is empty")
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), None)
    wanted = encoding or marked or "utf-8"
    if marked == "utf-8-sig" and _is_utf8(encoding):
        wanted = marked
    try:
        _read_through(path, wanted)
    except UnicodeError:
        if encoding is not None or marked is not None:
            raise DataError(f"{path.name} is not valid {wanted}; {_NAME_IT}") from None
        return _fallback(path)
    return TextFile(path, wanted)


def _is_utf8(encoding: str | None) -> bool:
    return (encoding or "").lower().replace("_", "-") in ("utf-8", "utf8")


def _fallback(path: Path) -> TextFile:
    try:
        _read_through(path, _FALLBACK)
    except UnicodeError:
        raise DataError(f"{path.name} is neither UTF-8 nor Windows-1252 text; {_NAME_IT}") from None
    note = f"{path.name} is not UTF-8; it is read as Windows-1252, which is a guess."
    return TextFile(path, _FALLBACK, (note,))


def _read_through(path: Path, encoding: str) -> None:
    """Decode every block; raise UnicodeError, or DataError if the file cannot be a table."""
    try:
        "a".encode(encoding)
        decoder = codecs.getincrementaldecoder(encoding)()
    except LookupError:
        raise DataError(
            f"{path.name} cannot be read as {encoding!r}, which is not a text encoding that Python "
            "knows; try 'utf-8', 'latin-1' or 'utf-16'"
        ) from None
    has_text = False
    open_line = 0
    with _open_bytes(path) as stream:
        while block := stream.read(_BLOCK):
            text = decoder.decode(block)
            _refuse_binary(path, block, text)
            has_text = has_text or not text.isspace()
            end = max(block.rfind(b"\n"), block.rfind(b"\r"))
            open_line = len(block) - end - 1 if end >= 0 else open_line + len(block)
            if open_line > LINE_LIMIT:
                raise DataError(
                    f"{path.name} has a line longer than {LINE_LIMIT // 2**20} MiB, so it is not a "
                    "table with one row per line; check that it is the right file"
                )
    decoder.decode(b"", final=True)
    if not has_text:
        raise DataError(f"{path.name} is empty")


def _refuse_binary(path: Path, block: bytes, text: str) -> None:
    """Raise an error for control characters; for UTF-16, look at characters instead of bytes."""
    is_binary = "\0" in text if b"\0" in block else bool(block.translate(None, _TEXT_BYTES))
    if is_binary:
        raise DataError(
            f"{path.name} holds binary data, not text; export the table as CSV or Parquet"
        )


def _open_bytes(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return cast(BinaryIO, gzip.open(path, "rb"))
    return path.open("rb")
