from __future__ import annotations

from dataclasses import replace
from html import escape
from html.parser import HTMLParser

from conjunct.data.table import Table
from conjunct.model import Condition, RuleList, Rules, RuleSet, ScoreCard

from .conftest import promising


class Cells(HTMLParser):
    """Collects the texts of cells, row by row, and checks that every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.rows[-1][-1] += data


def cells_of(rules: Rules) -> Cells:
    cells = Cells()
    cells.feed(rules._repr_html_())
    assert cells.open == []
    return cells


def test_the_table_shows_every_rule_and_the_default(rules: RuleList) -> None:
    assert cells_of(rules).rows == [
        ["#", "if", "then", "rows", "wrong"],
        ["1", rules[0].body, "Chinstrap", "34", "0"],
        ["2", rules[1].body, "Gentoo", "125", "7"],
        ["", "otherwise", "Adelie", "152 of 344 rows"],
    ]


def test_promises_stand_beside_what_was_counted(rules: RuleList) -> None:
    assert cells_of(promising(rules)).rows == [
        ["#", "if", "then", "rows", "wrong", "expected", "at most"],
        ["1", rules[0].body, "Chinstrap", "34", "0", "5.4 %", "15.5 %"],
        ["2", rules[1].body, "Gentoo", "125", "7", "7.0 %", "17.1 %"],
        ["", "otherwise", "Adelie", "152 of 344 rows"],
    ]


def test_names_and_classes_cannot_smuggle_in_markup(rules: RuleList) -> None:
    sneaky = "<script>alert('x')</script>"
    rule = replace(rules[1], conditions=(Condition(sneaky, "=", '"><img src=x>'),))
    cells = cells_of(
        replace(
            rules,
            rules=(rule,),
            classes=("a", "b", sneaky),
            default=2,
            kinds={sneaky: "nominal"},
        )
    )
    assert set(cells.tags) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert cells.rows[1][1] == rule.body


def test_no_rules_show_only_the_default(empty_rules: RuleList) -> None:
    assert cells_of(empty_rules).rows[1:] == [["", "otherwise", "yes", "1 of 1 row"]]


def test_rules_that_are_added_up_say_so_and_show_the_classes_of_wrong_rows(
    rule_set: RuleSet,
) -> None:
    rows = cells_of(rule_set).rows
    assert rows[1][4] == "0"
    assert rows[2][4] == "7 (5 Chinstrap, 2 Adelie)"
    assert rows[-1] == [rule_set.combination]
    assert rows[-1][0].startswith("The rows of all rules that hold are added up by class. ")
    assert cells_of(replace(rule_set, rules=())).rows[-1][1] == "otherwise"


def test_explanations_drift_and_differences_are_shown_as_they_are_printed(
    rules: RuleList, rule_set: RuleSet, penguins: Table
) -> None:
    shown = [
        rules.explain(penguins)[0],
        rule_set.explain(penguins)[0],
        rules.diff(rules.drop(1)),
    ]
    for one in shown:
        html = one._repr_html_()
        assert html.startswith("<div")
        assert f">{escape(str(one))}</pre>" in html


def test_one_rule_is_printed_as_a_rule(rules: RuleList, hearts: ScoreCard) -> None:
    assert str(rules[1]) == "if flipper_length_mm > 206.5"
    assert str(hearts[0]) == f"if {hearts[0].body}"


def test_explanations_of_many_rows_are_one_line_in_a_session(
    rules: RuleList, penguins: Table
) -> None:
    assert repr(rules.explain(penguins)) == f"<Explanations of {penguins.n_rows} rows>"
