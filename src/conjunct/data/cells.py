"""The cells of one column of a text file, collected block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

import numpy as np

from conjunct.data.levels import LevelCodes, have_capitals, nominal_column
from conjunct.data.number_forms import are_numbers
from conjunct.data.numerals import has_points, parse_numbers
from conjunct.data.raw import RawColumn
from conjunct.data.table import Column, Kind
from conjunct.data.tokens import is_missing
from conjunct.errors import DataError
from conjunct.rooms import Growing
from conjunct.types import AnyArray, Floats


class TextColumn:
    """Collects cells: as numbers while all of them are plain numbers, else as texts.

    In the first block, switching to texts costs nothing. Later the earlier texts are no longer
    known, and `is_contradicted` says that the column must be read once more, `as_text`.

    Parameters
    ----------
    name : str
        Name of the column.
    kind : {"numeric", "nominal"} or None
        The kind that the caller or the source gives; a nominal column is collected as texts.
    tokens : frozenset of str
        Cells that mean "no value", see `folded_tokens`.
    declared : sequence of str or None
        The only levels a nominal column may have, in their order.
    is_date : bool
        Whether the source declares dates.
    points : bool
        Whether plain numbers have decimal points. If not, cells with a point are collected as
        texts.
    """

    def __init__(
        self,
        name: str,
        kind: Kind | None,
        tokens: frozenset[str],
        declared: Sequence[str] | None = None,
        is_date: bool = False,
        points: bool = True,
    ) -> None:
        self.name = name
        self.declared = declared
        self.is_contradicted = False
        self._kind = kind
        self._tokens = tokens
        self._is_date = is_date
        self._points = points
        self._is_text = kind == "nominal"
        self._codes = LevelCodes()
        self._numbers, self._texts = Growing(np.float64), Growing(np.int32)

    def as_text(self) -> TextColumn:
        """Return the same column without cells, to be collected as texts."""
        again = TextColumn(self.name, self._kind, self._tokens, self.declared, self._is_date)
        again._is_text = True
        return again

    def extend(self, cells: Sequence[str | None]) -> None:
        """Add a block of cells."""
        if self._is_text:
            self._texts.append(self._codes.of(cells))
        elif not self.is_contradicted:
            self._extend_numbers(cells)

    def _extend_numbers(self, cells: Sequence[str | None]) -> None:
        values = parse_numbers(cells, self._tokens)
        if values is not None and (self._points or not has_points(cells)):
            self._numbers.append(values)
        elif not self._numbers.n_parts:
            self._is_text = True
            self._texts.append(self._codes.of(cells))
        else:
            self.is_contradicted = True

    def finish(self, place: Callable[[int], str], source: str) -> RawColumn:
        """Return the column; raise an error that names the first cell that is not declared."""
        if self._is_text:
            return self._finish_levels(place, source)
        numbers: Floats = self._numbers.joined()
        return RawColumn(Column(self.name, "numeric", numbers), is_date=self._is_date)

    def _finish_levels(self, place: Callable[[int], str], source: str) -> RawColumn:
        codes = self._texts.joined()
        texts = [self._level(raw) for raw in self._codes]
        if self.declared is not None:
            self._refuse_undeclared(codes, texts, place, source)
        column = nominal_column(self.name, codes, texts, self.declared)
        if self.declared is not None:
            return RawColumn(column, declared="nominal")
        is_numeric = self._kind == "nominal" and are_numbers(column.levels)
        wanted: Kind | None = "numeric" if self._kind == "numeric" else None
        capitals = have_capitals(texts)
        return RawColumn(column, self._is_date, wanted, is_numeric, capitals)

    def _level(self, raw: str | None) -> str | None:
        """Strip a cell; a missing token is a value if the source declares it as one."""
        if raw is None:
            return None
        text = raw.strip()
        if is_missing(text, self._tokens) and text not in (self.declared or ()):
            return None
        return text

    def _refuse_undeclared(
        self,
        codes: AnyArray,
        texts: Sequence[str | None],
        place: Callable[[int], str],
        source: str,
    ) -> None:
        known = set(self.declared or ())
        for code, text in enumerate(texts):
            if text is not None and text not in known:
                row = int(np.argmax(codes == code))
                raise DataError(
                    f"column {self.name!r} of {source} holds {text!r} in {place(row)}, which is "
                    f"not among its declared values; correct the cell or declare the value"
                )


Block: TypeAlias = Sequence[Sequence[str | None]]


def gather(columns: dict[int, TextColumn], blocks: Callable[[], Iterable[Block]]) -> int:
    """Read all rows into the columns, some of them twice, and return the number of rows.

    Parameters
    ----------
    columns : dict of int to TextColumn
        The columns by their position in a row. Columns that turn out to be text after the first
        block are replaced.
    blocks : callable
        Reads the rows from the start, in blocks of rows of equal width.
    """
    n_rows = _extend_all(columns, blocks())
    again = {index: one.as_text() for index, one in columns.items() if one.is_contradicted}
    if again:
        _extend_all(again, blocks())
        columns.update(again)
    return n_rows


def _extend_all(columns: Mapping[int, TextColumn], blocks: Iterable[Block]) -> int:
    return sum(_extend(columns, rows) for rows in blocks)


def _extend(columns: Mapping[int, TextColumn], rows: Block) -> int:
    """Add a block to the columns; its cells are freed before the next block is read."""
    cells = list(zip(*rows, strict=True))
    for index, column in columns.items() if cells else ():
        column.extend(cells[index])
    return len(rows)


def blocks_of(
    rows: Iterator[Sequence[str | None]], size: int = 20_000
) -> Iterator[list[Sequence[str | None]]]:
    """Yield the rows in lists of at most `size`."""
    while block := list(islice(rows, size)):
        yield block
