"""One reason for a class: a rule that holds for a row, or the default, and the row's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model.condition import Condition
from conjunct.model.days import Day
from conjunct.model.notation import (
    amount_text,
    bound_text,
    count_text,
    percent_text,
    value_text,
)
from conjunct.model.printed.rules import rule_text
from conjunct.model.promise import NO_PROMISE, Promise
from conjunct.text_width import text_width, to_left

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

TIE = "the largest are equal: the class with more training rows is taken"


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that holds for a row, or the default if none does.

    Parameters
    ----------
    rule : int or None
        Number of the rule, from 1; None for the default.
    text : str
        The rule in words.
    conditions : tuple of Condition
        Its body; empty for the default.
    values : tuple of str, float or None
        The row's value for each condition; None if missing.
    counts : tuple of int
        Training rows behind the rule, by class.
    covered, errors : int
        The number of these rows, and of those that contradict the rule: rows of other classes or,
        if the rule opposes its class, rows of that class.
    promise : Promise
        What the rule promises about new rows; the default promises nothing.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleSet, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> rules = RuleSet((rule,), ("beast", "bird"), 0, (31, 12), {"legs": "numeric"})
    >>> reason = rules.explain({"legs": [2]})[0].reasons[0]
    >>> reason.rule, reason.values, reason.covered, reason.errors
    (1, (2.0,), 12, 2)
    """

    rule: int | None
    text: str
    conditions: tuple[Condition, ...]
    values: tuple[str | float | None, ...]
    counts: tuple[int, ...]
    covered: int
    errors: int
    promise: Promise

    def lines(self) -> list[str]:
        """Return the conditions beside the row's values, and the rule's statistics."""
        tests = [str(condition) for condition in self.conditions]
        widest = max(map(text_width, tests), default=0)
        values = [
            f"{to_left(test, widest)}   here {value_text(value)}"
            for test, value in zip(tests, self.values, strict=True)
        ]
        return [*values, self._statistics()]

    def _statistics(self) -> str:
        said = [rows_text(self.covered, self.errors)]
        if self.promise.expected is not None:
            said.append(f"expected {percent_text(self.promise.expected)}")
        if self.promise.at_most is not None:
            said.append(f"at most {bound_text(self.promise.at_most)}")
        return ", ".join(said)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "rule": self.rule,
            "text": self.text,
            "conditions": [
                {"condition": str(test), "attribute": test.attribute, "value": value}
                for test, value in zip(self.conditions, self.values, strict=True)
            ],
            "counts": list(self.counts),
            "rows": self.covered,
            "wrong": self.errors,
            **self.promise.to_dict(),
        }


def reason_lines(reason: Reason) -> list[str]:
    """Return the lines of one of several reasons: the rule as text, then the rest, indented."""
    return [f"rule {reason.rule}: {reason.text}", *(f"    {line}" for line in reason.lines())]


def rows_text(covered: int, errors: int) -> str:
    """Return the number of training rows behind a rule or a default, and of wrong ones, as text."""
    return f"{count_text(covered, 'training row')}, {amount_text(errors)} wrong"


def rule_facts(rules: Rules, position: int, table: Table, row: int) -> dict[str, Any]:
    """Return the fields of a `Reason` for one rule and one row."""
    rule = rules[position]
    columns = [table.column(condition.attribute) for condition in rule.conditions]
    return {
        "rule": position + 1,
        "text": rule_text(rules, position),
        "conditions": rule.conditions,
        "values": tuple(
            _as_compared(cell_of(column, row), condition)
            for column, condition in zip(columns, rule.conditions, strict=True)
        ),
        "counts": rule.counts,
        "covered": rule.covered,
        "errors": rule.errors,
        "promise": rule.promise,
    }


def default_facts(rules: Rules) -> dict[str, Any]:
    """Return the fields of a `Reason` for the default."""
    counts = rules.default_counts
    covered = sum(counts)
    return {
        "rule": None,
        "text": rule_text(rules, -1),
        "conditions": (),
        "values": (),
        "counts": counts,
        "covered": covered,
        "errors": covered - counts[rules.default],
        "promise": NO_PROMISE,
    }


def _as_compared(cell: str | float | None, condition: Condition) -> str | float | None:
    """Return a cell, as a date if the condition compares it with one."""
    if isinstance(condition.value, Day) and isinstance(cell, float):
        return type(condition.value)(cell)
    return cell


def cell_of(column: Column, row: int) -> str | float | None:
    """Return the readable value of one cell; None if missing."""
    value = column.values[row]
    if column.kind == "nominal":
        return column.levels[value] if value >= 0 else None
    return None if np.isnan(value) else float(value)
