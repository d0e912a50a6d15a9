"""The format of a file, detected from its name and from the files beside it."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from conjunct.data.c45 import find_c45
from conjunct.data.parquet import parquet_files
from conjunct.data.standard_input import NAME, on_disk
from conjunct.errors import DataError

Format = Literal["delimited", "arff", "c45", "parquet", "excel"]

_ARFF = re.compile(rb"\A(?:\s*%[^\n]*\n|\s)*@(?:relation|attribute)\b", re.IGNORECASE)
_TABBED = (".tsv", ".tab")
_ENDINGS: dict[str, Format] = {
    **dict.fromkeys((".csv", *_TABBED, ".txt", ".data"), "delimited"),
    ".arff": "arff",
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    **dict.fromkeys((".xlsx", ".xlsm"), "excel"),
}
_SUPPORTED = "delimited text (.csv, .tsv, .tab, .txt, .data), .arff, .names, .parquet and .xlsx"
_BEGINNINGS: dict[bytes, Format] = {b"PAR1": "parquet", b"PK": "excel"}


@dataclass(frozen=True)
class FileForm:
    """The caller's options for reading a file; options that are None are detected.

    Parameters
    ----------
    delimiter, header, encoding, sheet : optional
        As in `read_table`.
    """

    delimiter: str | None = None
    header: bool | None = None
    encoding: str | None = None
    sheet: str | None = None

    def format_of(self, path: Path) -> Format:
        """Return the format of a file; raise an error if a sheet is given and it has none."""
        found = find_format(path)
        if self.sheet is not None and found != "excel":
            raise DataError(f"{path.name} has no sheets; only Excel files have them")
        return found

    def delimiter_of(self, path: Path) -> str | None:
        """Return the character between cells, or None to detect it."""
        return usual_delimiter(path) if self.delimiter is None else self.delimiter


@contextmanager
def opened(source: str | Path) -> Iterator[Path]:
    """Yield the path of a file (``-``: standard input), and turn its errors into one sentence."""
    if not str(source).strip():
        raise DataError("the name of the table is empty; give the name of a file")
    try:
        with on_disk(Path(source)) as path:
            yield path
    except OSError as error:
        raise DataError(f"{source} cannot be opened: {error.strerror or error}") from None


def find_format(path: Path) -> Format:
    """Return the format of a file; raise an error if it is absent or not supported.

    C4.5 files come in pairs: `find_c45` returns both.
    """
    if find_c45(path) is not None:
        return "c45"
    if path.is_dir():
        if parquet_files(path):
            return "parquet"
        raise DataError(f"{path} is a folder; name one file in it")
    if path.name == NAME and path.is_file():
        return _format_by_content(path)
    if not path.is_file():
        raise _no_file(path)
    ending = _ending(path)
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if ending == ".names":
        raise DataError(f"{path.name} has no {path.stem}.data beside it; put the rows there")
    what = f"files ending in {ending!r}" if ending else "files without an ending"
    raise DataError(f"{path.name} cannot be read: {what} are not supported, but {_SUPPORTED} are")


def _no_file(path: Path) -> DataError:
    try:
        path.stat()
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            return DataError(f"{path} cannot be opened: {error.strerror}")
    except ValueError as error:  # a name with a NUL character
        return DataError(f"{str(path)!r} cannot be opened: {error}")
    else:
        return DataError(
            f"{path} is not a regular file; copy the table into one, or pipe it and name it -"
        )
    return DataError(f"there is no file {path}; check the name and the folder")


def _format_by_content(path: Path) -> Format:
    """Return the format of standard input, which has no ending."""
    with path.open("rb") as stream:
        head = stream.read(2**16)
    for beginning, found in _BEGINNINGS.items():
        if head.startswith(beginning):
            return found
    return "arff" if _ARFF.search(head) else "delimited"


def usual_delimiter(path: Path) -> str | None:
    r"""Return the delimiter that the ending of a file name implies, or None if it implies none.

    Examples
    --------
    >>> usual_delimiter(Path("loans.tsv.gz")), usual_delimiter(Path("loans.csv"))
    ('\t', None)
    """
    return "\t" if _ending(path) in _TABBED else None


def _ending(path: Path) -> str:
    """Return the ending that identifies the format, without ``.gz``."""
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    if suffixes[-1:] == [".gz"]:
        return suffixes[0] if len(suffixes) == 2 else ".gz"
    return suffixes[-1] if suffixes else ""
