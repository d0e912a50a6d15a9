from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.numerals import is_number, number_text, parse_numbers

TOKENS = frozenset({"?", "na"})


@given(st.lists(st.none() | st.floats(allow_nan=False)))
def test_numbers_come_back_from_their_text(numbers: list[float | None]) -> None:
    cells = ["NA" if number is None else repr(number) for number in numbers]
    values = parse_numbers(cells, TOKENS)
    assert values is not None
    expected = [np.nan if number is None else number for number in numbers]
    np.testing.assert_array_equal(values, expected)


def test_words_and_underscores_are_no_numbers() -> None:
    for cell in ("nan", "1_000", "one", "0x10", ""):
        assert parse_numbers(["1", cell], TOKENS) is None
        assert not is_number(cell)


def test_infinite_words_are_numbers_to_be_refused_later() -> None:
    values = parse_numbers(["inf", "-Infinity", "1e999"], TOKENS)
    assert values is not None
    assert np.isinf(values).all()


@given(st.integers(-(2**53), 2**53))
def test_whole_numbers_are_written_without_a_point(whole: int) -> None:
    assert number_text(float(whole)) == str(whole)
