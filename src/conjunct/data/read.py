"""`read_table`: from a file or a table in memory to a `Table`."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from conjunct.data.arff import read_arff
from conjunct.data.c45 import find_c45, read_c45
from conjunct.data.delimited import read_delimited
from conjunct.data.excel import read_excel
from conjunct.data.formats import FileForm, opened
from conjunct.data.frame import read_frame, read_frames
from conjunct.data.learnable import table_from_raw
from conjunct.data.memory import read_array, read_mapping
from conjunct.data.parquet import arrow_parts, read_parquet
from conjunct.data.raw import RawTable
from conjunct.data.request import Dates, Request
from conjunct.data.table import Table
from conjunct.data.tokens import MISSING_TOKENS, folded_tokens
from conjunct.errors import DataWarning


def read_table(
    source: object,
    target: str | None = None,
    *,
    kinds: Mapping[str, str] | None = None,
    missing: Iterable[str] = MISSING_TOKENS,
    columns: Sequence[str] | None = None,
    dates: Dates | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Table:
    """Read a table and decide for every column whether it is numeric or nominal.

    A text column is numeric if every cell that is not missing is a number, otherwise it is
    nominal. ARFF and C4.5 files declare the kinds; in data frames the types decide. Texts that are
    all in one form of numbers (``3.241,07``, ``1,234``, ``12 %``, ``$5``) are read as numbers, and
    a note says so. Booleans are nominal with the levels ``false`` and ``true``. Infinite numbers
    are an error.

    Some columns cannot be learned from and are left out, each with a note in `Table.notes` that
    is also issued as a `DataWarning`. These are columns without values; dates, times and durations,
    unless `dates` says otherwise; and, if there is a target, columns that can only identify rows.
    The latter have at least 10 values, all different, which are texts, or whole numbers that are
    consecutive or whose column is named like an identifier.

    Parameters
    ----------
    source : str, Path, data frame, mapping or array
        A file: delimited text (``.csv``, ``.tsv``, ``.tab``, ``.txt``, ``.data``), ARFF, C4.5
        (``.names`` with ``.data`` beside it, either of them or their common stem; the class is
        named ``class``), any of these with ``.gz`` after it, Parquet, Excel (``.xlsx``), or ``-``
        for standard input; a folder of Parquet files is one table. Or a table in memory: a frame of
        pandas, polars (also a lazy one) or Arrow, an Arrow dataset or its batches, a DuckDB
        relation, a mapping of names to sequences, a two-dimensional NumPy array (its columns are
        named x0, x1, …).
    target : str or None, default=None
        The column to predict. It is always read as classes, and rows without a value in it are
        dropped; None reads a table to predict.
    kinds : mapping of str to {"numeric", "nominal"} or a form, optional
        Kinds that override the detected ones. A form says how a numeric column is written: it is
        the number 1234.5, such as ``"1.234,5"`` or ``"$1,234.5"``, or the pattern of a date, such
        as ``"DD.MM.YYYY"``. A column named here is never left out.
    missing : iterable of str, default=("?", "", "NA", "NaN", "null")
        Cells of text files that mean "no value"; case and surrounding blanks are ignored. Tables
        in memory have their own missing values.
    columns : sequence of str, optional
        Read only these attributes, in this order, and leave none of them out.
    dates : {"days"}, optional
        Read dates as days since 1970-01-01, times as parts of a day.
    delimiter : str, optional
        The character between cells; by default detected among comma, tab, semicolon and bar.
    header : bool, optional
        Whether the first row holds the names; by default detected. A file without a header has the
        columns column1, column2, …
    encoding : str, optional
        The text encoding; by default that of the byte order mark, else UTF-8, else Windows-1252
        with a note.
    sheet : str, optional
        Name of a sheet of an Excel file; by default the first one that is not empty.

    Returns
    -------
    Table
        The table. Nominal values are texts without surrounding blanks; whole numbers have no point.

    Raises
    ------
    DataError
        If the table cannot be used as it is. The message is one sentence with the place and what to
        do.

    Examples
    --------
    >>> table = read_table({"age": [31, 45, None], "play": ["yes", "no", "yes"]}, target="play")
    >>> table.column("age").values
    array([31., 45., nan])
    >>> table.target.levels, table.target.values
    (('no', 'yes'), array([1, 0, 1], dtype=int32))
    >>> prices = {"price": ["3.241,07 €", "5 €"]}
    >>> read_table(prices, kinds={"price": "1.234,5 €"}).column("price").values
    array([3241.07,    5.  ])
    >>> read_table({"age": [31, 45], "play": ["yes", "no"]}, target="plya")
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: the table has no column 'plya'; did you mean 'play'?
    """
    request = Request(
        target=target,
        kinds=dict(kinds or {}),
        tokens=folded_tokens(missing),
        columns=None if columns is None else tuple(columns),
        dates=dates,
    )
    if isinstance(source, str | Path):
        with opened(source) as path:
            raw = _read_file(path, request, FileForm(delimiter, header, encoding, sheet))
            table = table_from_raw(raw, request)
    else:
        table = table_from_raw(_read_memory(source, request), request)
    for note in table.notes:
        warnings.warn(note, DataWarning, stacklevel=2)
    return table


def _read_memory(source: Any, request: Request) -> RawTable:
    if isinstance(source, np.ndarray):
        return read_array(source, request)
    if isinstance(source, Mapping):
        return read_mapping(source, request)
    parts = arrow_parts(source, request, "the table")
    return read_frame(source, request) if parts is None else read_frames(parts, request)


def _read_file(path: Path, request: Request, form: FileForm) -> RawTable:
    pair = find_c45(path)
    if pair is not None:
        return read_c45(*pair, request, form.encoding)
    match form.format_of(path):
        case "arff":
            return read_arff(path, request, form.encoding)
        case "parquet":
            return read_parquet(path, request)
        case "excel":
            return read_excel(path, request, form.header, form.sheet)
    return read_delimited(path, request, form.delimiter_of(path), form.header, form.encoding)
