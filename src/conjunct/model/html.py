"""Rules as a small HTML table, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from conjunct.model.cells import HEADINGS, default_cells, rule_cells, wrong_by_class

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

# Inherited colours and half-transparent lines suit a light and a dark page alike.
TABLE = "border-collapse:collapse;color:inherit;background:transparent;font-size:90%"
_CELL = "padding:2px 10px;border-bottom:1px solid rgba(128,128,128,.35);vertical-align:top"
_HEADINGS = ("#", "if", "then", *HEADINGS[1:])


def rules_html(rules: Rules) -> str:
    """Return a self-contained table: no scripts, no outside files, every text escaped.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    html : str
    """
    rows = [_rule_row(rules, number, rule) for number, rule in enumerate(rules, start=1)]
    return (
        f'<table class="conjunct-rules" style="{TABLE}">'
        f"<thead>{table_row(_HEADINGS, _HEADINGS, 'th')}</thead>"
        f"<tbody>{''.join(rows)}{_default_row(rules)}</tbody>{_foot(rules)}</table>"
    )


def _rule_row(rules: Rules, number: int, rule: Rule) -> str:
    cells = dict(zip(HEADINGS, rule_cells(rules, rule), strict=True))
    if wrong := wrong_by_class(rules, rule):
        cells["wrong"] += f" ({', '.join(wrong)})"
    return table_row(_HEADINGS, (str(number), rule.body, *cells.values()))


def _default_row(rules: Rules) -> str:
    label, ours, of_all = default_cells(rules)
    cells = ("", "otherwise", label)
    return table_row(_HEADINGS, cells, last=f"{ours} {of_all}")


def _foot(rules: Rules) -> str:
    """Say how rules are added up; that the first one decides, their numbers say."""
    if not rules.ADDS_UP or not len(rules):
        return ""
    return f"<tfoot>{table_row(_HEADINGS, (), last=rules.combination)}</tfoot>"


def table_row(
    headings: Sequence[str], cells: Sequence[str], tag: str = "td", last: str | None = None
) -> str:
    """Write one row: texts to the left, numbers to the right.

    Parameters
    ----------
    headings : sequence of str
        Of the columns, by which texts are told from numbers.
    cells : sequence of str
        The first ones; all where there is no last one.
    tag : {"td", "th"}
    last : str, optional
        A cell that takes up all columns that are left.
    """
    written = [
        f'<{tag} style="{_CELL};text-align:{_side(heading)}">{escape(text)}</{tag}>'
        for heading, text in zip(headings, cells, strict=False)
    ]
    if last is not None:
        span = len(headings) - len(cells)
        written.append(
            f'<{tag} colspan="{span}" style="{_CELL};text-align:left">{escape(last)}</{tag}>'
        )
    return f"<tr>{''.join(written)}</tr>"


def _side(heading: str) -> str:
    return "left" if heading in ("if", "then") else "right"
