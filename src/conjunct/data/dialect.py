"""The dialect of a delimited file: the character between cells, and whether there is a header."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from conjunct.data.number_forms import are_numbers, number_forms
from conjunct.data.tokens import is_missing

SAMPLE = 2**16
"""Number of characters at the beginning of a file from which its dialect is detected."""

_DELIMITERS = ",\t;|"


def csv_options(delimiter: str) -> dict[str, Any]:
    """Return the options of `csv.reader`: RFC 4180, with blanks before a cell skipped."""
    return {
        "delimiter": delimiter,
        "strict": True,
        "skipinitialspace": not delimiter.isspace(),
    }


def is_blank(row: Sequence[str]) -> bool:
    """Tell whether a row is an empty line rather than a row of empty cells."""
    return not row or (len(row) == 1 and not row[0].strip())


def sample_rows(head: str, delimiter: str, is_whole: bool) -> list[list[str]]:
    """Return the rows at the beginning of a file, without a last row that may be cut off.

    Blank lines before the first row are skipped, so that it is the header if there is one.
    """
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(head), **csv_options(delimiter)):
            if rows or not is_blank(row):
                rows.append(row)
    except csv.Error:  # the sample ends inside quotes: the rows before are complete
        return rows
    return rows if is_whole or len(rows) < 2 else rows[:-1]


def find_delimiter(head: str, is_whole: bool) -> str:
    r"""Return the delimiter that splits most rows into the same number of cells, else a comma.

    Examples
    --------
    >>> find_delimiter("a;b;c\n1,5;2;3\n4,5;5;6\n", is_whole=True)
    ';'
    >>> find_delimiter("a\n1\n", is_whole=True)
    ','
    """
    return max(_DELIMITERS, key=lambda d: _agreement(sample_rows(head, d, is_whole)))


def _agreement(rows: Sequence[Sequence[str]]) -> tuple[float, int]:
    """Score a delimiter: the share of rows as wide as the first one, then the width."""
    if not rows or len(rows[0]) < 2:
        return (0.0, 0)
    width = len(rows[0])
    widths = [len(row) for row in rows if not is_blank(row)]
    return (widths.count(width) / len(widths), width)


def has_header(
    rows: Sequence[Sequence[str]], names: Collection[str], tokens: frozenset[str]
) -> bool:
    """Tell whether the first row is a header.

    It is if it holds every name that the caller mentioned. It is not if one of its cells is a
    number or a missing value. Otherwise it is if a column is numeric below it, or if most of its
    cells do not occur again in their columns.

    Examples
    --------
    >>> has_header([["a", "b"], ["x", "1"]], [], frozenset())
    True
    >>> has_header([["5.1", "x"], ["4.9", "y"]], [], frozenset())
    False
    >>> has_header([["yes", "no"], ["no", "no"], ["yes", "yes"]], [], frozenset())
    False
    """
    first, rest = rows[0], rows[1:]
    cells = [cell.strip() for cell in first]
    if names and set(names) <= set(cells):
        return True
    if any(cell and (are_numbers([cell]) or is_missing(cell, tokens)) for cell in cells):
        return False
    columns = _columns(rest, len(cells))
    if any(are_numbers(_known(column, tokens)) for column in columns):
        return True
    n_again = sum(cell in column for cell, column in zip(cells, columns, strict=True))
    return 2 * n_again < len(cells) or not rest


def no_header(source: str) -> str:
    """Return the note that a table has no header."""
    return f"{source} has no header line; its columns are named column1, column2, …"


def has_decimal_commas(rows: Sequence[Sequence[str]], tokens: frozenset[str]) -> bool:
    """Tell whether some column can only be read as numbers with decimal commas.

    Examples
    --------
    >>> has_decimal_commas([["1,5", "x"], ["20", "y"]], frozenset())
    True
    >>> has_decimal_commas([["1,500", "1.5"]], frozenset())
    False
    """
    width = len(rows[0]) if rows else 0
    for column in _columns(rows, width):
        forms = number_forms(_known(column, tokens))
        if len(forms) == 1 and forms[0].decimal == "," and any("," in text for text in column):
            return True
    return False


def _columns(rows: Sequence[Sequence[str]], width: int) -> list[Counter[str]]:
    """Return the values of each column, and how often each occurs."""
    return [
        Counter(row[index].strip() for row in rows if index < len(row)) for index in range(width)
    ]


def _known(values: Iterable[str], tokens: frozenset[str]) -> list[str]:
    return [value for value in values if not is_missing(value, tokens)]
