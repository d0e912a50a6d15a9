"""Rules as a small HTML table, for notebooks and reports."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from conjunct.model.notation import count_text, label_text, percent_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rule_list import RuleList

# Inherited colours and half-transparent lines suit a light and a dark page alike.
_TABLE = "border-collapse:collapse;color:inherit;background:transparent;font-size:90%"
_CELL = "padding:2px 10px;border-bottom:1px solid rgba(128,128,128,.35);vertical-align:top"
_HEADINGS = ("#", "if", "then", "covers", "wrong", "error", "corrected", "tried")


def rules_html(rules: RuleList) -> str:
    """Return a self-contained table: no scripts, no outside files, every text escaped.

    Parameters
    ----------
    rules : RuleList

    Returns
    -------
    html : str
    """
    heading = _row([(text, _is_text(i)) for i, text in enumerate(_HEADINGS)], "th")
    body = "".join(_rule_row(rules, number, rule) for number, rule in enumerate(rules, start=1))
    return (
        f'<table class="conjunct-rules" style="{_TABLE}"><thead>{heading}</thead>'
        f"<tbody>{body}{_default_row(rules)}</tbody></table>"
    )


def _rule_row(rules: RuleList, number: int, rule: Rule) -> str:
    cells = (
        str(number),
        rule.body,
        label_text(rules.classes[rule.head]),
        f"{rule.covered:,}",
        f"{rule.errors:,}",
        percent_text(rule.error),
        percent_text(rule.corrected_error),
        f"{rule.search.scored:,}",
    )
    return _row([(text, _is_text(i)) for i, text in enumerate(cells)], "td")


def _default_row(rules: RuleList) -> str:
    label = label_text(rules.classes[rules.default])
    ours, all_rows = rules.class_counts[rules.default], sum(rules.class_counts)
    note = f"{ours:,} of {count_text(all_rows, 'row')}"
    cells = [("", False), ("otherwise", True), (label, True)]
    return _row(cells, "td", last=(note, len(_HEADINGS) - len(cells)))


def _is_text(position: int) -> bool:
    return _HEADINGS[position] in ("if", "then")


def _row(cells: list[tuple[str, bool]], tag: str, last: tuple[str, int] | None = None) -> str:
    """Write one row: texts to the left, numbers to the right, the last cell perhaps spanning."""
    written = [
        f'<{tag} style="{_CELL};text-align:{"left" if is_text else "right"}">{escape(text)}</{tag}>'
        for text, is_text in cells
    ]
    if last:
        text, span = last
        written.append(
            f'<{tag} colspan="{span}" style="{_CELL};text-align:left">{escape(text)}</{tag}>'
        )
    return f"<tr>{''.join(written)}</tr>"
