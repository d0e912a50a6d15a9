"""Rules as a table: as plain text with a footer, and as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.html import html_row, html_table
from conjunct.model.edit import edited_text
from conjunct.model.notation import label_text
from conjunct.model.printed.cells import (
    default_cells,
    head_text,
    number_cells,
    number_headings,
    wrong_by_class,
)
from conjunct.model.printed.entries import Entry, columns, entry_lines
from conjunct.model.printed.footer import footer_lines, size_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

NO_RULES = "No rules: every row gets this class."


def rules_text(rules: Rules, width: int = 100, footer: bool = True, details: bool = False) -> str:
    """Return the rules as a table with one heading, numbered in order.

    See `conjunct.model.printed.entries.entry_lines` for how long bodies are broken. If counts are
    added up and there are more than two classes, a further line gives the wrong rows by class.

    Parameters
    ----------
    rules : Rules
    width : int, default=100
        Characters in a line. Nothing is cut: a longer name makes a longer line.
    footer : bool, default=True
        Whether to explain below the table what the numbers mean.
    details : bool, default=False
        Whether to print the numbers of the search, too.

    Returns
    -------
    text : str
        Without a newline at the end. Without rules, only the default.
    """
    lines = _table_lines(rules, width, details)
    if footer:
        about = f"{size_text(rules)} {rules.combination}" if len(rules) else NO_RULES
        lines += ["", *footer_lines(rules, about, width, details)]
    return "\n".join(lines)


def rule_text(rules: Rules, position: int) -> str:
    """Return one rule as text, without numbers; position -1 is the default."""
    if position < 0:
        return f"otherwise {label_text(rules.classes[rules.default])}"
    return f"if {rules[position].body} then {rules.consequence(position)}"


def _table_lines(rules: Rules, width: int, details: bool) -> list[str]:
    if not len(rules):
        label, ours, of_all = default_cells(rules)
        return [f"otherwise {label}   ({ours} {of_all})"]
    heading, *rights, default = _right_sides(rules, details)
    wrong = [listed(wrong_by_class(rules, rule)) for rule in rules]
    unprinted = {position + 1 for position in rules.unprinted}
    entries = [
        Entry(str(number), body_parts(rule), right, "   wrong: ", below)
        for number, (rule, right, below) in enumerate(zip(rules, rights, wrong, strict=True), 1)
        if number not in unprinted
    ]
    return entry_lines(
        [Entry("#", ["rule"], heading), *entries, Entry("", ["otherwise"], default)], width
    )


def body_parts(rule: Rule) -> list[str]:
    """Return the conditions of a rule as texts, each after its "if" or "and"."""
    first, *others = [str(condition) for condition in rule.conditions] or ["always"]
    return [f"if {first}", *(f"and {condition}" for condition in others)]


def listed(texts: list[str]) -> list[str]:
    """Return texts with a comma after each but the last."""
    return [*(f"{text}," for text in texts[:-1]), *texts[-1:]]


def _right_sides(rules: Rules, details: bool) -> list[str]:
    """Write the text to the right of the bodies: headings, then every rule, then the default."""
    headings = number_headings(rules, details)
    *default, of_all = default_cells(rules)
    cells = [(head_text(rules, rule), *number_cells(rule, headings)) for rule in rules]
    *lines, last = columns([("class", *headings), *cells, default], left=1)
    return [*lines, f"{last} {of_all}"]


_SIDES = "rllr"


def rules_html(rules: Rules) -> str:
    """Return a self-contained HTML table: no scripts, no external files, every text escaped.

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
    # The numbers show that the first rule decides; how rules are added up needs a sentence.
    foot = [rules.combination] if (rules.ADDS_UP and len(rules)) or rules.unprinted else []
    foot += edited_text(rules)
    return html_table("rules", headings, rows, sides=_SIDES, foot=" ".join(foot))


def rule_html(rule: Rule, then: str) -> str:
    """Return one rule by itself as HTML: its body, its consequence and its numbers."""
    numbers = number_headings([rule])
    cells = (rule.body, then, *number_cells(rule, numbers))
    return html_table("rule", ("if", "then", *numbers), [html_row(cells, "llr")], sides="llr")


def _rule_cells(rules: Rules, rule: Rule, numbers: Sequence[str]) -> list[str]:
    cells = dict(zip(numbers, number_cells(rule, numbers), strict=True))
    if wrong := wrong_by_class(rules, rule):
        cells["wrong"] += f" ({', '.join(wrong)})"
    return [rule.body, head_text(rules, rule), *cells.values()]
