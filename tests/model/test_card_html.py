from __future__ import annotations

from dataclasses import replace

from conjunct.model import ScoreCard

from .conftest import promising
from .test_html import cells_of


def test_the_tables_show_every_rule_and_the_scale(credit: ScoreCard) -> None:
    rows = cells_of(credit).rows
    assert rows[0] == ["#", "if", "points", "rows", "wrong"]
    assert rows[1] == ["", "points for bad: every row", "−0.40", ""]
    assert rows[2] == ["1", "history = 'no credits'", "+1.40", "40", "15"]
    assert rows[-3] == [credit.combination]
    assert rows[-2] == ["points", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4"]
    assert rows[-1][:2] == ["P(bad)", "1.8 %"]


def test_promises_stand_beside_what_was_counted(credit: ScoreCard) -> None:
    rows = cells_of(promising(credit)).rows
    assert rows[0] == ["#", "if", "points", "rows", "wrong", "expected", "at most"]
    assert rows[2][2:] == ["+1.40", "40", "15", "38.1 %", "48.1 %"]


def test_points_for_other_classes_stand_beside(leaves: ScoreCard) -> None:
    rows = cells_of(leaves).rows
    assert rows[2][2] == "+3.25 (also alternaria −0.50)"
    assert [row[1] for row in rows if row[0] == ""] == [
        f"points for {label}: every row"
        for label in ("stem-canker", "brown-spot", "alternaria", "'frog eye'")
    ]


def test_names_and_classes_cannot_smuggle_in_markup(credit: ScoreCard) -> None:
    sneaky = "<script>alert('x')</script>"
    cells = cells_of(replace(credit, classes=("good", sneaky)))
    assert set(cells.tags) == {"table", "thead", "tbody", "tfoot", "tr", "th", "td"}
    assert sneaky in cells.rows[1][1].replace("\\'", "'")


def test_no_rules_show_only_the_default(credit: ScoreCard) -> None:
    rows = cells_of(replace(credit, rules=())).rows
    assert rows[1:] == [["", "otherwise", "good", "700 of 1,000 rows"]]
