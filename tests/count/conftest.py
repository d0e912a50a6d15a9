"""How hypothesis draws a `CodedTable`: ``st.from_type(CodedTable)``."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from conjunct.encode import CodedColumn, CodedTable

n_codes_of_columns = st.one_of(
    st.integers(1, 8), st.integers(9, 40), st.sampled_from([0, 254, 255, 256, 300, 1024])
)
weights_of_rows = st.sampled_from([0.0, 0.25, 1.0, 1.0 / 3.0, 3.0, 1000.0])


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
        code = st.one_of(st.integers(0, n_codes), st.integers(0, min(n_codes, 2)))
        codes = draw(npst.arrays(np.uint8 if is_narrow else np.uint16, n_rows, elements=code))
        place.append(len(narrow) if is_narrow else -1 - len(wide))
        (narrow if is_narrow else wide).append(codes)
    labels = draw(npst.arrays(np.uint8, n_rows, elements=st.integers(0, n_classes - 1)))
    steps = draw(npst.arrays(np.int32, n_rows, elements=st.integers(1, 3)))
    weights = draw(st.none() | npst.arrays(float, n_rows, elements=weights_of_rows))
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


st.register_type_strategy(CodedTable, coded_tables())
