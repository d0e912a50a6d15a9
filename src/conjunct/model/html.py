"""Rules as a small HTML table, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from conjunct.model.cells import (
    default_cells,
    head_text,
    number_cells,
    number_headings,
    wrong_by_class,
)

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

# Inherited colours and half-transparent lines suit a light and a dark page alike.
TABLE = "border-collapse:collapse;color:inherit;background:transparent;font-size:90%"
_CELL = "padding:2px 10px;border-bottom:1px solid rgba(128,128,128,.35);vertical-align:top"


def rules_html(rules: Rules) -> str:
    """Return a self-contained table: no scripts, no outside files, every text escaped.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    html : str
    """
    numbers = number_headings(rules)
    headings = ("#", "if", "then", *numbers)
    unprinted = {position + 1 for position in rules.unprinted}
    rows = [
        table_row(headings, (str(number), *_rule_cells(rules, rule, numbers)))
        for number, rule in enumerate(rules, start=1)
        if number not in unprinted
    ]
    label, ours, of_all = default_cells(rules)
    rows.append(table_row(headings, ("", "otherwise", label), last=f"{ours} {of_all}"))
    return (
        f'<table class="conjunct-rules" style="{TABLE}">'
        f"<thead>{table_row(headings, headings, 'th')}</thead>"
        f"<tbody>{''.join(rows)}</tbody>{_foot(rules, headings)}</table>"
    )


def _rule_cells(rules: Rules, rule: Rule, numbers: Sequence[str]) -> list[str]:
    cells = dict(zip(numbers, number_cells(rule, numbers), strict=True))
    if wrong := wrong_by_class(rules, rule):
        cells["wrong"] += f" ({', '.join(wrong)})"
    return [rule.body, head_text(rules, rule), *cells.values()]


def _foot(rules: Rules, headings: Sequence[str]) -> str:
    """Say how rules are added up, and which are left out; that the first decides, numbers say."""
    if not (rules.ADDS_UP and len(rules)) and not rules.unprinted:
        return ""
    return f"<tfoot>{table_row(headings, (), last=rules.combination)}</tfoot>"


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
