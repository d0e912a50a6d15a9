"""Why a rule set gave a row its class: all rules that hold, and the sum of their counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Table
from conjunct.html import html_block, html_lines
from conjunct.model.notation import Label, amount_text, label_text
from conjunct.model.reason import TIE, Reason, reason_lines, rows_text, rule_facts
from conjunct.model.reasons import ReasonCode, first_reasons
from conjunct.text_width import text_width, to_left, to_right
from conjunct.types import Flags, Ints

if TYPE_CHECKING:
    from conjunct.model.summed_rules import SummedRules

_INDENT = "    "


@dataclass(frozen=True, slots=True)
class SetExplanation:
    """Explanation of one row: every rule that holds, and the sum of their counts.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    predicted : str, int, float or bool
        The predicted class: the one with the largest sum. Of equal sums, the class with more
        training rows.
    classes : tuple of str, int, float or bool
        The classes, in the order of the counts.
    counts : tuple of int
        Sum of the counts of the rules that hold, by class; the counts of the training table if
        none does.
    reasons : tuple of Reason
        The rules that hold, in the order of their numbers; empty if none does.
    codes : tuple of ReasonCode, default=()
        Up to four reasons, the most important first, see `Rules.reasons`.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleSet, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> rules = RuleSet((rule,), ("beast", "bird"), 0, (31, 12), {"legs": "numeric"})
    >>> one = rules.explain({"legs": [2]})[0]
    >>> one.predicted, one.counts, [reason.rule for reason in one.reasons]
    ('bird', (2, 10), [1])
    """

    row: int
    predicted: Label
    classes: tuple[Label, ...]
    counts: tuple[int, ...]
    reasons: tuple[Reason, ...]
    codes: tuple[ReasonCode, ...] = ()

    def __str__(self) -> str:
        heading = f"row {self.row:,}: {label_text(self.predicted)}"
        if not self.reasons:
            covered = sum(self.counts)
            errors = covered - self.counts[self.classes.index(self.predicted)]
            return f"{heading}, since no rule holds ({rows_text(covered, errors)})"
        several = len(self.reasons) > 1
        how = f"the sum of {len(self.reasons):,} rules" if several else "one rule"
        lines = [line for reason in self.reasons for line in reason_lines(reason)]
        below = [*lines, *self._count_lines(), *self._tie_lines()]
        return f"\n{_INDENT}".join([f"{heading}, by {how}", *below])

    def _repr_html_(self) -> str:
        return html_block([html_lines(str(self))])

    def _count_lines(self) -> list[str]:
        """Write the counts of every rule and their sum, for the classes that have any."""
        columns = {f"rule {reason.rule}": reason.counts for reason in self.reasons}
        if len(columns) > 1:
            columns["sum"] = self.counts
        cells = [("class", *columns)] + [
            (label_text(label), *(amount_text(one) for one in counts))
            for label, total, *counts in zip(
                self.classes, self.counts, *columns.values(), strict=True
            )
            if total or label == self.predicted
        ]
        first, *others = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
        return [
            "  ".join([to_left(label, first), *map(to_right, counts, others)])
            for label, *counts in cells
        ]

    def _tie_lines(self) -> list[str]:
        if self.counts.count(max(self.counts)) == 1:
            return []
        return [TIE]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "row": self.row,
            "predicted": self.predicted,
            "classes": list(self.classes),
            "counts": list(self.counts),
            "rules": [reason.to_dict() for reason in self.reasons],
            "reasons": [one.to_dict() for one in self.codes],
        }


def explain_sum(
    rules: SummedRules, table: Table, matches: Flags, heads: Ints, row: int
) -> SetExplanation:
    """Explain a row by all rules that hold.

    Parameters
    ----------
    rules : SummedRules
    table : Table
    matches : ndarray of bool, shape (n_rows, n_rules)
        Which rules hold.
    heads : ndarray of int, shape (n_rows,)
        Position of the predicted class.
    row : int
        Position of the row, from 0.
    """
    reasons = tuple(
        Reason(**rule_facts(rules, position, table, row))
        for position in np.flatnonzero(matches[row]).tolist()
    )
    by_class = zip(*(reason.counts for reason in reasons), strict=True)
    return SetExplanation(
        row=row + 1,
        predicted=rules.classes[heads[row]],
        classes=rules.classes,
        counts=tuple(map(sum, by_class)) if reasons else rules.class_counts,
        reasons=reasons,
        codes=first_reasons(rules, matches[row], int(heads[row])),
    )
