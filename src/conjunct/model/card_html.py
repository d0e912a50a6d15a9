"""A score card as HTML, for notebooks and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.html import html_block, html_note, html_row, html_table
from conjunct.model.card_sheet import Line, card_sheet

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_SIDES = "rlr"


def card_html(card: ScoreCard) -> str:
    """Return what `conjunct.model.card_text.card_text` writes, as tables and paragraphs.

    No scripts, no outside files, every text escaped.

    Parameters
    ----------
    card : ScoreCard

    Returns
    -------
    html : str
    """
    sheet = card_sheet(card)
    headings = ("#", "rule", *sheet.headings) if len(card) else ()
    rows = [_row(line) for line in sheet.lines] if len(card) else []
    if sheet.scores:
        rest = f"score = {'_' * 4}"
        rows.append(html_row(("", "", rest), _SIDES, rest="", columns=len(headings), bold=True))
    rules = html_table("rules", headings, rows, sides=_SIDES, caption=sheet.title)
    scores = ""
    if sheet.scores:
        first, *others = sheet.scores
        lines = [html_row(line, "lr") for line in others]
        scores = html_table("scores", first, lines, sides="lr")
    return html_block([rules, scores, *map(html_note, sheet.said)])


def _row(line: Line) -> str:
    cells = (line.number, " and ".join(line.body), *line.cells)
    return html_row(cells, _SIDES, bold=not line.number)
