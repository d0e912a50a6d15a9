"""What all steps of a query share: names, labels, and how bodies are written."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.export import sql_parts as sql
from conjunct.export.cell_test import CellTest
from conjunct.export.columns import Names
from conjunct.export.description import Description


class Writing:
    """The context that all steps of a query share.

    Parameters
    ----------
    about : Description
    dialect : str
    alias : str or None
        Alias of the table in the query; None if columns need no table.
    kept : sequence of str
        Columns of the table that are selected as they are.
    n_reasons : int
        Largest number of reasons for a row.
    """

    def __init__(
        self,
        about: Description,
        dialect: str,
        alias: str | None,
        kept: Sequence[str],
        n_reasons: int,
    ) -> None:
        self.about, self.dialect, self.alias = about, dialect, alias
        self.names = Names(kept)
        self.prediction = self.names.new("prediction")
        self.shares = [self.names.new("p", label) for label in about.classes]
        n_reasons = n_reasons if about.reasons else min(n_reasons, 1)
        self.reasons = [
            (self.names.new(f"code_{at}"), self.names.new(f"reason_{at}"))
            for at in range(1, n_reasons + 1)
        ]
        self.labels = sql.label_parts(about.classes, dialect)

    def body(self, body: Sequence[CellTest]) -> sql.Part:
        """Return whether all tests of a body hold."""
        found = (sql.conditions(test, self.dialect, self.alias) for test in body)
        return sql.all_of([one for each in found for one in each])

    def number(self, number: float) -> sql.Part:
        """Return a number exactly."""
        return sql.number_part(number, self.dialect)

    def picked(self, number: str, values: Sequence[sql.Part]) -> sql.Part:
        """Return the value with the number, from 1, in a column; the last for other numbers."""
        *cases, last = values
        equal = (sql.column(number).eq(at) for at in range(1, len(cases) + 1))
        return sql.choice(zip(equal, cases, strict=True), last)

    def results(
        self, prediction: sql.Part, shares: Sequence[sql.Part], scores: sql.Step | None = None
    ) -> sql.Step:
        """Return the results of a row without its reasons."""
        doubles = dict(zip(self.shares, shares, strict=True))
        return {self.prediction: prediction, **(scores or {}), **doubles}
