"""The cells of one column of a text file, gathered block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from conjunct.data.levels import LevelCodes, all_dates, nominal_column
from conjunct.data.numerals import all_numbers, first_text, parse_numbers
from conjunct.data.raw import RawColumn
from conjunct.data.request import AS_NOMINAL, is_missing
from conjunct.data.table import Column, Kind
from conjunct.errors import DataError
from conjunct.types import AnyArray, Floats


class TextColumn:
    """Gathers cells and decides what kind of column they make.

    A column of unknown kind is numeric until a cell contradicts it. In the first block that
    costs nothing; later on the earlier text is gone, and `is_contradicted` asks the reader to
    read the column once more as a nominal one.

    Parameters
    ----------
    name : str
        Of the column.
    kind : {"numeric", "nominal"} or None
        None finds it out.
    tokens : frozenset of str
        What means "no value", see `folded_tokens`.
    declared : sequence of str or None
        The only levels a nominal column may have, in their order.
    is_date : bool
        Whether the source declares dates.
    """

    def __init__(
        self,
        name: str,
        kind: Kind | None,
        tokens: frozenset[str],
        declared: Sequence[str] | None = None,
        is_date: bool = False,
    ) -> None:
        self.name = name
        self.declared = declared
        self.is_contradicted = False
        self._kind = kind
        self._tokens = tokens
        self._is_date = is_date
        self._codes = LevelCodes()
        self._parts: list[AnyArray] = []
        self._n_rows = 0
        self._first_text: tuple[int, str] | None = None

    def extend(self, cells: Sequence[str | None]) -> None:
        """Add a block of cells."""
        if self._kind == "nominal":
            self._parts.append(self._codes.of(cells))
        elif not self.is_contradicted:
            self._extend_numbers(cells)
        self._n_rows += len(cells)

    def _extend_numbers(self, cells: Sequence[str | None]) -> None:
        values = parse_numbers(cells, self._tokens)
        if values is not None:
            self._parts.append(values)
        elif self._kind is None and not self._parts:
            self._kind = "nominal"
            self._parts.append(self._codes.of(cells))
        else:
            self.is_contradicted = True
            position = first_text(cells, self._tokens)
            self._first_text = (self._n_rows + position, cells[position] or "")

    def finish(self, place: Callable[[int], str], source: str) -> RawColumn:
        """Return the column; a cell that breaks what was declared is refused with its place."""
        if self._first_text is not None:
            row, text = self._first_text
            raise DataError(
                f"column {self.name!r} of {source} should be numeric but holds {text.strip()!r} "
                f"in {place(row)}; correct the cell or {AS_NOMINAL}"
            )
        if self._kind == "nominal":
            return self._finish_levels(place, source)
        values: Floats = np.concatenate(self._parts) if self._parts else np.empty(0)
        return RawColumn(Column(self.name, "numeric", values), is_date=self._is_date)

    def _finish_levels(self, place: Callable[[int], str], source: str) -> RawColumn:
        codes = np.concatenate(self._parts) if self._parts else np.empty(0, dtype=np.int32)
        texts = [self._level(raw) for raw in self._codes]
        if self.declared is not None:
            self._refuse_undeclared(codes, texts, place, source)
        column = nominal_column(self.name, codes, texts, self.declared)
        if self.declared is not None:
            return RawColumn(column)
        return RawColumn(
            column,
            is_date=self._is_date or all_dates(column.levels),
            was_numeric=all_numbers(column.levels),
        )

    def _level(self, raw: str | None) -> str | None:
        """Strip a cell; a missing token is a value where the source declares it as one."""
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


def extend_all(columns: Mapping[int, TextColumn], rows: Sequence[Sequence[str | None]]) -> None:
    """Add rows of one width to the columns, which are keyed by their position in a row."""
    cells = list(zip(*rows, strict=True))
    if cells:
        for index, column in columns.items():
            column.extend(cells[index])


def gather(columns: Mapping[int, TextColumn], rows: Iterable[Sequence[str | None]]) -> None:
    """Add rows one after the other, in blocks."""
    for block in _blocks(iter(rows)):
        extend_all(columns, block)


def _blocks(
    rows: Iterator[Sequence[str | None]], size: int = 20_000
) -> Iterator[list[Sequence[str | None]]]:
    while block := list(islice(rows, size)):
        yield block
