"""Rules as a small HTML table, for notebooks and reports."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from conjunct.model.cells import HEADINGS, default_cells, rule_cells, wrong_by_class

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

# Inherited colours and half-transparent lines suit a light and a dark page alike.
_TABLE = "border-collapse:collapse;color:inherit;background:transparent;font-size:90%"
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
        f'<table class="conjunct-rules" style="{_TABLE}"><thead>{_row(_HEADINGS, "th")}</thead>'
        f"<tbody>{''.join(rows)}{_default_row(rules)}</tbody>{_foot(rules)}</table>"
    )


def _rule_row(rules: Rules, number: int, rule: Rule) -> str:
    cells = dict(zip(HEADINGS, rule_cells(rules, rule), strict=True))
    if wrong := wrong_by_class(rules, rule):
        cells["wrong"] += f" ({', '.join(wrong)})"
    return _row((str(number), rule.body, *cells.values()), "td")


def _default_row(rules: Rules) -> str:
    label, ours, of_all = default_cells(rules)
    cells = ("", "otherwise", label)
    return _row(cells, "td", last=(f"{ours} {of_all}", len(_HEADINGS) - len(cells)))


def _foot(rules: Rules) -> str:
    """Say how rules are added up; that the first one decides, their numbers say."""
    if not rules.ADDS_UP or not len(rules):
        return ""
    return f"<tfoot>{_row((), 'td', last=(rules.combination, len(_HEADINGS)))}</tfoot>"


def _row(cells: tuple[str, ...], tag: str, last: tuple[str, int] | None = None) -> str:
    """Write one row: texts to the left, numbers to the right, the last cell perhaps spanning."""
    written = [
        f'<{tag} style="{_CELL};text-align:{_side(heading)}">{escape(text)}</{tag}>'
        for heading, text in zip(_HEADINGS, cells, strict=False)
    ]
    if last:
        text, span = last
        written.append(
            f'<{tag} colspan="{span}" style="{_CELL};text-align:left">{escape(text)}</{tag}>'
        )
    return f"<tr>{''.join(written)}</tr>"


def _side(heading: str) -> str:
    return "left" if heading in ("if", "then") else "right"
