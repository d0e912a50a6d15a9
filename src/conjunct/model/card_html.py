"""A score card as small HTML tables, for notebooks and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.model.card_cells import CARD_HEADINGS, base_parts, card_cells, grouped, other_points
from conjunct.model.card_scale import scale_rows
from conjunct.model.html import TABLE, rules_html, table_row
from conjunct.model.points import points_text

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_HEADINGS = ("#", "if", *CARD_HEADINGS)


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
    foot = table_row(_HEADINGS, (), last=card.combination)
    return (
        f'<table class="conjunct-rules" style="{TABLE}">'
        f"<thead>{table_row(_HEADINGS, _HEADINGS, 'th')}</thead>"
        f"<tbody>{''.join(_rows(card))}</tbody><tfoot>{foot}</tfoot></table>"
        f'<table class="conjunct-points" style="{TABLE}">'
        f"<thead>{table_row(points, points, 'th')}</thead>"
        f"<tbody>{table_row(points, meaning)}</tbody></table>"
    )


def _rows(card: ScoreCard) -> list[str]:
    decimals = card.n_decimals
    rows = []
    for group, rules in grouped(card):
        base = points_text(card.base[group], decimals)
        rows.append(table_row(_HEADINGS, ("", " ".join(base_parts(card, group)), base), last=""))
        for number, rule in rules:
            points, *others = card_cells(card, rule, group, decimals)
            if also := other_points(card, rule, group, decimals):
                points += f" (also {', '.join(also)})"
            rows.append(table_row(_HEADINGS, (str(number), rule.body, points, *others)))
    return rows
