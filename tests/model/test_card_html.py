from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from conjunct.model import RuleList, ScoreCard
from conjunct.model.printed.card_sheet import card_sheet

from .conftest import promising


class Parts(HTMLParser):
    """Collects texts: cells row by row, captions and paragraphs; checks that tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.said: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag in ("caption", "p", "pre"):
            self.said.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        texts = self.rows[-1] if self.open[-1] in ("td", "th") else self.said
        texts[-1] += data


def parts_of(shown: Any) -> Parts:
    return Parts(shown._repr_html_())


def test_a_card_shows_what_its_sheet_says(hearts: ScoreCard) -> None:
    parts, sheet = parts_of(hearts), card_sheet(hearts)
    assert parts.rows[0] == ["#", "rule", "points", "rows", "ill", "expected", "guaranteed"]
    assert parts.rows[1] == ["1", "vessels > 0.5", "+4", "123", "75 %", "74 %", "≥ 64 %"]
    assert parts.rows[6] == ["", "", "score = ____", ""]
    assert parts.rows[7:] == [list(line) for line in sheet.scores]
    assert parts.said == [sheet.title, *sheet.said]


def test_classes_are_lines_of_their_own(leaves: ScoreCard) -> None:
    rows = parts_of(promising(leaves)).rows
    assert rows[1] == ["", "stem-canker starts with", "−1.00", "20", "17 %", "", ""]
    numbers = ["", "1", "2", "", "3", "", "1", "3", "4", "5", "", "3"]
    assert [row[0] for row in rows[1:]] == numbers
    assert {len(row) for row in rows} == {7}


def test_names_and_classes_cannot_smuggle_in_markup(hearts: ScoreCard) -> None:
    sneaky = "<script>alert(1)</script>"
    parts = parts_of(replace(hearts, classes=("healthy", sneaky), target=sneaky))
    assert parts.tags == {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "p"}
    assert sneaky in parts.said[0]


def test_no_rules_show_a_title_and_a_sentence(credit: ScoreCard) -> None:
    card = replace(credit, rules=())
    parts = parts_of(card)
    assert parts.rows == []
    assert parts.said == [card_sheet(card).title, *card_sheet(card).said]


def test_one_rule_shows_its_body_and_its_points(leaves: ScoreCard) -> None:
    rows = parts_of(promising(leaves)[2]).rows
    assert rows[0] == ["if", "then", "rows", "wrong", "expected", "at most"]
    assert rows[1][:3] == [
        "leaves = abnormal and month > 6.5",
        "+2.4 for class 1, +1.2 for class 2, −0.8 for class 3",
        "52",
    ]


def test_one_rule_of_a_list_shows_its_class(rules: RuleList) -> None:
    rows = parts_of(rules[1]).rows
    assert rows == [
        ["if", "then", "rows", "wrong"],
        ["flipper_length_mm > 206.5", "class 2", "125", "7"],
    ]


def test_explanations_show_the_addition(hearts: ScoreCard) -> None:
    row = {"vessels": [2.0], "pain": ["none"], "defect": ["fixed"], "angina": [None], "sex": ["x"]}
    explanations = hearts.explain(row)
    parts = parts_of(explanations)
    assert parts.rows == [
        ["#", "rule", "points", "here"],
        ["1", "vessels > 0.5", "+4", "2"],
        ["2", "pain = none", "+3", "none"],
    ]
    heading, *said = str(explanations[0]).splitlines()
    assert parts.said == [heading, *(line.strip() for line in said[-4:])]


def test_other_explanations_show_their_text(rules: RuleList, penguins: Any) -> None:
    parts = parts_of(rules.explain(penguins))
    assert "\n".join(parts.said) == str(rules.explain(penguins))


def test_of_many_explanations_the_first_are_shown(hearts: ScoreCard) -> None:
    rows = {name: [None] * 25 for name in hearts.attributes}
    said = parts_of(hearts.explain(hearts.table_of(rows))).said
    assert said[-1] == "… and 5 more rows"
    assert sum(text.startswith("row ") for text in said) == 20
