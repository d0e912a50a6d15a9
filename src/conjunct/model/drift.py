"""How far new rows are from those that a model was learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data import read_table
from conjunct.data.table import Table
from conjunct.errors import DataError
from conjunct.model.decided import decided_by
from conjunct.model.drift_text import drift_text
from conjunct.model.frame import frame_of
from conjunct.model.periods import Periods, periods_of
from conjunct.model.recount import recounted
from conjunct.model.shift import PeriodShifts
from conjunct.types import Count

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

NO_FACTS = (
    "The model does not know how its training rows were spread: it was saved by an older version, "
    "or was not learned here. The shares of its rules can be told; learn it again for the rest."
)
CHANGED = (
    "The rules were changed after learning: their shares are told by the rows that they counted, "
    "and nothing can be told of the classes that the changed model gave to the training rows."
)


@dataclass(frozen=True, slots=True)
class Drift:
    """How far new rows are from the training rows of a model; prints as text.

    Parameters
    ----------
    source : str
        Name of the table with the new rows.
    trained : str
        Name of the training table; empty where it is not known.
    n_trained : int or float
        Training rows.
    periods : tuple of PeriodShifts
        One for all rows, or one for each period in order.
    bodies : tuple of str
        The rules in words.
    notes : tuple of str
        What cannot be told, and how dates were put together.
    """

    source: str
    trained: str
    n_trained: Count
    periods: tuple[PeriodShifts, ...]
    bodies: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return drift_text(self)

    def to_text(self, width: int = 100) -> str:
        """Return the text that is printed, in lines of a width."""
        return drift_text(self, width)

    def to_frame(self) -> Any:
        """Return a pandas (or else polars) data frame with one row for each thing that was counted.

        Columns: period (empty for all rows), about, name, rows, psi, by_chance, limit, verdict,
        and the cell that adds most to the index with its share in training and now.
        """
        found: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        for period, rows, shifts in self.periods:
            for shift in shifts:
                cell = shift.most
                facts = shift.to_dict()
                facts |= {"period": period, "rows": rows, "cell": shift.cells[cell]}
                facts["before"], facts["after"] = shift.share(cell)
                for name, column in found.items():
                    column.append(facts[name])
        return frame_of(found, "A data frame of the drift")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        periods = [
            {"period": period, "rows": rows, "shifts": [shift.to_dict() for shift in shifts]}
            for period, rows, shifts in self.periods
        ]
        return {
            "table": self.source,
            "trained_on": self.trained,
            "training_rows": self.n_trained,
            "rules": list(self.bodies),
            "periods": periods,
            "notes": list(self.notes),
        }


_COLUMNS = (
    *("period", "about", "name", "rows", "psi", "by_chance", "limit", "verdict"),
    *("cell", "before", "after"),
)


def drift_of(rules: Rules, source: Any, by: Any = None, **reading: Any) -> Drift:
    """Compare new rows with the training rows of a model.

    Parameters
    ----------
    rules : Rules
    source : Table or anything that `read_table` reads
        With the columns that the rules use.
    by : str, sequence or None
        A column of the table, or a value for each row: rows are compared period by period.
    **reading
        How to read the table, see `Rules.table_of`.
    """
    table, periods = _opened(rules, source, by, reading)
    notes = [] if periods is None or not periods.note else [periods.note]
    facts = rules.training
    if facts is None:
        notes.append(NO_FACTS)
    elif decided_by(rules) is None:
        notes.append(CHANGED)
    parts = [("", np.ones(table.n_rows, np.bool_))]
    if periods is not None:
        parts = list(zip(periods.names, periods.rows, strict=True))
    found = []
    for name, rows in parts:
        part = table if len(parts) == 1 else table.take(np.flatnonzero(rows))
        found.append(PeriodShifts(name, part.n_counted, tuple(recounted(rules, part))))
    return Drift(
        source=table.name,
        trained="" if facts is None else facts.source,
        n_trained=sum(rules.class_counts) if facts is None else facts.rows,
        periods=tuple(found),
        bodies=tuple(rule.body for rule in rules),
        notes=tuple(notes),
    )


def _opened(
    rules: Rules, source: Any, by: Any, reading: dict[str, Any]
) -> tuple[Table, Periods | None]:
    """Return the new rows, and which of them are of which period."""
    if by is None:
        return rules.table_of(source, **reading), None
    if not isinstance(by, str):
        table = rules.table_of(source, **reading)
        given = read_table({"by": list(by)}, columns=["by"], kinds={"by": "nominal"})
        if given.n_rows != table.n_rows:
            raise DataError(f"by has {given.n_rows:,} values for {table.n_rows:,} rows")
        return table, periods_of(given.column("by"))
    if isinstance(source, Table):
        table, column = rules.table_of(source), source.column(by)
        return table, periods_of(column, column.form)
    kinds = {by: "nominal", **rules.written}
    table = read_table(source, columns=list(kinds), kinds=kinds, **reading)
    return table, periods_of(table.column(by), rules.forms.get(by, ""))
