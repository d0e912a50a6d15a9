"""A condition as a test of one cell, with the treatment of missing cells spelled out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from conjunct.data.table import Kind
from conjunct.model import Condition
from conjunct.model.condition import Missing, Operator

Form = Literal[
    "never",
    "missing",
    "known",
    "equals",
    "differs",
    "differs or missing",
    "at most",
    "above",
]
"""Forms of tests. A missing cell passes only "missing" and "differs or missing"."""

_PLAIN: dict[Operator, Form] = {"=": "equals", "!=": "differs", "<=": "at most", ">": "above"}


@dataclass(frozen=True, slots=True)
class CellTest:
    """A test of one cell that every export format can write.

    Parameters
    ----------
    attribute : str
        Name of the column.
    kind : {"numeric", "nominal"}
        Kind of the column.
    form : str
        Form of the test.
    text : str
        The category that the cell is compared with; empty for forms without a category.
    number : float
        The cut that the cell is compared with; 0 for forms without a cut.
    """

    attribute: str
    kind: Kind
    form: Form
    text: str = ""
    number: float = 0.0

    @classmethod
    def of(cls, condition: Condition, kind: Kind, missing: Missing) -> CellTest:
        """Return a condition as a test of a cell, see `Condition.holds`.

        Examples
        --------
        >>> CellTest.of(Condition("sex", "!=", "male"), "nominal", "value").form
        'differs or missing'
        >>> CellTest.of(Condition("sex", "=", None), "nominal", "fails").form
        'never'
        """
        name, op, value = condition.attribute, condition.op, condition.value
        if value is None:
            asked: Form = "missing" if missing == "value" else "never"
            return cls(name, kind, "known" if op == "!=" else asked)
        if not isinstance(value, str):
            return cls(name, kind, _PLAIN[op], number=float(value))
        counted = op == "!=" and missing == "value"
        return cls(name, kind, "differs or missing" if counted else _PLAIN[op], value)

    def excludes(self, other: CellTest) -> bool:
        """Tell whether no cell can pass both this test and another one on the same attribute."""
        forms = {self.form, other.form}
        if "never" in forms or forms == {"missing", "known"}:
            return True
        if forms == {"at most", "above"}:
            low, high = (self, other) if self.form == "at most" else (other, self)
            return low.number <= high.number
        if forms == {"equals"}:
            return self.text != other.text
        if "missing" in forms:
            return bool(forms & {"equals", "differs", "at most", "above"})
        return "equals" in forms and len(forms) == 2 and self.text == other.text
