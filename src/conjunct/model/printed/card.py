"""A score card as plain text, and as HTML for notebooks and reports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.html import html_block, html_note, html_row, html_table
from conjunct.model.bands import MOST_BANDS
from conjunct.model.printed.card_sheet import Line, Sheet, card_sheet
from conjunct.model.printed.entries import GAP, NARROWEST, columns
from conjunct.model.printed.footer import broken
from conjunct.text_width import text_width, to_left, wrapped

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_BLANK = "\ue000"
"""Placeholder for a space at which a line must not break."""
_WORD = re.compile(r"'(?:\\.|[^'\\])*'|\S+")
_INDENT = "  "
MANY_CLASSES = 6
"""If there are more classes, an empty line separates the rules of each class."""


def card_text(card: ScoreCard, width: int = 80, footer: bool = True, details: bool = False) -> str:
    """Return the card as a title, a table of rules, a table of scores and a few sentences.

    The numbers of a rule are beside the first line of its body; a long body continues below.
    Points are written with all their decimals: what is printed is what is added up.

    Parameters
    ----------
    card : ScoreCard
    width : int, default=80
        Characters in a line.
    footer : bool, default=True
        Whether to explain below the table how to decide and what the numbers mean.
    details : bool, default=False
        Whether to print also the search for each rule and the formula of the probabilities.

    Returns
    -------
    text : str
        Without a newline at the end.
    """
    sheet = card_sheet(card, details)
    blocks = [[*broken(sheet.title, width), *_table_lines(sheet, len(card.classes), width)]]
    if sheet.scores:
        blocks.append(_score_lines(card, sheet, width))
    if sheet.search:
        blocks.append(columns(sheet.search))
    if footer:
        blocks.append([line for text in sheet.said for line in broken(text, width)])
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def _table_lines(sheet: Sheet, n_classes: int, width: int) -> list[str]:
    every = list(sheet.lines)
    if not any(line.number for line in every):
        return []
    heading = Line("#", ("rule",), sheet.headings)
    beside = columns([heading.cells, *(line.cells for line in every)])
    margin = max(len(line.number) for line in every)
    room = max(width - margin - 2 * len(GAP) - text_width(beside[0]), NARROWEST)
    bodies = [body_lines(line.body, room) for line in (heading, *every)]
    column = max(text_width(one) for body in bodies for one in body)
    written = iter(
        _written(line.number.rjust(margin), body, column, cells)
        for line, body, cells in zip((heading, *every), bodies, beside, strict=True)
    )
    lines = ["", *next(written)]
    for before, group in zip([(), *sheet.groups], sheet.groups, strict=False):
        if before and n_classes > MANY_CLASSES and max(len(before), len(group)) > 1:
            lines.append("")
        lines += [one for _ in group for one in next(written)]
    if sheet.scores:
        points = len(beside[0]) - len(beside[0].lstrip()) + len(sheet.headings[0])
        end = margin + 2 * len(GAP) + column + points
        lines.append("score = ___".rjust(end))
    return lines


def _written(number: str, body: Sequence[str], column: int, cells: str) -> list[str]:
    first, *others = body
    blank = " " * len(number)
    return [
        f"{number}{GAP}{to_left(first, column)}{GAP}{cells}",
        *(f"{blank}{GAP}{other}" for other in others),
    ]


def body_lines(parts: Sequence[str], room: int) -> list[str]:
    """Break a body into lines: between conditions, else at spaces outside quotes, else anywhere.

    Parameters
    ----------
    parts : sequence of str
        The conditions.
    room : int
        Characters in a line.

    Examples
    --------
    >>> body_lines(["humidity > 77.5", "windy = true"], room=22)
    ['humidity > 77.5', '  and windy = true']
    >>> body_lines(["humidity > 77.5"], room=12)
    ['humidity >', '  77.5']
    """
    texts = [
        _unbroken(f"and {part}" if number else part, room) for number, part in enumerate(parts)
    ]
    lines = wrapped(" ".join(texts), room, _INDENT)
    return [line.replace(_BLANK, " ") for line in lines]


def _unbroken(text: str, room: int) -> str:
    """Mark the spaces of a condition at which a line must not break.

    These are all spaces if the condition fits a line, otherwise all but the one before its value.
    """
    *start, value = _WORD.findall(text)
    parts = [text] if text_width(text) + len(_INDENT) <= room else [" ".join(start), value]
    return " ".join(
        part.replace(" ", _BLANK) if text_width(part) + len(_INDENT) <= room else part
        for part in parts
    )


def _score_lines(card: ScoreCard, sheet: Sheet, width: int) -> list[str]:
    """Write as many columns of the table of scores as fit a line, at least two."""
    lines = columns(sheet.scores, left=1)
    for most in range(MOST_BANDS - 1, 1, -1):
        if text_width(lines[0]) <= width:
            break
        lines = columns(card_sheet(card, most_bands=most).scores, left=1)
    return lines


_SIDES = "rlr"


def card_html(card: ScoreCard) -> str:
    """Return the content of `card_text` as HTML tables and paragraphs.

    The HTML has no scripts and no external files, and every text is escaped.

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
