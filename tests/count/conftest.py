"""How hypothesis draws a `CodedTable`: ``st.from_type(CodedTable)``."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from tests.drawn_bytes import chosen, numbers_below

from conjunct.encode import CodedColumn, CodedTable
from conjunct.types import Ints

n_codes_of_columns = st.one_of(
    st.integers(1, 8), st.integers(9, 40), st.sampled_from([0, 254, 255, 256, 300, 1024])
)
WEIGHTS = [0.0, 0.25, 1.0, 1.0 / 3.0, 3.0, 1000.0]


@st.composite
def coded_tables(draw: st.DrawFn) -> CodedTable:
    """Draw 0 to 60 rows, up to 5 columns of one or two bytes per cell, and 1 to 4 sorted classes.

    A few codes are frequent, so that covers are large, and "missing" is one of the codes. Ranks
    have gaps, like those of a part of the rows.
    """
    n_rows = draw(st.integers(0, 60))
    n_classes = draw(st.integers(1, 4))
    columns, narrow, wide, place = [], [], [], []
    for number, n_codes in enumerate(draw(st.lists(n_codes_of_columns, max_size=5))):
        kind = draw(st.sampled_from(["nominal", "numeric"]))
        columns.append(CodedColumn(f"c{number}", number, kind, n_codes))
        is_narrow = n_codes <= 255
        place.append(len(narrow) if is_narrow else -1 - len(wide))
        (narrow if is_narrow else wide).append(codes_of_rows(draw, n_codes, n_rows))
    labels = numbers_below(draw, n_classes, n_rows).astype(np.uint8)
    steps = 1 + numbers_below(draw, 3, n_rows)
    weights = chosen(draw, WEIGHTS, n_rows) if draw(st.booleans()) else None
    return CodedTable(
        tuple(columns),
        np.array(narrow, np.uint8).reshape(len(narrow), n_rows),
        np.array(wide, np.uint16).reshape(len(wide), n_rows),
        np.array(place, np.int32),
        np.sort(labels),
        tuple("abcd"[:n_classes]),
        np.cumsum(steps, dtype=np.int32),
        weights,
    )


def codes_of_rows(draw: st.DrawFn, n_codes: int, n_rows: int) -> Ints:
    """Draw codes: half of the rows have the same one, a quarter one of the first, the rest any."""
    frequent = draw(st.integers(0, n_codes))
    which, any_one = numbers_below(draw, 4, n_rows), numbers_below(draw, n_codes + 1, n_rows)
    first = any_one % (min(n_codes, 2) + 1)
    return np.select([which < 2, which == 2], [np.full(n_rows, frequent), first], any_one)


st.register_type_strategy(CodedTable, coded_tables())
