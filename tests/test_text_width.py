"""Printed tables with names that a terminal shows wider than their number of characters."""

from __future__ import annotations

from typing import Any

import pandas
import pytest

from conjunct import RipperClassifier, RuleTreeClassifier, ScoreCardClassifier
from conjunct.cli.measure_table import aligned
from conjunct.model import Rules
from conjunct.model.printed.entries import Entry, columns, entry_lines
from conjunct.text_width import shortened, text_width, to_left, to_right, wrapped

INCOME, CITY, SPOKEN = "收入", "城市 🏠", "e\u0301tat"


Applicants = tuple[Any, list[str]]


@pytest.fixture(scope="module")
def applicants() -> Applicants:
    incomes: list[int] = [number * 13 % 100 for number in range(200)]
    cities = [("波恩", "罗马 ✅", "x")[number * 7 % 3] for number in range(200)]
    spoken = [("a", "\u00e2ge\u0301")[number * 5 % 2] for number in range(200)]
    bad = [
        "违约客户" if income > 60 or city == "波恩" else "正常"
        for income, city in zip(incomes, cities, strict=True)
    ]
    return pandas.DataFrame({INCOME: incomes, CITY: cities, SPOKEN: spoken}), bad


def table_lines(rules: Rules) -> list[str]:
    """Return the lines of the table of rules, from its heading to the next empty line."""
    lines = rules.to_text().split("\n")
    start = next(n for n, line in enumerate(lines) if "expected" in line)
    return lines[start : lines.index("", start)]


def test_the_numbers_of_a_card_stand_below_their_headings(
    applicants: Applicants,
) -> None:
    heading, *lines = table_lines(ScoreCardClassifier(promises=True).fit(*applicants).rules_)
    numbered = [line for line in lines if line.endswith("%")]
    assert any(text_width(line) != len(line) for line in numbered)
    assert {text_width(line) for line in numbered} == {text_width(heading)}


@pytest.mark.parametrize("learner", [RipperClassifier, RuleTreeClassifier])
def test_the_classes_of_lists_and_trees_stand_below_their_heading(
    applicants: Applicants, learner: type
) -> None:
    heading, *lines = table_lines(learner(promises=True).fit(*applicants).rules_)
    start = text_width(heading[: heading.index("class")])
    for line in lines:
        for label in ("违约客户", "正常"):
            if label in line:
                assert text_width(line[: line.index(label)]) == start
    assert len(lines) > 2


def test_cells_are_filled_by_their_width() -> None:
    assert columns([("城市", "rows"), ("x", "5")], left=1) == ["城市  rows", "x        5"]
    assert aligned([("model", "错误"), ("卡", "1 %")]) == ["model  错误", "卡      1 %"]
    entries = [Entry("#", ["rule"], "class"), Entry("1", ["if 收入 > 7", "and 城市 = x"], "no")]
    assert entry_lines(entries, 25) == [
        "#  rule             class",
        "1  if 收入 > 7      no",
        "      and 城市 = x",
    ]


def test_a_line_is_broken_by_its_width() -> None:
    assert wrapped("收入收入 and 收入", 8) == ["收入收入", "and 收入"]
    assert wrapped("收入收入收入", 5) == ["收入", "收入", "收入"]
    assert wrapped("收入收入收入", 5, break_words=False) == ["收入收入收入"]
    assert wrapped("well-known words", 6, break_words=False) == ["well-known", "words"]


def test_a_cut_text_fits_its_room() -> None:
    assert [shortened("收入收入", room) for room in (8, 7, 6)] == ["收入收入", "收入收…", "收入…"]


def test_marks_take_no_room() -> None:
    assert text_width("e\u0301") == 1
    assert (to_left("e\u0301", 3), to_right("e\u0301", 3)) == ("e\u0301  ", "  e\u0301")
    assert text_width("") == 0
