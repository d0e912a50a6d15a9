"""The cells of a table of rules: the same words and numbers in text and in HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from conjunct.model.notation import (
    amount_text,
    bound_text,
    count_text,
    label_text,
    p_text,
    percent_text,
)

if TYPE_CHECKING:
    from conjunct.model.rule import Rule
    from conjunct.model.rules import Rules

NOTHING = "–"
"""An empty cell in a column that has numbers for other rules."""


def _share(of: Callable[[float], str], share: float | None) -> str:
    return NOTHING if share is None else of(share)


_COUNTED: dict[str, Callable[[Rule], str]] = {
    "rows": lambda rule: amount_text(rule.covered),
    "wrong": lambda rule: amount_text(rule.errors),
}
_PROMISED: dict[str, Callable[[Rule], str]] = {
    "expected": lambda rule: _share(percent_text, rule.expected),
    "at most": lambda rule: _share(bound_text, rule.at_most),
}
_SEARCHED: dict[str, Callable[[Rule], str]] = {
    "tried": lambda rule: f"{rule.search.tried:,}",
    "possible": lambda rule: f"{rule.search.possible:,}" if rule.search.possible else NOTHING,
    "p-value": lambda rule: _share(p_text, rule.p_value),
}
_NUMBERS = {**_COUNTED, **_PROMISED, **_SEARCHED}


def number_headings(rules: Iterable[Rule], details: bool = False) -> tuple[str, ...]:
    """Return the headings of the numbers that at least one rule has.

    Parameters
    ----------
    rules : iterable of Rule
    details : bool, default=False
        Whether to include the rules tried, the rules possible, and p-values.
    """
    every = list(rules)
    perhaps = {**_PROMISED, **_SEARCHED} if details else _PROMISED
    known = [
        heading for heading, cell in perhaps.items() if {cell(rule) for rule in every} - {NOTHING}
    ]
    return (*_COUNTED, *known)


def number_cells(rule: Rule, headings: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers of a rule as texts, one for each heading."""
    return tuple(_NUMBERS[heading](rule) for heading in headings)


def head_text(rules: Rules, rule: Rule) -> str:
    """Return the class of a rule as text."""
    return label_text(rules.classes[rule.head])


def default_cells(rules: Rules) -> tuple[str, str, str]:
    """Return the cells beside "otherwise": the class, its training rows, and all training rows."""
    ours, all_rows = rules.default_counts[rules.default], sum(rules.default_counts)
    label = label_text(rules.classes[rules.default])
    return label, amount_text(ours), f"of {count_text(all_rows, 'row')}"


def wrong_by_class(rules: Rules, rule: Rule) -> list[str]:
    """Return the number of wrong rows of each class, most rows first, such as "5 Chinstrap".

    The list is empty for two classes, where the number of wrong rows says it all, and for models
    that do not add up counts, where these numbers do not matter.
    """
    if not rules.ADDS_UP or len(rules.classes) <= 2:
        return []
    wrong = [place for place, n in enumerate(rule.counts) if n and place != rule.head]
    wrong.sort(key=lambda place: -rule.counts[place])
    return [
        f"{amount_text(rule.counts[place])} {label_text(rules.classes[place])}" for place in wrong
    ]
