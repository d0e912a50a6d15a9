from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.model.notation import (
    bound_text,
    count_text,
    label_text,
    name_text,
    number_text,
    p_text,
    percent_text,
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bill_length_mm", "bill_length_mm"),
        ("physician-fee-freeze", "physician-fee-freeze"),
        ("größe", "größe"),
        ("50%", "50%"),
        ("", "''"),
        (" ", "' '"),
        ("New York", "'New York'"),
        ("<=50K", "'<=50K'"),
        ("a = b", "'a = b'"),
        ("is", "'is'"),
        ("missing", "'missing'"),
        ("it's", r"'it\'s'"),
        ("back\\slash", r"'back\\slash'"),
        ("two\nlines\tand a tab", r"'two\nlines\tand a tab'"),
        ("\x00\u200b\U000e0001", r"'\u0000\u200b\U000e0001'"),
        ("no\u00a0break", r"'no\u00a0break'"),
    ],
)
def test_names_are_quoted_only_when_they_could_be_misread(name: str, text: str) -> None:
    assert name_text(name) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (44.0, "44"),
        (44.65, "44.65"),
        (-0.5, "-0.5"),
        (1e5, "100000"),
        (1234567890123456.0, "1234567890123456"),
        (9999999999999998.0, "9999999999999998"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e16, "1e+16"),
    ],
)
def test_numbers_are_short_and_exact(number: float, text: str) -> None:
    assert number_text(number) == text
    assert float(text) == number


def test_labels_are_written_by_their_type() -> None:
    assert [label_text(label) for label in ("a b", 3, 3.5, True, False)] == [
        "'a b'",
        "3",
        "3.5",
        "true",
        "false",
    ]


def test_counts_and_shares_read_well() -> None:
    assert count_text(0, "rule") == "0 rules"
    assert count_text(1, "rule") == "1 rule"
    assert count_text(12345, "rule") == "12,345 rules"
    assert percent_text(1.0) == "100.0 %"


@given(st.floats(0, 1))
def test_a_bound_is_rounded_up_by_less_than_a_tenth_of_a_percent(share: float) -> None:
    printed = float(bound_text(share).removesuffix(" %")) / 100
    assert share - 1e-11 <= printed < share + 0.001


@given(st.integers(0, 1000))
def test_a_bound_of_whole_tenths_of_a_percent_stays_as_it_is(tenths: int) -> None:
    assert bound_text(tenths / 1000) == percent_text(tenths / 1000)


def test_a_small_p_value_is_never_printed_as_0() -> None:
    assert [p_text(p) for p in (0.0, 0.00049, 0.0005, 0.05, 1.0)] == [
        *("<0.001", "<0.001", "0.001", "0.050", "1.000")
    ]
