from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.number_forms import NumberForm, are_numbers, number_forms

FORMS = [
    NumberForm(decimal, thousands, before, after)
    for decimal in ".,"
    for thousands in ",. '"
    if thousands != decimal
    for before, after in (("", ""), ("$", ""), ("", "€"), ("", "%"), ("CHF", ""))
]


def written(form: NumberForm, hundredths: int) -> str:
    """Write a number of hundredths digit by digit: the slow and obviously right way."""
    whole, fraction = divmod(abs(hundredths), 100)
    digits, grouped = str(whole), ""
    for place, digit in enumerate(reversed(digits)):
        grouped = digit + (form.thousands if place and place % 3 == 0 else "") + grouped
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{form.before}{grouped}{form.decimal}{fraction:02}{form.after}"


@given(st.sampled_from(FORMS), st.lists(st.integers(-(10**12), 10**12), min_size=1))
def test_numbers_come_back_from_any_form(form: NumberForm, hundredths: list[int]) -> None:
    texts = [written(form, number) for number in hundredths]
    assert form.numbers(texts) == [number / 100 for number in hundredths]
    assert [number / 100 for number in hundredths] in [
        one.numbers(texts) for one in number_forms(texts)
    ]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_a_form_is_read_back_from_what_it_prints(form: NumberForm) -> None:
    assert NumberForm.read(str(form)) == form
    assert form.numbers([str(form)]) == [1234.5]


@pytest.mark.parametrize("text", ["numeric", "1.234.5", "1,234,5", "1234,5", "X1,234.5", ""])
def test_other_texts_are_no_form(text: str) -> None:
    assert NumberForm.read(text) is None


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["3241,07", "5"], [3241.07, 5]),
        (["3.241,07", "12,5"], [3241.07, 12.5]),
        (["1.234.567", "5"], [1234567, 5]),
        (["1,234,567.25"], [1234567.25]),
        (["1 234,5", "1\u00a0234", "1\u202f000"], [1234.5, 1234, 1000]),
        (["1'234.5", "1’000"], [1234.5, 1000]),
        (["0,123", "0,5"], [0.123, 0.5]),
        (["12 %", "-3.5%"], [12, -3.5]),
        (["$1,234.50", "-$5", "$ 7", "$-2"], [1234.5, -5, 7, -2]),
        (["5 EUR", "−2,5 EUR"], [5, -2.5]),
        (["1,5e3", "2"], [1500, 2]),
        ([",5", "1,25"], [0.5, 1.25]),
    ],
)
def test_one_form_is_found(texts: list[str], numbers: list[float]) -> None:
    (form,) = number_forms(texts)
    assert form.numbers(texts) == numbers


@pytest.mark.parametrize(
    "texts",
    [
        ["12,5", "low"],
        ["5 €", "$5"],
        ["5 €", "5"],
        ["10 %", "0.1"],
        ["$5 €"],
        ["1,2,3"],
        ["1.2.3"],
        ["12,34.5", "1,5"],
        ["1_000"],
        ["--5"],
        ["-$-5"],
        ["10.0.0.1"],
        ["030 123 456"],
        ["2024-01-01"],
        ["0x10"],
        ["5 kg"],
        [],
    ],
)
def test_mixed_units_codes_and_words_are_no_numbers(texts: list[str]) -> None:
    assert number_forms(texts) == []
    assert not are_numbers(texts)


def test_a_comma_before_three_digits_can_be_either() -> None:
    thousands, fractions = number_forms(["1,234", "12,500", "7"])
    assert thousands.numbers(["1,234"]) == [1234]
    assert fractions.numbers(["1,234"]) == [1.234]


@given(st.lists(st.text(max_size=8), min_size=1))
def test_any_text_is_read_the_same_alone_and_with_others(texts: list[str]) -> None:
    for form in number_forms(texts):
        together = form.numbers(texts)
        assert together is not None
        assert together == [(form.numbers([text]) or [None])[0] for text in texts]
