"""Covers that share an array: each has its own rows, whatever array they stand in."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.covers import SharedRows

lists = st.lists(st.lists(st.integers(0, 50), max_size=4), min_size=1, max_size=4)


def as_rows(numbers: list[int]) -> np.ndarray:
    return np.array(numbers, np.int32)


@given(st.lists(lists, min_size=1, max_size=3), st.data())
def test_a_span_has_the_rows_of_its_cover(made, data):
    covers, plain = SharedRows(), {}
    for parts in made:
        ends = np.cumsum([0, *map(len, parts)])
        shared = covers.share(as_rows([row for part in parts for row in part]), ends)
        alone = covers.add(as_rows(parts[0]))
        plain |= dict(zip(shared.tolist(), parts, strict=True)) | {alone: parts[0]}
    asked = data.draw(st.lists(st.sampled_from(sorted(plain)), max_size=6))
    rows, spans = covers.spans(np.array(asked, np.int64))
    assert [rows[start:stop].tolist() for start, stop in spans.tolist()] == [
        plain[cover] for cover in asked
    ]
    gone = data.draw(st.sets(st.sampled_from(sorted(plain))))
    covers.drop(np.array(sorted(gone), np.int64))
    for cover in gone:
        del plain[cover]
        with pytest.raises(KeyError):
            covers[cover]
        with pytest.raises(KeyError):
            covers.spans(np.array([cover]))
    assert {cover: covers[cover].tolist() for cover in covers} == plain


def test_covers_of_one_array_are_not_copied():
    covers, rows = SharedRows(), as_rows([4, 5, 6])
    shared = covers.share(rows, np.array([0, 1, 3]))
    assert covers.spans(shared[::-1])[0] is rows


def test_a_block_is_held_until_its_last_cover_is_dropped():
    covers, rows = SharedRows(), as_rows([4, 5])
    first, second = covers.share(rows, np.array([0, 1, 2])).tolist()
    held = weakref.ref(rows)
    del rows
    covers.drop(np.array([first]))
    assert covers[second].tolist() == [5]
    assert list(covers) == [second]
    assert held() is not None
    covers.drop(np.array([second]))
    assert list(covers) == []
    assert held() is None
