"""C4.5 files: attributes in ``stem.names``, rows in ``stem.data``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from conjunct.data.cells import Block, TextColumn, blocks_of, gather
from conjunct.data.raw import RawTable
from conjunct.data.request import Request
from conjunct.data.table import Kind
from conjunct.data.textfile import TextFile, open_text
from conjunct.errors import DataError

CLASS_NAME = "class"
"""The name of the class column, which C4.5 files leave unnamed."""

_COMMENT = re.compile(r"(?<!\\)\|.*")
_COMMA = re.compile(r"(?<!\\),")
_COLON = re.compile(r"(?<!\\):")
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Declared:
    """One entry of a ``.names`` file.

    Parameters
    ----------
    name : str
        Name of the attribute, or ``class``.
    kind : {"numeric", "nominal"} or None
        The declared kind; None for an attribute to ignore.
    levels : tuple of str or None
        The listed values.
    """

    name: str
    kind: Kind | None
    levels: tuple[str, ...] | None = None

    def column(self, request: Request) -> TextColumn:
        """Return the empty column; a kind that the caller requests overrides the declared one."""
        wanted = request.kind_of(self.name) or self.kind
        levels = self.levels if wanted == self.kind else None
        column = TextColumn(self.name, wanted, request.tokens, levels)
        return column if request.form_of(self.name) is None else column.as_text()


def find_c45(path: Path) -> tuple[Path, Path] | None:
    """Return both C4.5 files if `path` is one of them or their stem, else None."""
    if not path.name:  # the folder . or /
        return None
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    if plain.suffix.lower() in (".names", ".data"):
        stem = plain.with_suffix("")
    elif not path.is_file():
        stem = path
    else:
        return None
    names, rows = _existing(stem, ".names"), _existing(stem, ".data")
    return None if names is None or rows is None else (names, rows)


def _existing(stem: Path, ending: str) -> Path | None:
    paths = (stem.with_name(f"{stem.name}{ending}{packed}") for packed in ("", ".gz"))
    return next((path for path in paths if path.is_file()), None)


def read_c45(
    names_path: Path, rows_path: Path, request: Request, encoding: str | None = None
) -> RawTable:
    """Read a pair of C4.5 files; the class becomes the last column, named ``class``.

    Attributes declared ``ignore`` are skipped, ``discrete n`` has the values that occur, and ``?``
    is a missing value.
    """
    declared = _read_names(open_text(names_path, encoding))
    text = open_text(rows_path, encoding)
    kept = [index for index, entry in enumerate(declared) if entry.kind is not None]
    names = [declared[index].name for index in kept]
    wanted = [kept[index] for index in request.positions(names, text.name)]
    columns = {index: declared[index].column(request) for index in wanted}
    places: list[int] = []

    def blocks() -> Iterator[Block]:
        places.clear()
        with text.lines() as lines:
            yield from blocks_of(_rows(lines, len(declared), text.name, places))

    def place(row: int) -> str:
        return f"line {places[row]}"

    if gather(columns, blocks) == 0:
        raise DataError(f"{text.name} has no rows")
    found = tuple(columns[index].finish(place, text.name) for index in wanted)
    return RawTable(text.name, found, place, text.notes)


def c45_names(names_path: Path, encoding: str | None = None) -> tuple[str, ...]:
    """Return the names of all attributes that are not declared ``ignore``, then the class."""
    declared = _read_names(open_text(names_path, encoding))
    return tuple(entry.name for entry in declared if entry.kind is not None)


def _read_names(text: TextFile) -> list[Declared]:
    with text.lines() as lines:
        entries = list(_entries(lines))
    if not entries:
        raise DataError(f"{text.name} declares nothing; its first entry lists the classes")
    classes = tuple(_cells(entries[0]))
    attributes = [_attribute(entry, text.name) for entry in entries[1:]]
    return [*attributes, Declared(CLASS_NAME, "nominal", classes)]


def _entries(lines: Iterable[str]) -> Iterator[str]:
    """Yield the entries: each ends with a period, or before the line with the next colon."""
    entry = ""
    for line in lines:
        said = _COMMENT.sub("", line).strip()
        if entry and _COLON.search(said):
            yield entry
            entry = ""
        entry = f"{entry} {said}".strip()
        if entry.endswith("."):
            yield entry[:-1]
            entry = ""
    if entry:
        yield entry


def _attribute(entry: str, source: str) -> Declared:
    name, *rest = _COLON.split(entry, maxsplit=1)
    name = _ESCAPE.sub(r"\1", name.strip())
    if not rest:
        raise DataError(
            f"{source} is not a C4.5 names file: {name[:40]!r} has no colon and values after it; "
            "correct it, or rename it to read the rows beside it as plain delimited text"
        )
    word = rest[0].strip().lower()
    if word == "continuous":
        return Declared(name, "numeric")
    if word == "ignore":
        return Declared(name, None)
    if re.fullmatch(r"discrete\s+\d+", word):
        return Declared(name, "nominal")
    return Declared(name, "nominal", tuple(_cells(rest[0])))


def _rows(
    lines: Iterable[str], width: int, source: str, places: list[int]
) -> Iterator[list[str | None]]:
    """Yield the cells of every row, and keep the line numbers in `places`."""
    for number, line in enumerate(lines, 1):
        said = _COMMENT.sub("", line).strip().removesuffix(".")
        if not said:
            continue
        cells = _cells(said)
        if len(cells) != width:
            raise DataError(
                f"line {number} of {source} has {len(cells)} cells where {width} are expected, "
                "one for each attribute and one for the class"
            )
        places.append(number)
        yield [None if cell == "?" else cell for cell in cells]


def _cells(text: str) -> list[str]:
    return [_ESCAPE.sub(r"\1", cell.strip()) for cell in _COMMA.split(text)]
