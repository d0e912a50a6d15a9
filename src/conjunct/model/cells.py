"""What a table of rules says in each cell: the same words and numbers as text and as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conjunct.model.notation import count_text, label_text, percent_text

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

HEADINGS = ("class", "covers", "wrong", "error", "corrected", "tried")
"""Of the cells beside a body."""


def rule_cells(rules: Rules, rule: Rule) -> tuple[str, ...]:
    """Return what stands beside the body of a rule, one text for each of `HEADINGS`."""
    return (
        label_text(rules.classes[rule.head]),
        f"{rule.covered:,}",
        f"{rule.errors:,}",
        percent_text(rule.error),
        percent_text(rule.corrected_error),
        f"{rule.search.scored:,}",
    )


def default_cells(rules: Rules) -> tuple[str, str, str]:
    """Return what stands beside "otherwise": the class, its training rows, and of how many."""
    ours, all_rows = rules.class_counts[rules.default], sum(rules.class_counts)
    label = label_text(rules.classes[rules.default])
    return label, f"{ours:,}", f"of {count_text(all_rows, 'row')}"


def wrong_by_class(rules: Rules, rule: Rule) -> list[str]:
    """Say to which classes the wrong rows belong, most rows first, such as "5 Chinstrap".

    Only sums of rules depend on it, and with two classes the number of wrong rows says it all:
    elsewhere the list is empty.
    """
    if not rules.ADDS_UP or len(rules.classes) <= 2:
        return []
    wrong = [place for place, n in enumerate(rule.counts) if n and place != rule.head]
    wrong.sort(key=lambda place: -rule.counts[place])
    return [f"{rule.counts[place]:,} {label_text(rules.classes[place])}" for place in wrong]
