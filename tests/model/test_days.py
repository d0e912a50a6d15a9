"""Cut points of columns of dates are printed as dates, and their numbers stay what they are."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct import load_model, parse_rule, read_table
from conjunct.errors import ModelError
from conjunct.estimators import RipperClassifier, RuleTreeClassifier, ScoreCardClassifier
from conjunct.model import Condition, Rules
from conjunct.model.days import Day, Moment, day_text, read_day

pytestmark = pytest.mark.filterwarnings("ignore:Read 'opened' as days")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
START = datetime(2020, 1, 1, tzinfo=UTC)


def table(hours: int = 24) -> Any:
    """Rows that are bad until spring; with fewer hours than a day, the dates have times."""
    days = [START + timedelta(hours=hours * n) for n in range(240)]
    written = [day.strftime("%Y-%m-%d" if hours == 24 else "%Y-%m-%d %H:%M") for day in days]
    bad = ["bad" if n < 90 else "good" for n in range(240)]
    rows = {"opened": [*written, *written], "n": [*range(480)], "status": [*bad, *bad]}
    return read_table(rows, target="status", dates="days", kinds={"n": "numeric"})


@pytest.fixture(scope="module", params=[ScoreCardClassifier, RipperClassifier, RuleTreeClassifier])
def rules(request: pytest.FixtureRequest) -> Rules:
    found: Rules = request.param().fit_table(table()).rules_
    return found


def conditions(rules: Rules) -> list[Condition]:
    return [one for rule in rules for one in rule.conditions if one.attribute == "opened"]


def test_rules_print_dates_and_keep_their_numbers(rules: Rules) -> None:
    assert "2020-03-30" in str(rules)
    assert "opened" in rules._repr_html_()
    assert "2020-03-30" in rules._repr_html_()
    assert conditions(rules)
    for one in conditions(rules):
        assert isinstance(one.value, Day)
        day = EPOCH + timedelta(days=float(one.value))
        assert str(one).endswith(f" {day.date()}")
        assert one == Condition(one.attribute, one.op, float(one.value))
    assert str(load_model(rules.to_json())) == str(rules)
    assert str(pickle.loads(pickle.dumps(rules))) == str(rules)
    saved = json.loads(rules.to_json())
    assert "18351" in json.dumps(saved["rules" if "rules" in saved else "nodes"])


def test_exports_compare_numbers(rules: Rules) -> None:
    assert "18351" in rules.to_sql()
    assert "18351" in rules.to_python()
    assert "2020" not in rules.to_sql()


def test_an_explanation_shows_the_date_of_the_row(rules: Rules) -> None:
    said = str(rules.explain({"opened": ["2020-02-10"], "n": [1]})[0])
    assert "2020-02-10" in said
    assert "18302" not in said


def test_thresholds_of_columns_with_times_have_a_time() -> None:
    rules = ScoreCardClassifier().fit_table(table(hours=12)).rules_
    texts = [str(one) for one in conditions(rules)]
    assert texts
    assert all("T" in text for text in texts)
    assert str(load_model(rules.to_json())) == str(rules)


def test_midnight_is_written_where_a_column_has_times() -> None:
    rules = ScoreCardClassifier().fit_table(table(hours=12)).rules_
    changed = rules.add("if opened > 2020-02-01 and n > 7 then good")
    assert "opened > 2020-02-01T00:00 and n > 7" in [rule.body for rule in changed]
    midnight = table(hours=12)
    learned = ScoreCardClassifier(cuts={"opened": [18307]}, promises=False).fit_table(midnight)
    assert " 2020-02-15T00:00 " in str(learned.rules_)
    assert str(load_model(learned.rules_.to_json())) == str(learned.rules_)
    days = ScoreCardClassifier().fit_table(table()).rules_
    changed = days.add("if opened > 2020-02-01 and n > 7 then good")
    assert "opened > 2020-02-01 and n > 7" in [rule.body for rule in changed]


def test_drift_names_bins_by_dates(rules: Rules) -> None:
    shifts = rules.drift(table()).periods[0].shifts
    (opened,) = [one for one in shifts if (one.about, one.name) == ("values", "opened")]
    assert opened.cells[0] == "≤ 2020-01-24"
    assert opened.cells[1] == "2020-01-24 to 2020-02-17"


def test_a_rule_is_written_with_a_date_or_a_number(rules: Rules) -> None:
    assert parse_rule("if opened <= 2020-03-30") == parse_rule("if opened <= 18351")
    if rules.KIND == "tree":
        return
    changed = rules.add("if opened > 2020-06-01 and n > 7 then good")
    assert "opened > 2020-06-01" in str(changed.edits[-1])
    other = rules.add("if opened > 18414 and n > 7 then good")
    assert [rule.body for rule in changed] == [rule.body for rule in other]


def test_a_column_that_holds_no_dates_is_not_compared_with_one(rules: Rules) -> None:
    if rules.KIND == "tree":
        return
    with pytest.raises(ModelError, match="compares 'n' with a date, but the model does not read"):
        rules.add("if n > 2020-06-01 then good")


@pytest.mark.parametrize(
    ("day", "text"),
    [
        (Day(0), "1970-01-01"),
        (Day(-1), "1969-12-31"),
        (Day(-0.5), "1969-12-31T12:00"),
        (Moment(18351), "2020-03-30T00:00"),
        (Day(18351.4631), "2020-03-30T11:06:51.84"),
        (Day(18264.46306712963), "2020-01-03T11:06:49"),
        (Day(1e7), "10000000"),
        (Day(-1e300), "-1e+300"),
        (Day(0.99999999999), "0.99999999999"),
    ],
)
def test_days_are_written_as_dates_that_are_read_back(day: Day, text: str) -> None:
    assert day_text(day) == text
    assert read_day(text) in (day, None)


@given(st.floats(-800_000, 3_000_000), st.sampled_from([Day, Moment]))
def test_every_text_of_a_day_is_exact(number: float, sort: type[Day]) -> None:
    text = day_text(sort(number))
    day = read_day(text)
    assert (float(text) if day is None else day) == number


@pytest.mark.parametrize(
    "text",
    [
        "2020-02-30",
        "2020-1-1",
        "20-01-01",
        "2020-01-01T24:00",
        "2020-01-01T10",
        "0000-01-01",
        "2020",
    ],
)
def test_what_is_no_date_is_not_read_as_one(text: str) -> None:
    assert read_day(text) is None
