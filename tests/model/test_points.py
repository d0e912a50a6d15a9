from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from conjunct.model.points import n_decimals, points_text, whole

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite, st.integers(0, 3))
def test_written_points_read_back_exactly(number: float, more: int) -> None:
    text = points_text(number, n_decimals([number]) + more)
    assert float(text.replace("−", "-")) == number
    assert text.startswith({1: "+", -1: "−", 0: "0"}[(number > 0) - (number < 0)])


@given(st.lists(finite, max_size=4))
def test_whole_numbers_of_the_last_place_are_exact(numbers: list[float]) -> None:
    decimals = n_decimals(numbers)
    for number in numbers:
        assert Fraction(whole(number, decimals), 10**decimals) == Fraction(repr(number))


def test_one_decimal_less_is_not_enough() -> None:
    assert n_decimals([1.5, -0.125, 3]) == 3
    assert n_decimals([1e-7]) == 7
    assert n_decimals([1e22]) == 0
