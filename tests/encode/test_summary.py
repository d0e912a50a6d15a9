"""Summaries of columns: what they count, and that they merge."""

from __future__ import annotations

import math
import struct
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.encode import (
    EXACT_VALUES,
    NominalSummary,
    NumericSummary,
    TableSummary,
    make_coding,
    summarise,
)
from conjunct.errors import DataError

from .drawn_tables import nominal, numeric, target_of

NAN = float("nan")
numbers = st.one_of(
    st.just(NAN),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 0.0, 5e-324, -5e-324, 1e308, -1e308, 2.2250738585072014e-308]),
    st.integers(-20, 20).map(float),
)


def plain_key(value: float) -> int:
    """Return the bits of a float as a number; those of negative ones count down from -1."""
    bits = int(struct.unpack("<q", struct.pack("<d", value + 0.0))[0])
    return bits if bits >= 0 else -1 - (bits + 2**63)


def plain_buckets(values: list[float], level: int) -> dict[int, list[float]]:
    buckets = defaultdict(list)
    for value in values:
        buckets[plain_key(value) >> level].append(value + 0.0)
    return dict(sorted(buckets.items()))


def plain_summary(values: list[float], limit: int) -> tuple[object, ...]:
    """Try the levels one after the other, each from the values themselves."""
    known = [value for value in values if not math.isnan(value)]
    level = next(n for n in range(64) if len(plain_buckets(known, n)) <= limit)
    buckets = plain_buckets(known, level)
    return (
        level,
        list(buckets),
        [len(bucket) for bucket in buckets.values()],
        [min(bucket) for bucket in buckets.values()],
        [max(bucket) for bucket in buckets.values()],
        len(values) - len(known),
    )


def contents(summary: NumericSummary) -> tuple[object, ...]:
    return (
        summary.level,
        summary.keys.tolist(),
        summary.counts.tolist(),
        summary.low.tolist(),
        summary.high.tolist(),
        summary.n_missing,
    )


def of(values: list[float], limit: int = EXACT_VALUES) -> NumericSummary:
    return NumericSummary.of(np.array(values, float), limit)


@given(st.lists(numbers, max_size=40), st.sampled_from([2, 3, 5, 16, EXACT_VALUES]))
def test_a_numeric_summary_is_that_of_plain_counting(values, limit):
    assert contents(of(values, limit)) == plain_summary(values, limit)


@given(st.lists(st.lists(numbers, max_size=12), min_size=1, max_size=5), st.integers(2, 9))
def test_merged_numeric_summaries_are_that_of_plain_counting(parts, limit):
    values = [value for part in parts for value in part]
    forward, backward = of(parts[0], limit), of(parts[-1], limit)
    for part in parts[1:]:
        forward = forward + of(part, limit)
    for part in parts[-2::-1]:
        backward = of(part, limit) + backward
    assert contents(forward) == contents(backward) == plain_summary(values, limit)


def test_the_level_rises_by_one_bit_when_one_value_more_than_the_limit_comes():
    # From 1 on, neighbouring floats differ by one unit of the last bit.
    neighbours = (1 + np.arange(9) * 2.0**-52).tolist()
    assert of(neighbours[:8], limit=8).level == 0
    assert of(neighbours, limit=8).level == 1
    assert of(neighbours, limit=8).counts.tolist() == [2, 2, 2, 2, 1]
    assert (of(neighbours[:8], limit=8) + of(neighbours[8:], limit=8)).level == 1


def test_powers_of_two_share_a_bucket_once_the_fraction_and_a_bit_more_are_dropped():
    summary = of([1.0, 2.0, 4.0, 8.0], limit=3)
    assert summary.level == 53
    assert summary.low.tolist() == [1.0, 2.0, 8.0]
    assert summary.high.tolist() == [1.0, 4.0, 8.0]


def test_as_many_distinct_values_as_the_limit_are_exact():
    values = np.arange(EXACT_VALUES + 1, dtype=float)
    exact, coarse = NumericSummary.of(values[:-1]), NumericSummary.of(values)
    assert (exact.level, exact.low.size) == (0, EXACT_VALUES)
    assert coarse.level > 0
    assert coarse.low.size <= EXACT_VALUES


def test_minus_zero_counts_as_zero():
    summary = of([-0.0, 0.0, -0.0]) + of([-0.0])
    assert (summary.low.tolist(), summary.counts.tolist()) == ([0.0], [4])
    assert math.copysign(1, summary.low[0]) == 1


def test_the_largest_and_the_smallest_floats_are_told_apart():
    values = [-1e308, -5e-324, 0.0, 5e-324, 1e-323, 1e308, 1.7976931348623157e308]
    assert of(values[::-1]).low.tolist() == values
    coarse = of(values, limit=2)
    assert coarse.low.tolist() == [-1e308, 0.0]
    assert coarse.high.tolist() == [-5e-324, 1.7976931348623157e308]


def test_a_column_without_known_values_has_no_buckets():
    empty, missing = of([]), of([NAN, NAN])
    assert contents(empty + empty) == (0, [], [], [], [], 0)
    assert contents(missing + empty) == contents(missing) == (0, [], [], [], [], 2)
    assert contents(missing + of([1.0])) == contents(of([1.0, NAN, NAN]))


@pytest.mark.parametrize("limit", [0, 1])
def test_a_limit_that_both_signs_exceed_is_refused(limit):
    with pytest.raises(ValueError, match="at least 2"):
        of([1.0], limit)


def test_summaries_of_different_limits_merge_to_the_lower_one():
    values = [1.0, 2.0, 3.0, 4.0, 5.0]
    merged = of(values[:3], limit=3) + of(values[3:], limit=4)
    assert contents(merged) == plain_summary(values, 3)
    assert merged.limit == 3


def test_equal_levels_keep_their_order_in_a_merge():
    one = NominalSummary.of(np.array([0, 1, -1]), ("low", "high"))
    merged = one + NominalSummary.of(np.array([1]), ("low", "high"))
    assert (merged.levels, merged.counts.tolist()) == (("low", "high"), [1, 2])
    assert merged.n_missing == 1


def test_different_levels_merge_to_their_union_in_the_order_of_text_columns():
    merged = NominalSummary.of(np.array([0, 1]), ("9", "10")) + NominalSummary.of(
        np.array([0, 0]), ("2",)
    )
    assert (merged.levels, merged.counts.tolist()) == (("2", "9", "10"), [2, 1, 1])


@given(st.lists(st.lists(st.sampled_from("dabc")), min_size=3, max_size=3))
def test_nominal_summaries_merge_in_any_order(parts):
    one, two, three = (
        NominalSummary.of(np.array([levels.index(text) for text in part], np.int32), tuple(levels))
        for part in parts
        for levels in [list(dict.fromkeys(part))]
    )
    merged = [(one + two) + three, one + (two + three), (three + one) + two]
    assert len({summary.levels for summary in merged}) == 1
    counted = [sum(part.count(level) for part in parts) for level in merged[0].levels]
    assert all(summary.counts.tolist() == counted for summary in merged)


def test_counts_of_levels_that_are_not_known_are_zero():
    summary = NominalSummary.of(np.array([1, 1, 0]), ("a", "b"))
    assert summary.counts_of(["b", "c", "a"]).tolist() == [2, 0, 1]


def summary_of(*columns) -> TableSummary:
    return summarise(Table(columns, target_of([0, 1])))


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ([numeric("y", [1, 2])], r"column 1 is 'x' \(numeric\) .* and 'y' \(numeric\)"),
        ([nominal("x", [0, 0], 1)], r"column 1 is 'x' \(numeric\) .* and 'x' \(nominal\)"),
        ([], r"column 1 is 'x' \(numeric\) in one part and absent in another"),
        ([numeric("x", [1, 2]), numeric("y", [1, 2])], r"column 2 is absent in one part and 'y'"),
    ],
)
def test_tables_with_other_columns_do_not_merge(others, message):
    with pytest.raises(DataError, match=message):
        summary_of(numeric("x", [1, 2])) + summary_of(*others)


def test_a_table_without_a_target_is_not_summarised():
    with pytest.raises(DataError, match=r"^table has no target to learn"):
        summarise(Table((numeric("x", [1.0]),)))


def test_a_coding_can_be_made_from_a_table_without_rows():
    table = Table((numeric("x", []), nominal("c", [], 2)), target_of([]))
    assert [column.n_codes for column in make_coding(summarise(table)).columns] == [0, 0]
