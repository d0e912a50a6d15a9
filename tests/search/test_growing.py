from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.search.growing import Growing


@given(st.lists(st.lists(st.integers(-5, 5), max_size=300), max_size=8))
def test_it_holds_all_rows_that_were_added(parts: list[list[int]]) -> None:
    numbers = Growing(np.int64)
    for part in parts:
        numbers.add(np.array(part, np.int64))
    assert numbers.view.tolist() == [one for part in parts for one in part]


def test_room_counts_only_once_it_is_kept() -> None:
    pairs = Growing(np.float64, 2)
    room = pairs.room(3)
    room[:] = 1.0
    assert len(pairs.view) == 0
    pairs.keep(2)
    assert pairs.view.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_growing_beyond_the_first_block_keeps_the_type_and_the_rows() -> None:
    flags = Growing(bool, 3)
    flags.add(np.ones((200, 3), bool))
    flags.add(np.zeros((400, 3), bool))
    assert flags.view.dtype == bool
    assert flags.view.sum() == 600
    assert flags.view.shape == (600, 3)
