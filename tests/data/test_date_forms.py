from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.date_forms import DATE_FORMS, DateForm, date_forms

STRFTIME = {"YYYY": "%Y", "YY": "%y", "Mon": "%b", "MM": "%m", "DD": "%d"}


def written(form: DateForm, day: date) -> str:
    pattern = str(form)
    for ours, theirs in STRFTIME.items():
        pattern = pattern.replace(ours, theirs)
    return day.strftime(pattern)


@pytest.mark.parametrize("form", DATE_FORMS, ids=str)
@given(days=st.lists(st.dates(date(1969, 1, 1), date(2068, 12, 31)), min_size=1, max_size=20))
def test_days_come_back_from_any_form(form: DateForm, days: list[date]) -> None:
    texts = [written(form, day) for day in days]
    expected = [float((day - date(1970, 1, 1)).days) for day in days]
    assert form.numbers(texts) == expected
    assert expected in [one.numbers(texts) for one in date_forms(texts)]
    assert DateForm.read(str(form)) == form


@given(st.datetimes(datetime(1800, 1, 1), datetime(2200, 1, 1)))
def test_times_are_parts_of_a_day(moment: datetime) -> None:
    (form,) = date_forms([moment.isoformat()])
    (days,) = form.numbers([moment.isoformat(sep=" ")]) or [0.0]
    assert days == pytest.approx((moment - datetime(1970, 1, 1)) / timedelta(days=1), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("1970-01-02T06:00", 1.25),
        ("1970-01-02 06:00:00.000", 1.25),
        ("1970-01-02T06:00:00Z", 1.25),
        ("1970-01-02T06:00:00+06:00", 1.0),
        ("1970-01-02T06:00:00-0600", 1.5),
        ("1/2/1970 12:00 AM", 1.0),
        ("1/2/1970 6:00 pm", 1.75),
        ("January 2, 1970", 1.0),
        ("2 Sept 1970", 244.0),
        ("02-JAN-70", 1.0),
        ("31.12.69", -1.0),
        ("01.01.68", 35794.0),
    ],
)
def test_common_forms_are_dates(text: str, days: float) -> None:
    assert date_forms([text])[0].numbers([text]) == [days]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2024-02-30",
            "32.01.2024",
            "13/13/2024",
            "2024",
            "12:30",
            "1.2.3",
            "5 May",
            "0000-01-01",
        ),
        *("2024-01-01 25:00", "2024-01-01 13:00 PM", "2024-01-01 10:61", "2 Foo 2024", "10-11-12"),
    ],
)
def test_other_texts_are_no_dates(text: str) -> None:
    assert date_forms([text]) == []


def test_forms_are_not_mixed_in_one_column() -> None:
    assert date_forms(["2024-01-01", "01.01.2024"]) == []


def test_one_day_above_twelve_tells_the_order() -> None:
    assert [str(form) for form in date_forms(["03/04/2024", "13/04/2024"])] == ["DD/MM/YYYY"]
    assert [str(form) for form in date_forms(["03/04/2024", "04/13/2024"])] == ["MM/DD/YYYY"]
    assert len(date_forms(["03/04/2024", "04/05/2024"])) == 2
