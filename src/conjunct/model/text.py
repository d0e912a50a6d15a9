"""Rules as a table of plain text, and in words what its numbers mean."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from conjunct.model.cells import HEADINGS, default_cells, rule_cells, wrong_by_class
from conjunct.model.entries import NARROWEST, Entry, columns, entry_lines
from conjunct.model.notation import count_text, label_text, percent_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

MEANING = (
    "Error is the share of new rows that a rule is expected to get wrong, going by the rows it "
    "covers (Laplace estimate). Corrected error also allows for the search: the best of many "
    "candidates looks better than it is. Tried counts the candidates that were scored to find "
    "the rule."
)


def rules_text(rules: Rules, width: int = 100, footer: bool = True) -> str:
    """Return the rules as a table with one heading, numbered in order.

    How long bodies are broken is told at `conjunct.model.entries.entry_lines`. Where rules are
    added up and there are more than two classes, a line of its own says to which classes the
    wrong rows belong.

    Parameters
    ----------
    rules : Rules
    width : int, default=100
        Characters in a line. Nothing is cut: where names are longer than that, so are lines.
    footer : bool, default=True
        Whether to say below what the numbers mean.

    Returns
    -------
    text : str
        Without a newline at the end. No rules give the default alone.
    """
    lines = _table_lines(rules, width)
    if footer:
        lines += ["", *sentences(_footer(rules), width)]
    return "\n".join(lines)


def rule_text(rules: Rules, position: int) -> str:
    """Return one rule in words, without numbers; position -1 is the default."""
    if position < 0:
        return f"otherwise {label_text(rules.classes[rules.default])}"
    return f"if {rules[position].body} then {rules.consequence(position)}"


def _table_lines(rules: Rules, width: int) -> list[str]:
    if not len(rules):
        label, ours, of_all = default_cells(rules)
        return [f"otherwise {label}   ({ours} {of_all})"]
    heading, *rights, default = _right_sides(rules)
    wrong = [listed(wrong_by_class(rules, rule)) for rule in rules]
    entries = [
        Entry(str(number), body_parts(rule), right, "   wrong: ", below)
        for number, (rule, right, below) in enumerate(zip(rules, rights, wrong, strict=True), 1)
    ]
    return entry_lines(
        [Entry("#", ["rule"], heading), *entries, Entry("", ["otherwise"], default)], width
    )


def body_parts(rule: Rule) -> list[str]:
    """Return the conditions of a rule with the words that join them, one text each."""
    first, *others = [str(condition) for condition in rule.conditions] or ["always"]
    return [f"if {first}", *(f"and {condition}" for condition in others)]


def listed(texts: list[str]) -> list[str]:
    """Return texts with a comma after each but the last."""
    return [*(f"{text}," for text in texts[:-1]), *texts[-1:]]


def _right_sides(rules: Rules) -> list[str]:
    """Write what stands to the right of the bodies: headings, every rule, the default."""
    *default, of_all = default_cells(rules)
    *lines, last = columns(
        [HEADINGS, *(rule_cells(rules, rule) for rule in rules), default], left=1
    )
    return [*lines, f"{last} {of_all}"]


def sentences(text: str, width: int) -> list[str]:
    """Break a text into lines, but never between a number and its percent sign."""
    lines = textwrap.wrap(
        text.replace(" %", "\u00a0%"), max(width, NARROWEST), break_long_words=False
    )
    return [line.replace("\u00a0", " ") for line in lines]


def _footer(rules: Rules) -> str:
    if not len(rules):
        return "No rules: every row gets this class."
    size = f"{count_text(len(rules), 'rule')}, {count_text(rules.n_conditions, 'condition')}."
    return " ".join([size, rules.combination, MEANING, *largest_correction(rules)])


def largest_correction(rules: Rules) -> list[str]:
    """Name the rule that the search flattered most, if it flattered any."""
    differences = [rule.corrected_error - rule.error for rule in rules]
    largest = max(differences)
    if largest <= 0:
        return []
    position = differences.index(largest)
    rule = rules[position]
    name = "The rule" if len(rules) == 1 else f"Rule {position + 1}"
    return [
        f"{name} was the best of {rule.search.scored:,} tried: "
        f"{percent_text(rule.corrected_error)}, where uncorrected it would read "
        f"{percent_text(rule.error)}."
    ]
