"""Why a row got its class: the rule that decided, and the row's own values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from conjunct.data.table import Table
from conjunct.html import html_block, html_lines, html_note
from conjunct.model.notation import Label, count_text, label_text
from conjunct.model.reason import Reason, default_facts, rows_text, rule_facts
from conjunct.model.reasons import deciding_code
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

SHOWN = 20
"""Number of rows that a printed list of explanations shows."""


class _Explained(Protocol):
    """The interface of a row's explanation."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""


One = TypeVar("One", bound=_Explained)


@dataclass(frozen=True, slots=True)
class Explanation(Reason):
    """Explanation of one row by a single rule; the other fields are those of `Reason`.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    predicted : str, int, float or bool
        The predicted class.
    classes : tuple of str, int, float or bool
        The classes, in the order of `counts`.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> rules = RuleList((rule,), ("beast", "bird"), 0, (31, 12), {"legs": "numeric"})
    >>> one = rules.explain({"legs": [2]})[0]
    >>> one.predicted, one.rule, one.values
    ('bird', 1, (2.0,))
    """

    row: int
    predicted: Label
    classes: tuple[Label, ...]

    def __str__(self) -> str:
        heading = f"row {self.row:,}: {label_text(self.predicted)}"
        if self.rule is None:
            return f"{heading}, since no rule holds ({rows_text(self.covered, self.errors)})"
        decided = f"{heading}, by rule {self.rule}: {self.text}"
        return "\n    ".join([decided, *self.lines()])

    def _repr_html_(self) -> str:
        return html_block([html_lines(str(self))])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        body = " and ".join(map(str, self.conditions)) or "always"
        code = None if self.rule is None else deciding_code(self.rule, body)
        return {
            "row": self.row,
            "predicted": self.predicted,
            "classes": list(self.classes),
            # super() without arguments fails in a dataclass with slots.
            **Reason.to_dict(self),
            "reasons": [] if code is None else [code.to_dict()],
        }


class Explanations(Sequence[One]):
    """Explanations of all rows of a table, each computed on access.

    Parameters
    ----------
    explain : callable
        Takes the position of a row, from 0, and returns its explanation.
    n_rows : int

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> rules = RuleList((rule,), ("beast", "bird"), 0, (31, 12), {"legs": "numeric"})
    >>> found = rules.explain({"legs": [2, 4]})
    >>> len(found), [one.predicted for one in found]
    (2, ['bird', 'beast'])
    """

    def __init__(self, explain: Callable[[int], One], n_rows: int) -> None:
        self._explain = explain
        self._n_rows = n_rows

    def __repr__(self) -> str:
        return f"<Explanations of {count_text(len(self), 'row')}>"

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._n_rows

    @overload
    def __getitem__(self, row: int) -> One: ...
    @overload
    def __getitem__(self, row: slice) -> list[One]: ...
    def __getitem__(self, row: int | slice) -> One | list[One]:
        """Explain the row at a position, from 0, or a slice of rows."""
        rows = range(len(self))[row]
        return self._explain(rows) if isinstance(rows, int) else [self._explain(r) for r in rows]

    def __iter__(self) -> Iterator[One]:
        """Explain the rows one by one."""
        return map(self._explain, range(len(self)))

    def __str__(self) -> str:
        lines = [str(one) for one in self[:SHOWN]]
        if len(self) > SHOWN:
            lines.append(f"… and {count_text(len(self) - SHOWN, 'more row')}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [
            one._repr_html_() if hasattr(one, "_repr_html_") else html_lines(str(one))
            for one in self[:SHOWN]
        ]
        if len(self) > SHOWN:
            parts.append(html_note(f"… and {count_text(len(self) - SHOWN, 'more row')}"))
        return html_block(parts)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a plain dictionary for each row, ready for JSON."""
        return [one.to_dict() for one in self]


def explain_first(rules: Rules, table: Table, deciding: Ints, row: int) -> Explanation:
    """Explain a row by the one rule that decided.

    Parameters
    ----------
    rules : Rules
    table : Table
    deciding : ndarray of int
        Position of the deciding rule of each row, -1 for the default.
    row : int
        Position of the row, from 0.
    """
    position = int(deciding[row])
    if position < 0:
        facts, head = default_facts(rules), rules.default
    else:
        facts, head = rule_facts(rules, position, table, row), rules[position].head
    return Explanation(row=row + 1, predicted=rules.classes[head], classes=rules.classes, **facts)
