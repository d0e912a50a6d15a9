"""ARFF files, the format of Weka: declared attributes, then one row per line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conjunct.data.cells import Block, TextColumn, blocks_of, gather
from conjunct.data.raw import RawTable
from conjunct.data.request import Request
from conjunct.data.table import Kind
from conjunct.data.textfile import TextFile, open_text
from conjunct.errors import DataError

_NAME = re.compile(r"""\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.DOTALL)
_CELL = re.compile(
    r"""\s*+(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|((?!['"])(?:[^,\t%]|(?<!\s)%)*+))"""
    r"""(?:\s*+(?:(?<=\s)%.*)?(,|$)|[^\S\t]*+(\t))""",
    re.DOTALL,
)
"""All quantifiers are possessive: the pattern never backtracks, so a line is read once."""
_SPECIAL = re.compile(r"""['"\\%\t?]""")
_ESCAPE = re.compile(r"\\(.)")
_NUMERIC = ("numeric", "real", "integer")


@dataclass(frozen=True)
class Attribute:
    """One ``@attribute`` line.

    Parameters
    ----------
    name : str
        Name without its quotes.
    kind : {"numeric", "nominal"}
        The declared kind; strings and dates are nominal.
    levels : tuple of str or None
        The values between braces.
    is_date : bool
        Whether it is declared as a date.
    """

    name: str
    kind: Kind
    levels: tuple[str, ...] | None = None
    is_date: bool = False

    def column(self, request: Request) -> TextColumn:
        """Return the empty column; a kind that the caller requests overrides the declared one."""
        wanted = request.kind_of(self.name) or self.kind
        levels = self.levels if wanted == self.kind else None
        column = TextColumn(self.name, wanted, request.tokens, levels, self.is_date)
        return column if request.form_of(self.name) is None else column.as_text()


def read_arff(path: Path, request: Request, encoding: str | None = None) -> RawTable:
    """Read an ARFF file with the kinds and the order of levels that it declares.

    ``?`` is a missing value; so are the other tokens, unless they are declared as values.
    Sparse rows and relational attributes are not supported.
    """
    text = open_text(path, encoding)
    attributes = _declared(text)
    positions = request.positions([a.name for a in attributes], text.name)
    columns = {index: attributes[index].column(request) for index in positions}
    places: list[int] = []

    def blocks() -> Iterator[Block]:
        places.clear()
        with text.lines() as lines:
            numbered = _statements(lines)
            width = len(_header(numbered, text.name))
            yield from blocks_of(_rows(numbered, width, text.name, places))

    def place(row: int) -> str:
        return f"line {places[row]}"

    if gather(columns, blocks) == 0:
        raise DataError(f"{text.name} has a header but no rows")
    found = tuple(columns[index].finish(place, text.name) for index in positions)
    return RawTable(text.name, found, place, text.notes)


def arff_names(path: Path, encoding: str | None = None) -> tuple[str, ...]:
    """Return the names of all attributes, from the header alone."""
    return tuple(attribute.name for attribute in _declared(open_text(path, encoding)))


def _declared(text: TextFile) -> list[Attribute]:
    with text.lines() as lines:
        return _header(_statements(lines), text.name)


def split_cells(line: str) -> list[str | None]:
    """Split a row at commas or tabs outside quotes; an unquoted ``?`` gives None.

    Examples
    --------
    >>> split_cells("5, 'a, b', ?, '?'")
    ['5', 'a, b', None, '?']
    """
    if _SPECIAL.search(line) is None:
        return [*line.split(",")]
    cells: list[str | None] = []
    position = 0
    while True:
        match = _CELL.match(line, position)
        if match is None:
            raise ValueError(line[position:].strip())
        single, double, plain, comma, tab = match.groups()
        quoted = single if single is not None else double
        if quoted is not None:
            cells.append(_ESCAPE.sub(r"\1", quoted))
        else:
            plain = plain.rstrip()
            cells.append(None if plain == "?" else plain)
        position = match.end()
        if not (comma or tab):
            return cells


def _statements(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments, stripped, with their numbers from 1."""
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%"):
            yield number, stripped


def _header(numbered: Iterator[tuple[int, str]], source: str) -> list[Attribute]:
    """Read up to the ``@data`` line."""
    attributes: list[Attribute] = []
    for number, line in numbered:
        keyword = line.split(None, 1)[0].lower()
        if keyword == "@data" and not attributes:
            raise DataError(f"{source} has no @attribute line before @data; declare each column")
        if keyword == "@data":
            return attributes
        if keyword == "@attribute":
            attributes.append(_attribute(line[len(keyword) :], number, source))
        elif keyword != "@relation":
            raise DataError(
                f"line {number} of {source} is not ARFF; before @data there are only @relation and "
                "@attribute lines and comments that begin with %"
            )
    raise DataError(f"{source} has no @data line; the rows of an ARFF file follow one")


def _attribute(rest: str, number: int, source: str) -> Attribute:
    match = _NAME.match(rest)
    if match is None:
        raise DataError(f"line {number} of {source} declares no attribute; give a name and a type")
    name, declared = _unquoted(match[1]), match[2].strip()
    if declared.startswith("{"):
        body, brace, _ = declared[1:].rpartition("}")
        try:
            levels = split_cells(body) if brace else []
        except ValueError:
            levels = []
        if not levels:
            raise DataError(
                f"line {number} of {source} does not end its list of values of {name!r}; "
                "check the braces and quotes"
            )
        return Attribute(name, "nominal", tuple("?" if v is None else v.strip() for v in levels))
    word = declared.split(None, 1)[0].lower() if declared else ""
    if word in _NUMERIC:
        return Attribute(name, "numeric")
    if word in ("string", "date"):
        return Attribute(name, "nominal", is_date=word == "date")
    raise DataError(
        f"line {number} of {source} gives {name!r} the type {word!r}; known types are numeric, "
        "real, integer, string, date and {values}"
    )


def _rows(
    numbered: Iterator[tuple[int, str]], width: int, source: str, places: list[int]
) -> Iterator[Sequence[str | None]]:
    """Yield the cells of every row, and keep the line numbers in `places`."""
    for number, line in numbered:
        if line.startswith("{"):
            raise DataError(
                f"line {number} of {source} is a sparse ARFF row, which is not supported; "
                "save the table with every value written out"
            )
        try:
            cells = split_cells(line)
        except ValueError as error:
            raise DataError(
                f"line {number} of {source} cannot be split at {str(error)!r:.200}; "
                "check its quotes"
            ) from None
        if len(cells) != width:
            raise DataError(
                f"line {number} of {source} has {len(cells)} cells where {width} are expected, "
                "one for each attribute"
            )
        places.append(number)
        yield cells


def _unquoted(text: str) -> str:
    if text[0] in "'\"" and text[-1] == text[0] and len(text) > 1:
        return _ESCAPE.sub(r"\1", text[1:-1])
    return text
