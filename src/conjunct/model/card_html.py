"""A score card as small HTML tables, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.model.card_cells import base_parts, grouped, other_points
from conjunct.model.card_scale import scale_rows
from conjunct.model.cells import number_cells, number_headings
from conjunct.model.html import TABLE, rules_html, table_row
from conjunct.model.points import points_text

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard


def card_html(card: ScoreCard) -> str:
    """Return two self-contained tables, the rules and what sums of points mean.

    No scripts, no outside files, every text escaped. No rules give the default alone.

    Parameters
    ----------
    card : ScoreCard

    Returns
    -------
    html : str
    """
    if not len(card):
        return rules_html(card)
    points, meaning = scale_rows(card)
    numbers = number_headings(card)
    headings = ("#", "if", "points", *numbers)
    foot = table_row(headings, (), last=card.combination)
    return (
        f'<table class="conjunct-rules" style="{TABLE}">'
        f"<thead>{table_row(headings, headings, 'th')}</thead>"
        f"<tbody>{''.join(_rows(card, headings, numbers))}</tbody><tfoot>{foot}</tfoot></table>"
        f'<table class="conjunct-points" style="{TABLE}">'
        f"<thead>{table_row(points, points, 'th')}</thead>"
        f"<tbody>{table_row(points, meaning)}</tbody></table>"
    )


def _rows(card: ScoreCard, headings: Sequence[str], numbers: Sequence[str]) -> list[str]:
    decimals = card.n_decimals
    rows = []
    for group, rules in grouped(card):
        base = points_text(card.base[group], decimals)
        rows.append(table_row(headings, ("", " ".join(base_parts(card, group)), base), last=""))
        for number, rule in rules:
            points = points_text(rule.points[group], decimals)
            if also := other_points(card, rule, group, decimals):
                points += f" (also {', '.join(also)})"
            cells = (str(number), rule.body, points, *number_cells(rule, numbers))
            rows.append(table_row(headings, cells))
    return rows
