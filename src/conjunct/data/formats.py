"""The format of a file, told by its name and by what stands beside it."""

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
    """What the caller says about how a file is written; what is None is found out.

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
        """Return the format of a file; a sheet is refused where there are none."""
        found = find_format(path)
        if self.sheet is not None and found != "excel":
            raise DataError(f"{path.name} has no sheets; only Excel files have them")
        return found

    def delimiter_of(self, path: Path) -> str | None:
        """Return what stands between cells, None to find it out."""
        return usual_delimiter(path) if self.delimiter is None else self.delimiter


@contextmanager
def opened(source: str | Path) -> Iterator[Path]:
    """Lend the path of a file, ``-`` for standard input, and turn errors into one sentence."""
    if not str(source).strip():
        raise DataError("the name of the table is empty; give the name of a file")
    try:
        with on_disk(Path(source)) as path:
            yield path
    except OSError as error:
        raise DataError(f"{source} cannot be opened: {error.strerror or error}") from None


def find_format(path: Path) -> Format:
    """Return the format of a file; one that is not there or not supported is refused.

    C4.5 files come in pairs: see `find_c45` for both.
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
            f"{path} is no regular file; copy the table into one, or pipe it and read -"
        )
    return DataError(f"there is no file {path}; check the name and the folder")


def _format_by_content(path: Path) -> Format:
    """Tell the format of a file without an ending, which is standard input."""
    with path.open("rb") as stream:
        head = stream.read(2**16)
    for beginning, found in _BEGINNINGS.items():
        if head.startswith(beginning):
            return found
    return "arff" if _ARFF.search(head) else "delimited"


def usual_delimiter(path: Path) -> str | None:
    r"""Return the delimiter that the name of a file promises, None if it promises none.

    Examples
    --------
    >>> usual_delimiter(Path("loans.tsv.gz")), usual_delimiter(Path("loans.csv"))
    ('\t', None)
    """
    return "\t" if _ending(path) in _TABBED else None


def _ending(path: Path) -> str:
    """Return what tells the format, ``.gz`` looked through."""
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    if suffixes[-1:] == [".gz"]:
        return suffixes[0] if len(suffixes) == 2 else ".gz"
    return suffixes[-1] if suffixes else ""
