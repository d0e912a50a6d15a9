from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.errors import DataError, ModelError
from conjunct.model import Drift, Rules, Shift, load_model
from conjunct.model.printed.drift import drift_text

from .remembering import CITIES, card, people, rule_list, trained
from .test_tree import small_tree

NEW = people([20.0] * 30 + [70.0] * 30, [0] * 10 + [1] * 30 + [3] * 20, (*CITIES, "Os|lo"))
"""Sixty rows: fewer of Bonn, twenty of a city that training did not have, no unknown age."""

TEXT = """\
people.csv: 60 rows, against 100 training rows of people.csv.

                           PSI  by chance                  training → now
score                    0.580      0.160  moved           ≤ -2: 50 % → 17 %
predicted class          0.081      0.102  stable          bad: 36 % → 50 %
rule 1: if age > 60      0.081      0.102  stable          36 % → 50 %
rule 2: if ci_ty = Bonn  0.536      0.102  moved           50 % → 17 %
age                      3.020      0.470  moved           19 to 29: 10 % → 50 %
age missing              0.238      0.102  moved a little  10 % → 0 %
ci_ty                    2.377      0.210  moved           'Os|lo': 0 % → 33 %
ci_ty missing            0.011      0.102  stable          2 % → 0 %

Moved: age (19 to 29: 10 % → 50 %); ci_ty ('Os|lo': 0 % → 33 %); score (≤ -2:
50 % → 17 %); rule 2 (50 % → 17 %). Moved a little: age missing (10 % → 0 %).
Stable: 3 of 8.
New to ci_ty: 'Os|lo' (20 rows).
PSI: population stability index, between training rows and these. Below 0.1
stable, 0.1 to 0.25 moved a little, above 0.25 moved. By chance: rows like the
training rows stay below this in 95 of 100 cases; an index that does is called
stable."""


def by_name(drift: Drift) -> dict[str, Shift]:
    return {f"{one.about} {one.name}".strip(): one for one in drift.periods[0].shifts}


def test_the_text() -> None:
    assert card().drift(NEW).to_text(80) == TEXT


def test_counts_and_indices_are_those_of_the_rows() -> None:
    found = by_name(card().drift(NEW))
    assert list(found) == [
        *("score", "class", "rule 1", "rule 2"),
        *("values age", "missing age", "values ci_ty", "missing ci_ty"),
    ]
    rule = found["rule 2"]
    assert (rule.before, rule.after) == ((50, 50), (10, 50))
    assert rule.index == pytest.approx((1 / 6 - 1 / 2) * np.log(1 / 3) + (1 / 3) * np.log(5 / 3))
    assert rule.verdict == "moved"
    assert found["missing age"].before == (10, 90)
    assert found["missing age"].after == (0, 60)
    cities = found["values ci_ty"]
    assert cities.cells == ("Bonn", "Köln", "Rome", "'Os|lo'")
    assert (cities.before, cities.after) == ((50, 30, 18, 0), (10, 30, 0, 20))
    assert cities.unseen == ("Os|lo",)
    assert found["class"].after == (30, 30)
    assert found["score"].after == (10, 20, 30)


@pytest.mark.parametrize("model", [card(), rule_list()], ids=["card", "list"])
def test_the_training_rows_themselves_did_not_move(model: Rules) -> None:
    drift = model.drift(trained())
    assert {shift.index for shift in drift.periods[0].shifts} == {0.0}
    assert "Nothing moved: every index is below 0.1, or no larger than by chance." in str(drift)


def test_a_list_tells_which_rule_decides() -> None:
    found = by_name(rule_list().drift(NEW))
    assert found["deciding rule"].cells == ("rule 1", "rule 2", "no rule")
    assert (found["deciding rule"].before, found["deciding rule"].after) == (
        (36, 50, 14),
        (30, 10, 20),
    )


def test_few_rows_are_not_said_to_have_moved() -> None:
    few = people([70.0, 20.0, 30.0], [1, 1, 2])
    assert max(one.index for one in card().drift(few).periods[0].shifts) > 0.25
    rule = by_name(card().drift(few))["rule 2"]
    assert (rule.verdict, rule.index > 0.25, rule.index < rule.limit) == ("stable", True, True)


def test_periods_are_told_in_order_and_add_up() -> None:
    months = ["2024-10"] * 20 + ["2024-09"] * 40
    drift = card().drift(NEW, by=months)
    assert [(part.period, part.rows) for part in drift.periods] == [
        ("2024-09", 40),
        ("2024-10", 20),
    ]
    whole = by_name(card().drift(NEW))
    for at, shift in enumerate(whole.values()):
        both = [part.shifts[at] for part in drift.periods]
        assert {(one.about, one.name) for one in both} == {(shift.about, shift.name)}
        if not shift.unseen:
            assert tuple(np.sum([one.after for one in both], axis=0)) == shift.after
    lines = drift_text(drift, width=300).splitlines()
    assert lines[2].split() == ["period", "rows", "PSI", "of", "score", "by", "chance", "moved"]
    assert [line.split()[0] for line in lines[3:5]] == ["2024-09", "2024-10"]
    assert "New to ci_ty: 'Os|lo' (20 rows)." in str(drift)


def test_what_moved_in_a_period_is_broken_into_lines() -> None:
    drift = card().drift(NEW, by=["2024-10"] * 20 + ["2024-09"] * 40)
    wide, narrow = drift_text(drift, width=300).splitlines(), str(drift).splitlines()
    assert max(map(len, wide)) > 100 >= max(map(len, narrow))
    n_lines = narrow.index("", 3) - 3
    assert " ".join(" ".join(narrow[3:][:n_lines]).split()) == " ".join(" ".join(wide[3:5]).split())
    start = wide[2].index("moved")
    assert all(line[:start].strip() == "" or line[0] == "2" for line in narrow[3:][:n_lines])


def test_a_column_of_the_table_can_part_it() -> None:
    rows = {
        "age": [20, 70, 70, 20],
        "ci_ty": ["Bonn", "Rome", "Rome", "Bonn"],
        "day": ["9.1.2024", "10.1.2024", "9.1.2024", None],
    }
    drift = card().drift(rows, by="day")
    assert [part.period for part in drift.periods] == ["9.1.2024", "10.1.2024", "missing"]
    assert [part.period for part in card().drift(NEW, by="ci_ty").periods] == [
        *("Bonn", "Köln", "Os|lo")
    ]
    assert [part.period for part in card().drift(rows, by="age").periods] == ["20", "70"]


def test_bad_periods_are_refused() -> None:
    with pytest.raises(DataError, match="by has 2 values for 60 rows"):
        card().drift(NEW, by=["a", "b"])
    with pytest.raises(DataError, match="no column 'citty'; did you mean 'ci_ty'"):
        card().drift({"age": [1], "ci_ty": ["x"]}, by="citty")
    with pytest.raises(ModelError, match="no column 'age', which the model needs"):
        card().drift(NEW.__class__((NEW.columns[1],), n_rows=60))


def test_weighted_rows_count_as_often_as_they_say() -> None:
    weighted = replace(NEW, weights=np.full(60, 2.0))
    found, plain = by_name(card().drift(weighted)), by_name(card().drift(NEW))
    for name, shift in found.items():
        assert shift.after == tuple(2 * one for one in plain[name].after)
    assert card().drift(weighted).periods[0].rows == 120


def test_a_column_can_weigh_the_rows() -> None:
    rows: dict[str, list[Any]] = {"age": [20, 70, 70, 30], "ci_ty": ["Bonn", "Rome", "Rome", "x"]}
    weighed = {**rows, "n": [2, 1, 3, 0], "month": ["b", "a", "a", "c"]}
    each = [at for at, times in enumerate([2, 1, 3]) for _ in range(times)]
    repeated = {name: [column[at] for at in each] for name, column in rows.items()}
    assert by_name(card().drift(weighed, weight="n")) == by_name(card().drift(repeated))
    parts = card().drift(weighed, by="month", weight="n").periods
    assert [(part.period, part.rows) for part in parts] == [("a", 4), ("b", 2)]
    assert parts == card().drift(weighed, by=["b", "a", "a", "c"], weight="n").periods
    with pytest.raises(DataError, match="cannot be the weights of rows"):
        card().drift({**rows, "n": [2, 1, -3, 0]}, weight="n")


def test_a_model_that_knows_nothing_of_its_training_tells_the_shares_of_its_rules() -> None:
    drift = replace(card(), training=None).drift(NEW)
    assert list(by_name(drift)) == ["rule 1", "rule 2"]
    assert by_name(drift)["rule 2"].before == (50, 50)
    assert "Only the shares of its rules are compared; learn it again for the rest." in str(
        drift
    ).replace("\n", " ")
    assert drift.n_trained == 100


def test_a_model_that_was_changed_says_so() -> None:
    drift = replace(card(), base=(0.0, -2.0)).drift(trained())
    found = by_name(drift)
    assert "class" not in found
    assert {"rule 1", "values age", "missing ci_ty"} <= set(found)
    assert "The rules were changed after learning" in str(drift)


def test_what_has_no_rows_on_one_side_is_left_out() -> None:
    model = rule_list()
    empty = replace(model.rules[0], counts=(0, 0))
    bare = replace(model, rules=(empty,), class_counts=(0, 0), training=None)
    assert bare.drift(NEW).periods[0].shifts == ()
    unknown = people([np.nan] * 9, [0] * 9)
    assert "values age" not in by_name(card().drift(unknown))
    assert by_name(card().drift(unknown))["missing age"].after == (9, 0)


def test_names_cannot_write_on_the_terminal() -> None:
    made = card()
    assert made.training is not None
    evil = replace(made, training=replace(made.training, source="a\x1b[2J\nb"))
    text = str(evil.drift(replace(NEW, name="new\x1b[1m")))
    assert "\x1b" not in text
    assert "training rows of 'a\\u001b[2J\\nb'." in text


@given(st.lists(st.floats(1e-3, 1e3), min_size=60, max_size=60))
def test_sums_of_any_weights_can_be_compared(weights: list[float]) -> None:
    for shift in card().drift(replace(NEW, weights=np.array(weights))).periods[0].shifts:
        assert shift.index >= 0
        assert min(shift.after) >= 0


def test_scores_of_a_card_of_an_older_version_are_compared(hearts: Any) -> None:
    rows = {
        "vessels": [1, 0],
        "pain": ["none", "some"],
        "defect": ["no", "no"],
        "angina": ["yes", "no"],
        "sex": ["male", "female"],
    }
    score = by_name(hearts.drift(rows))["score"]
    assert sum(score.before) == 303
    assert sum(score.after) == 2


def test_counts_of_rows_that_come_to_a_rule_are_compared_with_such_rows() -> None:
    listed = rule_list()
    second = replace(listed.rules[1], counts=(40, 10))
    reached = replace(listed, rules=(listed.rules[0], second), reached=True, training=None)
    both = people([70.0, 70.0, 20.0], [0, 0, 0])
    assert by_name(reached.drift(both))["rule 2"].after == (1, 2)
    plain = replace(reached, reached=False)
    assert by_name(plain.drift(both))["rule 2"].after == (3, 0)


def test_rows_of_a_tree_are_those_of_its_leaves() -> None:
    tree = small_tree()
    columns = {name: [None, None] for name in tree.attributes}
    drift = tree.drift(columns)
    assert sum(shift.after[0] for shift in drift.periods[0].shifts) == 2


def test_the_frame_and_the_plain_data_agree() -> None:
    drift = card().drift(NEW, by=["a"] * 30 + ["b"] * 30)
    frame = drift.to_frame()
    assert list(frame.columns) == [
        *("period", "about", "name", "rows", "psi", "by_chance", "limit", "verdict"),
        *("cell", "before", "after"),
    ]
    data = drift.to_dict()
    assert json.loads(json.dumps(data)) == data
    shifts = [shift for part in data["periods"] for shift in part["shifts"]]
    assert frame["psi"].tolist() == [shift["psi"] for shift in shifts]
    assert frame["verdict"].tolist() == [shift["verdict"] for shift in shifts]
    row = frame[(frame["about"] == "rule") & (frame["name"] == "2")].iloc[0]
    assert (row["cell"], row["before"], row["after"]) == ("holds", 0.5, pytest.approx(1 / 3))


@given(
    st.lists(
        st.tuples(st.one_of(st.just(np.nan), st.floats(0, 100)), st.integers(-1, 3)), min_size=1
    )
)
def test_any_rows_can_be_compared_before_and_after_saving(rows: list[tuple[float, int]]) -> None:
    table = people([age for age, _ in rows], [city for _, city in rows], (*CITIES, "x\n`"))
    for model in (card(), rule_list()):
        drift = model.drift(table)
        assert load_model(model.to_json()).drift(table) == drift
        for shift in drift.periods[0].shifts:
            assert shift.index >= 0
            assert sum(shift.after) <= len(rows)
            assert len(shift.cells) == len(shift.before) == len(shift.after)
        assert all(len(line) <= 100 or "  " in line for line in str(drift).splitlines())
        assert "\n`" not in str(drift)
