"""Rules as small HTML tables, for notebooks and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.html import html_row, html_table
from conjunct.model.cells import (
    default_cells,
    head_text,
    number_cells,
    number_headings,
    wrong_by_class,
)
from conjunct.model.edit import edited_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

_SIDES = "rllr"


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
        html_row((str(number), *_rule_cells(rules, rule, numbers)), _SIDES)
        for number, rule in enumerate(rules, start=1)
        if number not in unprinted
    ]
    label, ours, of_all = default_cells(rules)
    default = ("", "otherwise", label)
    rows.append(html_row(default, _SIDES, rest=f"{ours} {of_all}", columns=len(headings)))
    # That the first rule decides, their numbers say; how rules are added up is said below.
    foot = [rules.combination] if (rules.ADDS_UP and len(rules)) or rules.unprinted else []
    foot += edited_text(rules)
    return html_table("rules", headings, rows, sides=_SIDES, foot=" ".join(foot))


def rule_html(rule: Rule, then: str) -> str:
    """Return one rule that stands alone: its body, what it says, and what is known of it."""
    numbers = number_headings([rule])
    cells = (rule.body, then, *number_cells(rule, numbers))
    return html_table("rule", ("if", "then", *numbers), [html_row(cells, "llr")], sides="llr")


def _rule_cells(rules: Rules, rule: Rule, numbers: Sequence[str]) -> list[str]:
    cells = dict(zip(numbers, number_cells(rule, numbers), strict=True))
    if wrong := wrong_by_class(rules, rule):
        cells["wrong"] += f" ({', '.join(wrong)})"
    return [rule.body, head_text(rules, rule), *cells.values()]
