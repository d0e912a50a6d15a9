"""`column_names`: the names of a file's columns, without reading its rows."""

from __future__ import annotations

from pathlib import Path

from conjunct.data.arff import arff_names
from conjunct.data.c45 import c45_names, find_c45
from conjunct.data.delimited import delimited_names
from conjunct.data.excel import excel_names
from conjunct.data.formats import FileForm, opened
from conjunct.data.parquet import parquet_names


def column_names(
    source: str | Path,
    *,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> tuple[str, ...]:
    r"""Return the names of all columns of a file, including those that `read_table` leaves out.

    Only the header is read; a text file is scanned for its encoding.

    Parameters
    ----------
    source : str or Path
        A file that `read_table` reads.
    delimiter, header, encoding, sheet : optional
        As in `read_table`.

    Returns
    -------
    names : tuple of str
        The names in the order of the file; the class of C4.5 files is the last, named ``class``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "loans.csv")
    ...     _ = path.write_text("income;status\n10;bad\n30;good\n")
    ...     column_names(path)
    ('income', 'status')
    """
    with opened(source) as path:
        return _names(path, FileForm(delimiter, header, encoding, sheet))


def _names(path: Path, form: FileForm) -> tuple[str, ...]:
    pair = find_c45(path)
    if pair is not None:
        return c45_names(pair[0], form.encoding)
    match form.format_of(path):
        case "arff":
            return arff_names(path, form.encoding)
        case "parquet":
            return parquet_names(path)
        case "excel":
            return excel_names(path, form.header, form.sheet)
    return delimited_names(path, form.delimiter_of(path), form.header, form.encoding)
