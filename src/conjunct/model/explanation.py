"""Why a row was given its class: the rule that decided, and the row's own values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model.condition import Condition
from conjunct.model.notation import Label, count_text, label_text, percent_text, value_text
from conjunct.model.text import rule_text
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.model.rule_list import RuleList

SHOWN = 20
"""Rows that a printed list of explanations shows before it says how many more there are."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What decided about one row.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    rule : int or None
        Number of the rule that decided, from 1; None for the default.
    text : str
        The rule in words.
    conditions : tuple of Condition
        Its body; empty for the default.
    values : tuple of str, float or None
        The row's own value for each condition; None where missing.
    predicted : str, int, float or bool
        The class given.
    covered, errors : int
        Training rows behind the rule, and those of another class.
    error, corrected_error : float or None
        As stored with the rule; None for the default.
    """

    row: int
    rule: int | None
    text: str
    conditions: tuple[Condition, ...]
    values: tuple[str | float | None, ...]
    predicted: Label
    covered: int
    errors: int
    error: float | None
    corrected_error: float | None

    def __str__(self) -> str:
        heading = f"row {self.row:,}: {label_text(self.predicted)}"
        rows = f"{count_text(self.covered, 'training row')}, wrong {self.errors:,}"
        if self.rule is None or self.error is None or self.corrected_error is None:
            return f"{heading}, since no rule holds ({rows})"
        errors = f"error {percent_text(self.error)}, corrected {percent_text(self.corrected_error)}"
        decided = f"{heading}, by rule {self.rule}: {self.text}"
        return "\n".join([decided, *self._value_lines(), f"    covers {rows}: {errors}"])

    def _value_lines(self) -> list[str]:
        tests = [str(condition) for condition in self.conditions]
        widest = max(map(len, tests), default=0)
        return [
            f"    {test:<{widest}}   here {value_text(value)}"
            for test, value in zip(tests, self.values, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "row": self.row,
            "rule": self.rule,
            "text": self.text,
            "conditions": [
                {"condition": str(test), "attribute": test.attribute, "value": value}
                for test, value in zip(self.conditions, self.values, strict=True)
            ],
            "predicted": self.predicted,
            "covered": self.covered,
            "errors": self.errors,
            "error": self.error,
            "corrected_error": self.corrected_error,
        }


class Explanations(Sequence[Explanation]):
    """Explanations of all rows of a table, each made when it is asked for.

    Parameters
    ----------
    rules : RuleList
    table : Table
    deciding : ndarray of int
        Position of the deciding rule of each row, -1 for the default.
    """

    def __init__(self, rules: RuleList, table: Table, deciding: Ints) -> None:
        self._rules = rules
        self._table = table
        self._deciding = deciding

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._deciding)

    @overload
    def __getitem__(self, row: int) -> Explanation: ...
    @overload
    def __getitem__(self, row: slice) -> list[Explanation]: ...
    def __getitem__(self, row: int | slice) -> Explanation | list[Explanation]:
        """Explain one row, the first being 0, or a slice of rows."""
        rows = range(len(self))[row]
        return self._explain(rows) if isinstance(rows, int) else [self._explain(r) for r in rows]

    def __iter__(self) -> Iterator[Explanation]:
        """Explain row after row."""
        return map(self._explain, range(len(self)))

    def __str__(self) -> str:
        lines = [str(one) for one in self[:SHOWN]]
        if len(self) > SHOWN:
            lines.append(f"… and {count_text(len(self) - SHOWN, 'more row')}")
        return "\n".join(lines)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each row, ready for JSON."""
        return [one.to_dict() for one in self]

    def _explain(self, row: int) -> Explanation:
        rules, position = self._rules, int(self._deciding[row])
        if position < 0:
            return self._explain_default(row)
        rule = rules[position]
        columns = [self._table.column(condition.attribute) for condition in rule.conditions]
        return Explanation(
            row=row + 1,
            rule=position + 1,
            text=rule_text(rules, position),
            conditions=rule.conditions,
            values=tuple(_cell(column, row) for column in columns),
            predicted=rules.classes[rule.head],
            covered=rule.covered,
            errors=rule.errors,
            error=rule.error,
            corrected_error=rule.corrected_error,
        )

    def _explain_default(self, row: int) -> Explanation:
        rules = self._rules
        covered = sum(rules.class_counts)
        return Explanation(
            row=row + 1,
            rule=None,
            text=rule_text(rules, -1),
            conditions=(),
            values=(),
            predicted=rules.classes[rules.default],
            covered=covered,
            errors=covered - rules.class_counts[rules.default],
            error=None,
            corrected_error=None,
        )


def _cell(column: Column, row: int) -> str | float | None:
    """Return the readable value of one cell; None where missing."""
    value = column.values[row]
    if column.kind == "nominal":
        return column.levels[value] if value >= 0 else None
    return None if np.isnan(value) else float(value)
