"""Tables from rows of numbers: what is shown, and what goes to the file."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.experiments.findings import Words, cell, in_brackets
from conjunct.experiments.long_rows import TrialRows, by_key, mean_of, rows_of, standard_error

ROWS = [
    {"table": "a", "width": 1, "error": 0.25, "published": None, "_mark": "*"},
    {"table": "a", "width": 2, "error": math.nan, "published": 0.5, "_mark": ""},
    {"table": "b", "width": 1, "error": np.float64(0.5), "published": 0.1, "_mark": ""},
]


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{e:%1}", "12.5"),
        ("{e:%0}", "12"),
        ("{e:p}", "0.125"),
        ("{small:p}", "<0.001"),
        ("{none:.1f}", "–"),
        ("{none:%1}{nan:%1}{nan:s1}", ""),
        ("{small:s1} {e:s2}", "−0.0 +0.12"),
        ("{n:#rule}, {one:#rule}", "1,200 rules, 1 rule"),
        ("{n:,} of {0.5 or less}", "1,200 of 3"),
        ("{e:.1f}{e:b2}{e:±1}{none:b1}{nan:±1}", "0.1 (0.12) ± 0.1"),
    ],
)
def test_a_template_is_filled_with_the_numbers_of_a_row(template: str, text: str) -> None:
    row = {"e": 0.125, "none": None, "nan": math.nan, "n": 1200, "one": 1, "0.5 or less": 3}
    assert cell(template, {**row, "small": -1e-9}) == text


def test_what_is_for_the_text_alone_does_not_go_to_the_file() -> None:
    columns = {"table": "{table}{_mark}", "{unit}": "{error:%1} ({published:.1f})"}
    words = Words({"grids": {"g": {"title": "T {n}", "columns": columns, "notes": ["{n} notes."]}}})
    made = words.grid("g", ROWS, {"unit": "%", "n": 2}, notes=["More."], extra=[("mean", "")])
    assert (made.title, made.columns) == ("T 2", ("table", "%"))
    assert made.lines == (("a*", "25.0 (–)"), ("a", " (0.5)"), ("b", "50.0 (0.1)"), ("mean", ""))
    assert made.data_columns == ("table", "width", "error", "published")
    assert made.data == (("a", 1, 0.25, None), ("a", 2, None, 0.5), ("b", 1, 0.5, 0.1))
    assert {type(line[2]) for line in made.data} == {float, type(None)}
    assert made.notes == ("2 notes.", "More.")


def test_a_wide_table_has_a_column_for_each_value_and_may_fill_its_gaps() -> None:
    columns = {"{table}, error": "{error:%1}", "{table}, published": "{published:.1f}"}
    said = {"title": "T", "corner": "table", "across": "width"}
    other = {**said, "columns": {"{table}": "{error:%1}"}, "gap": "–", "last": {"mark": "{_mark}"}}
    words = Words({"grids": {"g": {**said, "head": "w = {}", "columns": columns}, "h": other}})
    made = words.grid("g", ROWS)
    assert made.columns == ("table", "w = 1", "w = 2")
    assert made.lines == (
        ("a, error", "25.0", ""),
        ("a, published", "–", "0.5"),
        ("b, error", "50.0", ""),
        ("b, published", "0.1", ""),
    )
    assert len(made.data) == len(ROWS)
    made = words.grid("h", ROWS)
    assert made.columns == ("table", "1", "2", "mark")
    assert made.lines == (("a", "25.0", "", "*"), ("b", "50.0", "–", ""))


@given(st.lists(st.lists(st.tuples(st.integers(0, 2), st.sampled_from("ab")), max_size=4)))
def test_columns_hold_the_rows_of_all_trials_and_find_them_again(
    trials: list[list[tuple[int, str]]],
) -> None:
    rows = [[{"width": width, "class": head} for width, head in trial] for trial in trials]
    found = TrialRows.of(rows)
    assert found.n_trials == len(trials)
    if len(found):
        assert rows_of(found.where(width=1).columns) == [
            {**row, "trial": at}
            for at, trial in enumerate(rows)
            for row in trial
            if row["width"] == 1
        ]
        assert list(found.by("class")) == sorted({head for trial in trials for _, head in trial})


def test_rows_are_grouped_in_the_order_of_the_trials() -> None:
    trials = [
        [{"search": "x", "depth": 1, "error": 0.1}, {"search": "y", "depth": 1, "error": None}],
        [{"search": "y", "depth": 1, "error": 0.3}, {"search": "x", "depth": 1, "error": 0.2}],
    ]
    found = by_key(trials, "search")
    assert list(found) == ["x", "y"]
    assert found["x"]["error"].tolist() == [0.1, 0.2]
    assert math.isnan(found["y"]["error"][0])
    assert list(by_key(trials, "search", "depth")) == [("x", 1), ("y", 1)]


def test_standard_errors_need_two_trials() -> None:
    assert standard_error(np.array([1.0, 2.0, 3.0])) == pytest.approx(1 / math.sqrt(3))
    assert math.isnan(standard_error(np.array([1.0, np.nan])))
    assert math.isnan(mean_of(np.array([np.nan])))
    assert in_brackets(["vote", "glass"]) + in_brackets([]) == " (vote, glass)"
