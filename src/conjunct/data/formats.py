"""The format of a file, told by its name and by what stands beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from conjunct.data.c45 import find_c45
from conjunct.errors import DataError

Format = Literal["delimited", "arff", "c45", "parquet"]

_TABBED = (".tsv", ".tab")
_ENDINGS: dict[str, Format] = {
    **dict.fromkeys((".csv", *_TABBED, ".txt", ".data"), "delimited"),
    ".arff": "arff",
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
}
_SUPPORTED = "delimited text (.csv, .tsv, .tab, .txt, .data), .arff, .names and .parquet"


def find_format(path: Path) -> Format:
    """Return the format of a file; one that is not there or not supported is refused.

    C4.5 files come in pairs: see `find_c45` for both.
    """
    if find_c45(path) is not None:
        return "c45"
    if path.is_dir():
        raise DataError(f"{path} is a folder; name one file in it")
    if not path.is_file():
        raise DataError(f"there is no file {path}; check the name and the folder")
    ending = _ending(path)
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if ending == ".names":
        raise DataError(f"{path.name} has no {path.stem}.data beside it; put the rows there")
    what = f"files ending in {ending!r}" if ending else "files without an ending"
    raise DataError(f"{path.name} cannot be read: {what} are not supported, but {_SUPPORTED} are")


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
