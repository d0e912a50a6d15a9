"""Rules as tables in Markdown and LaTeX read as the rules do."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt
from tests.model.remembering import card as kept_card

from conjunct.export.latex import to_latex
from conjunct.export.markdown import to_markdown
from conjunct.export.table import text_table
from conjunct.model import Condition, ScoreCard, ScoredRule

from .hostile import RECORD, models

FORMS = ("list", "set", "card", "tree")
_WRITTEN = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    r"$\leq$": "≤",
    r"$\geq$": "≥",
    r"$\cdot$": "·",
    r"$\neq$": "≠",
    "$-$": "−",
    **{f"\\{one}": one for one in "{}$&#_%"},
}


@pytest.fixture
def card() -> ScoreCard:
    body = (Condition("bill_mm", ">", 46.5), Condition("a|b", "=", "50%"))
    rules = [
        ScoredRule(body, 1, (1, 8, 2), RECORD, points=(0, 2.5, 0)),
        ScoredRule(body[:1], 2, (0, 0, 3), RECORD, points=(-1, 0, 3)),
    ]
    kinds = {"bill_mm": "numeric", "a|b": "nominal"}
    classes, base = ("Adelie", "Chinstrap", "Gentoo"), (0.5, 0, 0)
    return ScoreCard.of(rules, classes, (12, 8, 3), kinds, base=base, unit=10)


MARKDOWN = [
    r"| \# | rule | class | points for Adelie | points for Chinstrap | points for Gentoo | rows "
    "| rate |",
    "| :-- | :-- | :-- | --: | --: | --: | --: | --: |",
    "|  | every row |  | +0.5 | 0.0 | 0.0 |  |  |",
    r"| 1 | if bill\_mm \> 46.5 and 'a\|b' = 50% | Chinstrap |  | +2.5 |  | 11 | 73 % |",
    r"| 2 | if bill\_mm \> 46.5 | Gentoo | −1.0 |  | +3.0 | 3 | 100 % |",
    "",
    "Add the points of every rule that holds to those of every row. The largest sum is predicted; "
    "of equal sums the first of Adelie, Chinstrap, Gentoo. The probability of a class is its share "
    "of exp(sum / 10) over all classes. Beside the rows of a rule: the share of them that are of "
    "its class.",
]


def test_a_card_in_markdown(card: ScoreCard) -> None:
    assert to_markdown(card).splitlines() == MARKDOWN


def test_a_card_in_latex(card: ScoreCard) -> None:
    lines = to_latex(card).splitlines()
    assert lines[0] == r"\begin{tabular}{lllrrrrr}"
    assert lines[5] == r"1 & if bill\_mm \textgreater{} 46.5 and 'a\textbar{}b' = 50\% " + (
        r"& Chinstrap &  & +2.5 &  & 11 & 73 \% \\"
    )
    assert lines[8] == r"\end{tabular}"


def test_latex_of_ascii_names_is_ascii() -> None:
    written = to_latex(kept_card())
    assert r"$\geq$ 48 \%" in written
    assert written.isascii()


def test_a_card_promises_the_rates_that_it_prints() -> None:
    """A reader must not meet an error rate under the word that is a rate of the class in print."""
    rules = kept_card()
    printed = rules.to_text(width=200).splitlines()
    start = next(n for n, line in enumerate(printed) if line.startswith("#")) + 1
    heading, rows = text_table(rules).heading, text_table(rules).rows[1:]
    assert heading[-4:] == ("rows", "bad", "expected", "guaranteed")
    for row, line in zip(rows, printed[start:], strict=False):
        assert " ".join(row[2:]) in " ".join(line.split())


@settings(max_examples=60)
@given(model=models(FORMS))
def test_markdown_reads_as_the_rules_do(model) -> None:
    table = text_table(model[0])
    page = MarkdownIt("commonmark").enable("table").render(to_markdown(model[0]))
    rows = re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", page, re.DOTALL)
    cells = [cell for row in (table.heading, *table.rows) for cell in row]
    assert [html.unescape(one) for one in rows] == [cell.strip() for cell in cells]


@settings(max_examples=60)
@given(model=models(FORMS))
def test_latex_reads_as_the_rules_do(model) -> None:
    table = text_table(model[0])
    written = to_latex(model[0]).split("\\midrule\n")[1].split("\\bottomrule")[0]
    marks = sorted(map(re.escape, _WRITTEN), key=len, reverse=True)
    for line, row in zip(written.splitlines(), table.rows, strict=True):
        cells = line.removesuffix(r" \\").split(" & ")
        read = [re.sub("|".join(marks), lambda found: _WRITTEN[found[0]], one) for one in cells]
        assert read == [cell.replace("–", "--") for cell in row]
