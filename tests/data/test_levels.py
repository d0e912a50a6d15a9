from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.levels import LevelCodes, nominal_column, without_unused_levels

NAMES = ["a", "b", "10", "9", "TRUE", "false"]
LEVELS = st.sampled_from(NAMES)


@given(st.lists(st.none() | LEVELS), st.none() | st.permutations(NAMES))
def test_a_nominal_column_gives_its_texts_back(
    texts: list[str | None], declared: list[str] | None
) -> None:
    codes = LevelCodes()
    column = nominal_column("c", codes.of(texts), list(codes), declared)
    found = [None if code < 0 else column.levels[code] for code in column.values]
    assert [text and text.lower() for text in found] == [text and text.lower() for text in texts]
    assert set(column.levels) == {text for text in found if text is not None}


@given(st.lists(st.none() | LEVELS, min_size=1), st.data())
def test_leaving_out_unused_levels_changes_no_text(
    texts: list[str | None], data: st.DataObject
) -> None:
    codes = LevelCodes()
    column = nominal_column("c", codes.of(texts), list(codes))
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1)))
    part = column.take(np.array(rows, dtype=np.int64))
    small = without_unused_levels(part)
    assert [part.levels[code] for code in part.values if code >= 0] == [
        small.levels[code] for code in small.values if code >= 0
    ]
    assert (small.values < 0).tolist() == (part.values < 0).tolist()
    assert len(small.levels) == len({code for code in part.values.tolist() if code >= 0})
