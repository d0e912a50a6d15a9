"""`column_names`: what a file calls its columns, without reading its rows."""

from __future__ import annotations

from pathlib import Path

from conjunct.data.arff import arff_names
from conjunct.data.c45 import c45_names, find_c45
from conjunct.data.delimited import delimited_names
from conjunct.data.formats import find_format, usual_delimiter
from conjunct.data.parquet import parquet_names
from conjunct.errors import DataError


def column_names(
    source: str | Path,
    *,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
) -> tuple[str, ...]:
    r"""Return the names of all columns of a file, those that `read_table` leaves out too.

    Only the header is read; a text file is looked through for its encoding.

    Parameters
    ----------
    source : str or Path
        A file that `read_table` reads.
    delimiter, header, encoding : optional
        As in `read_table`.

    Returns
    -------
    names : tuple of str
        In the order of the file; the class of C4.5 files is the last, named ``class``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "loans.csv")
    ...     _ = path.write_text("income;status\n10;bad\n30;good\n")
    ...     column_names(path)
    ('income', 'status')
    """
    path = Path(source)
    try:
        return _names(path, delimiter, header, encoding)
    except OSError as error:
        raise DataError(f"{source} cannot be opened: {error.strerror or error}") from None


def _names(
    path: Path, delimiter: str | None, header: bool | None, encoding: str | None
) -> tuple[str, ...]:
    pair = find_c45(path)
    if pair is not None:
        return c45_names(pair[0], encoding)
    match find_format(path):
        case "arff":
            return arff_names(path, encoding)
        case "parquet":
            return parquet_names(path)
    delimiter = usual_delimiter(path) if delimiter is None else delimiter
    return delimited_names(path, delimiter, header, encoding)
