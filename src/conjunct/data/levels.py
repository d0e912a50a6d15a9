"""Text to nominal columns: one integer per row, and the readable levels in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from conjunct.data.numerals import all_numbers
from conjunct.data.table import Column
from conjunct.rooms import taken
from conjunct.types import AnyArray

BOOLEANS = {"false", "true"}


class LevelCodes(dict[str | None, int]):
    """Integers by text, assigned in the order of first occurrence.

    Examples
    --------
    >>> codes = LevelCodes()
    >>> [codes[text] for text in ["b", "a", "b"]]
    [0, 1, 0]
    """

    def __missing__(self, text: str | None) -> int:
        self[text] = code = len(self)
        return code

    def of(self, cells: Sequence[str | None]) -> AnyArray:
        """Return the integer of every cell."""
        return np.fromiter(map(self.__getitem__, cells), np.int32, len(cells))


def nominal_column(
    name: str,
    codes: AnyArray,
    texts: Sequence[str | None],
    declared: Sequence[str] | None = None,
) -> Column:
    """Build a nominal column from integers and the text that each of them stands for.

    Several integers may stand for one text, and None stands for no value. Levels are in the
    declared order if there is one; otherwise numbers are sorted by size and texts alphabetically.

    Examples
    --------
    >>> column = nominal_column("size", np.array([0, 1, 2, 0]), ["10", "9", None])
    >>> column.levels, column.values
    (('9', '10'), array([ 1,  0, -1,  1], dtype=int32))
    """
    folded = texts if declared is not None else fold_booleans(texts)
    levels = order_levels({text for text in folded if text is not None}, declared)
    position = {level: index for index, level in enumerate(levels)}
    recode = np.array([-1 if t is None else position[t] for t in folded] + [-1], dtype=np.int32)
    return Column(name, "nominal", taken(recode, codes), levels)


def order_levels(present: set[str], declared: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return levels in the declared order, else numbers by size or texts alphabetically.

    Examples
    --------
    >>> order_levels({"10", "9"}), order_levels({"10", "9", "low"})
    (('9', '10'), ('10', '9', 'low'))
    >>> order_levels({"high", "low"}, declared=["low", "medium", "high"])
    ('low', 'high')
    """
    if declared is not None:
        return tuple(level for level in dict.fromkeys(declared) if level in present)
    texts = sorted(present)
    return tuple(sorted(texts, key=float) if all_numbers(texts) else texts)


def without_unused_levels(column: Column) -> Column:
    """Return the column without the levels that no row has.

    Examples
    --------
    >>> column = Column("c", "nominal", np.array([2, -1, 0], dtype=np.int32), ("a", "b", "c"))
    >>> without_unused_levels(column).levels
    ('a', 'c')
    """
    if column.kind == "numeric":
        return column
    used = np.bincount(column.values + 1, minlength=len(column.levels) + 1)[1:] > 0
    if used.all():
        return column
    recode = np.append(np.cumsum(used) - 1, -1).astype(np.int32)
    levels = tuple(level for level, keep in zip(column.levels, used, strict=True) if keep)
    return replace(column, values=taken(recode, column.values), levels=levels)


def fold_booleans(texts: Sequence[str | None]) -> Sequence[str | None]:
    """Write true and false in lower case if there are no other texts.

    Examples
    --------
    >>> fold_booleans(["TRUE", "False", None])
    ['true', 'false', None]
    >>> fold_booleans(["TRUE", "maybe"])
    ['TRUE', 'maybe']
    """
    if {text.lower() for text in texts if text is not None} <= BOOLEANS:
        return [None if text is None else text.lower() for text in texts]
    return texts


def have_capitals(texts: Iterable[str | None]) -> bool:
    """Tell whether there is a true or false that `fold_booleans` would write in lower case.

    Examples
    --------
    >>> have_capitals(["true", "Trues", None]), have_capitals(["True", "maybe"])
    (False, True)
    """
    return any(text and text not in BOOLEANS and text.lower() in BOOLEANS for text in texts)
