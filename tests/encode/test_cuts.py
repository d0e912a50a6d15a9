"""Cut points: bins of values, and the shortest decimal between two of them."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.encode.drawn_tables import nominal, numeric, target_of

from conjunct.data.table import Table
from conjunct.encode import (
    MAX_CODES,
    Bins,
    CodedColumn,
    NumericSummary,
    encode,
    find_bins,
    shortest_between,
)
from conjunct.encode.cuts import given_bins, with_cuts
from conjunct.errors import DataError

finite = st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)
round_numbers = st.builds(
    lambda numerator, places: numerator / 10**places, st.integers(-1500, 1500), st.integers(0, 3)
)


def significant_digits(number: float) -> int:
    if number == 0:
        return 0
    return len(Decimal(repr(number)).normalize().as_tuple().digits)


def plainly_shortest_between(low: float, high: float) -> float:
    """Try the decimals around the midpoint, digit by digit, in decimal arithmetic."""
    if low < 0 < high:
        return 0.0
    middle = (Decimal(str(low)) + Decimal(str(high))) / 2
    for n_digits in range(1, 21):
        step = Decimal(1).scaleb(middle.adjusted() + 1 - n_digits)
        below = (middle / step).to_integral_value(ROUND_FLOOR) * step
        above = (middle / step).to_integral_value(ROUND_CEILING) * step
        for candidate in sorted((below, above), key=lambda d: (abs(d - middle), d)):
            if low < float(candidate) < high:
                return float(candidate)
    return low


def shorter_decimals(low: float, high: float) -> list[float]:
    """List decimals between two numbers that have fewer digits than the one that was found.

    The walk goes down from `high` and ends at the first: only decimals that round to one of the
    two numbers are passed over.
    """
    n_fewer = significant_digits(shortest_between(low, high)) - 1
    if n_fewer < 1:
        return []
    rounding = Context(prec=n_fewer)
    shorter = rounding.next_minus(Decimal(high))
    while shorter > Decimal(low):
        if low < float(shorter) < high:
            return [float(shorter)]
        shorter = rounding.next_minus(shorter)
    return []


def decimals_between(low: float, high: float, n_digits: int) -> list[Fraction]:
    """List every decimal of that many digits between two numbers, by trying all exponents."""
    found = set()
    for exponent in range(-9, 5):
        step = Fraction(10) ** exponent
        first, last = math.ceil(Fraction(low) / step), math.floor(Fraction(high) / step)
        most = 10**n_digits - 1
        for times in range(max(first, -most), min(last, most) + 1):
            if low < float(times * step) < high:
                found.add(times * step)
    return sorted(found)


def bins_of(values: np.ndarray, max_codes: int = MAX_CODES) -> Bins:
    return find_bins(NumericSummary.of(values), max_codes)


def plain_bins(values: list[float], max_codes: int) -> tuple[list[float], list[float]]:
    """Close a code at the first value by which its share of the rows is reached."""
    ordered = sorted(values)
    distinct = sorted(set(values))
    if len(distinct) <= max_codes:
        return distinct, distinct
    wanted = (np.arange(1, max_codes + 1) * (len(ordered) / max_codes)).tolist()
    n_up_to = {value: sum(other <= value for other in ordered) for value in distinct}
    last = distinct[-1]
    ends = {next((value for value in distinct if n_up_to[value] >= n), last) for n in wanted}
    high = sorted(ends)
    starts = [-math.inf, *high[:-1]]
    return [min(value for value in distinct if value > start) for start in starts], high


def test_every_distinct_value_has_a_code_of_its_own_when_there_are_few():
    bins = bins_of(np.array([2.5, -1.0, 2.5, 0.0, -1.0]))
    assert bins.low.tolist() == bins.high.tolist() == [-1.0, 0.0, 2.5]


def test_as_many_distinct_values_as_codes_are_still_exact():
    values = np.arange(MAX_CODES, dtype=float)
    bins = bins_of(values)
    assert bins.low.tolist() == bins.high.tolist() == values.tolist()


def test_one_distinct_value_more_than_codes_is_grouped():
    bins = bins_of(np.arange(MAX_CODES + 1, dtype=float))
    assert len(bins.high) <= MAX_CODES
    assert (bins.low[0], bins.high[-1]) == (0.0, float(MAX_CODES))


def test_a_column_without_known_values_has_no_codes():
    bins = bins_of(np.zeros(0))
    assert (bins.low.size, bins.high.size) == (0, 0)


def test_a_constant_column_has_one_code():
    bins = bins_of(np.full(50, 7.0))
    assert bins.low.tolist() == bins.high.tolist() == [7.0]


def test_minus_zero_and_zero_are_one_value():
    assert bins_of(np.array([-0.0, 0.0])).high.size == 1


def test_quantile_codes_hold_about_equally_many_rows():
    values = np.random.default_rng(0).permutation(10_000).astype(float)
    bins = bins_of(values, max_codes=8)
    sizes = np.bincount(np.searchsorted(bins.high, values))
    assert sizes.tolist() == [1250] * 8


def test_a_value_that_most_rows_have_keeps_its_cuts_among_quantiles():
    values = np.concatenate((np.full(9_000, 5.5), np.arange(1_000, dtype=float)))
    bins = bins_of(values, max_codes=10)
    code = int(np.searchsorted(bins.high, 5.5))
    assert bins.high[code] == 5.5
    assert 2 <= bins.high.size <= 10


@given(st.lists(finite, max_size=60), st.integers(1, 12))
def test_bins_are_disjoint_hold_every_value_and_begin_and_end_at_values(values, max_codes):
    column = np.array(values, float)
    bins = bins_of(column, max_codes)
    codes = np.searchsorted(bins.high, column)
    assert bins.high.size <= max_codes
    assert np.all(bins.low <= bins.high)
    assert np.all(bins.high[:-1] < bins.low[1:])
    for code in range(bins.high.size):
        own = column[codes == code]
        assert (own.min(), own.max()) == (bins.low[code], bins.high[code])


@given(st.lists(st.one_of(finite, round_numbers), max_size=60), st.integers(1, 12))
def test_bins_are_those_of_a_plain_count_of_the_values(values, max_codes):
    bins = bins_of(np.array(values, float), max_codes)
    assert (bins.low.tolist(), bins.high.tolist()) == plain_bins(values, max_codes)


@given(st.lists(st.one_of(finite, round_numbers), min_size=20), st.integers(1, 6))
def test_bins_of_a_coarse_summary_begin_and_end_at_values(values, max_codes):
    column = np.array(values, float)
    bins = find_bins(NumericSummary.of(column, limit=8), max_codes)
    codes = np.searchsorted(bins.high, column)
    assert codes.max() < bins.high.size <= max_codes
    for code in range(bins.high.size):
        own = column[codes == code]
        assert (own.min(), own.max()) == (bins.low[code], bins.high[code])


def test_codes_from_a_coarse_summary_hold_about_equally_many_rows():
    values = np.random.default_rng(0).normal(size=100_000)
    summary = NumericSummary.of(values)
    assert summary.level > 0
    sizes = np.bincount(np.searchsorted(find_bins(summary, 100).high, values))
    assert sizes.size == 100
    assert 950 < sizes.min() <= sizes.max() < 1050


@given(finite, finite)
def test_the_shortest_decimal_lies_strictly_between_unless_floats_are_neighbours(one, other):
    low, high = min(one, other), max(one, other)
    assume(low < high)
    found = shortest_between(low, high)
    if np.nextafter(low, high) == high:
        assert found == low
    else:
        assert low < found < high


@given(finite, finite)
def test_no_decimal_with_fewer_digits_lies_between(one, other):
    low, high = min(one, other), max(one, other)
    assume(low < high and np.nextafter(low, high) != high)
    assert shorter_decimals(low, high) == []


@given(st.integers(1, 2**52), st.integers(-1060, 960), st.integers(2, 40))
def test_no_decimal_with_fewer_digits_lies_between_close_floats(mantissa, exponent, n_steps):
    low = math.ldexp(mantissa, exponent)
    assume(low > 0)
    high = low + n_steps * math.ulp(low)
    assert shorter_decimals(low, high) == []
    assert shorter_decimals(-high, -low) == []


@given(st.one_of(finite, round_numbers), st.one_of(finite, round_numbers))
def test_the_shortest_decimal_is_the_one_of_plain_decimal_arithmetic(one, other):
    low, high = min(one, other), max(one, other)
    assume(low < high)
    assert shortest_between(low, high) == plainly_shortest_between(low, high)


@given(finite, st.one_of(st.integers(1, 40), st.integers(40, 10**12)))
def test_between_close_floats_it_is_that_of_plain_decimal_arithmetic(low, n_steps):
    high = low + n_steps * math.ulp(low)
    assume(low < high < math.inf)
    assert shortest_between(low, high) == plainly_shortest_between(low, high)


@given(round_numbers, round_numbers)
def test_the_shortest_decimal_is_the_one_that_a_full_search_finds(one, other):
    low, high = min(one, other), max(one, other)
    assume(low < high)
    found = shortest_between(low, high)
    if low < 0 < high:
        assert found == 0
        return
    rivals = next(filter(None, (decimals_between(low, high, n) for n in range(1, 9))))
    middle = (Fraction(str(low)) + Fraction(str(high))) / 2
    assert found == float(min(rivals, key=lambda rival: (abs(rival - middle), rival)))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.5, 12.0, 6.0),
        (95.0, 1050.0, 600.0),
        (-12.0, -0.5, -6.0),
        (0.0, 3.0, 1.0),
        (-3.0, 0.0, -2.0),
        (99.0, 101.0, 100.0),
        (97.1, 100.0, 99.0),
        (0.1, 0.2, 0.15),
        (0.27, 0.3, 0.28),
        (1e300, 5e300, 3e300),
        (1e-320, 1e-310, 5e-311),
        (1.7e308, 1.75e308, 1.72e308),
        (123456.0, 123457.0, 123456.5),
    ],
)
def test_the_nearest_to_the_midpoint_of_the_shortest_is_taken(low, high, expected):
    assert shortest_between(low, high) == expected


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (-3.0, 1.0), (-0.25, 900.0)])
def test_zero_is_printed_without_a_sign_where_it_separates(low, high):
    assert str(shortest_between(low, high)) == "0.0"


@pytest.mark.parametrize("low", [0.0, 1.0, -1.0, 5e-324, 1e308, 0.1, -5e-324])
def test_between_neighbouring_floats_the_lower_one_separates(low):
    high = float(np.nextafter(low, math.inf))
    assert shortest_between(low, high) == low


# Whole numbers, and cut points that were given


@given(st.sets(st.integers(-60, 60), min_size=2, max_size=20))
def test_thresholds_of_whole_numbers_are_whole_and_separate_the_same_rows(values: set[int]):
    ordered = np.array(sorted(values), float)
    column = CodedColumn("x", 0, "numeric", len(ordered), Bins(ordered, ordered))
    for code, (low, high) in enumerate(pairwise(ordered.tolist())):
        threshold = column.threshold(code)
        assert threshold == int(threshold)
        assert low <= threshold < high
        assert threshold == (low if high == low + 1 else shortest_between(low, high))
        assert column.code_of(threshold) == code


@given(st.sets(st.integers(-60, 60), min_size=2, max_size=20), st.integers(0, 59))
def test_one_value_that_is_not_whole_makes_decimals_of_all_thresholds(values: set[int], place: int):
    numbers = sorted({*map(float, values), place + 0.25})
    ends = np.array(numbers)
    column = CodedColumn("x", 0, "numeric", len(ends), Bins(ends, ends))
    for code, (low, high) in enumerate(pairwise(numbers)):
        assert column.threshold(code) == shortest_between(low, high)


@given(
    st.lists(st.floats(-50, 50) | st.integers(-9, 9).map(float), min_size=1, max_size=30),
    st.lists(st.floats(-60, 60) | st.integers(-9, 9).map(float), min_size=1, max_size=6),
)
def test_given_cut_points_are_the_thresholds_and_divide_the_rows(
    values: list[float], cuts: list[float]
):
    labels = [row % 2 for row in range(len(values))]
    table = Table((numeric("x", values),), target_of(labels))
    coded = encode(table, cuts={"x": cuts})
    (column,) = coded.columns
    inside = sorted({cut for cut in cuts if min(values) <= cut < max(values)})
    assert [column.threshold(code) for code in range(column.n_codes - 1)] == inside
    assert [column.code_of(cut) for cut in inside] == list(range(len(inside)))
    order = sorted(range(len(values)), key=lambda row: labels[row])
    expected = [sum(values[row] > cut for cut in inside) for row in order]
    assert coded.codes(0).tolist() == expected


def test_a_value_that_equals_a_cut_point_lies_below_it():
    summary = NumericSummary.of(np.array([1.0, 2.0, 3.0]))
    assert given_bins(summary, [1]).high.tolist() == [1.0, 3.0]
    assert given_bins(summary, [3, 0.5]).high.tolist() == [3.0]


def test_cut_points_are_exact_where_values_are_summarised_in_buckets():
    summary = NumericSummary.of(np.arange(1000.0), limit=10)
    assert summary.level > 0
    bins = given_bins(summary, [333, 100.5])
    assert bins.high.tolist() == [100.5, 333.0, 999.0]


def test_a_column_without_known_values_has_no_cuts():
    assert given_bins(NumericSummary.of(np.array([np.nan])), [1.0]).high.size == 0


@pytest.mark.parametrize(
    ("cuts", "words"),
    [
        ({"z": [1]}, "cuts names 'z', which is not an attribute; the columns are 'x', 'c'"),
        ({"c": [1]}, "cuts names 'c', which is nominal; only numeric attributes can be cut"),
        ({"x": []}, r"cuts of 'x' must be a list of numbers, not \[\]"),
        ({"x": 3}, "cuts of 'x' must be a list of numbers, not 3"),
        ({"x": ["a"]}, r"cuts of 'x' must be a list of numbers, not \['a'\]"),
        ({"x": [np.nan]}, r"cuts of 'x' must be a list of numbers, not \[nan\]"),
        ([1, 2], r"cuts must be a dict of lists of numbers by attribute, not \[1, 2\]"),
    ],
)
def test_cuts_that_make_no_sense_are_refused_in_one_sentence(cuts, words):
    table = Table((numeric("x", [1.0, 2.0]), nominal("c", [0, 1], 2)), target_of([0, 1]))
    with pytest.raises(DataError, match=f"^{words}$"):
        encode(table, cuts=cuts)


@given(
    st.lists(st.integers(-20, 20), min_size=1, max_size=30),
    st.lists(st.integers(-25, 25).map(lambda one: one / 2), max_size=4),
    st.integers(1, 8),
)
def test_further_cuts_divide_the_values_and_keep_the_others_apart(
    values: list[int], cuts: list[float], max_codes: int
) -> None:
    numbers = np.array(values, float)
    bins = find_bins(NumericSummary.of(numbers), max_codes)
    finer = with_cuts(bins, cuts)
    before, after = (np.searchsorted(one.high, numbers) for one in (bins, finer))
    inside = {cut for cut in cuts if numbers.min() <= cut < numbers.max()}
    for cut in inside:
        assert (np.searchsorted(finer.high, cut, side="right") > 0).all()
        assert set(after[numbers <= cut]).isdisjoint(after[numbers > cut])
        assert cut in finer.high[:-1]
    assert all(
        (before[one] == before[other]) >= (after[one] == after[other])
        for one in range(len(numbers))
        for other in range(len(numbers))
    )
    assert (finer.low[0], finer.high[-1]) == (bins.low[0], bins.high[-1])
    assert len(finer.high) <= len(bins.high) + len(inside)
