"""How much new rows differ from the rows that a model was learned from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data import read_table
from conjunct.data.table import Table
from conjunct.errors import DataError
from conjunct.html import html_block, html_lines
from conjunct.model.decided import decided_by
from conjunct.model.frame import frame_of
from conjunct.model.periods import Periods, periods_of
from conjunct.model.printed.drift import drift_text
from conjunct.model.recount import recounted
from conjunct.model.shift import PeriodShifts
from conjunct.types import Count

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

NO_FACTS = (
    "The model does not contain the distribution of its training rows: it was saved by an older "
    "version, or was not learned by Conjunct. Only the shares of its rules are compared; learn it "
    "again for the rest."
)
CHANGED = (
    "The rules were changed after learning: their shares in training are taken from their own "
    "counts, and the classes that the changed model predicts for the training rows are unknown."
)


@dataclass(frozen=True, slots=True)
class Drift:
    """How much new rows differ from the training rows of a model; prints as text.

    Parameters
    ----------
    source : str
        Name of the table with the new rows.
    trained : str
        Name of the training table; empty if it is not known.
    n_trained : int or float
        Number of training rows, or their total weight.
    periods : tuple of PeriodShifts
        One for all rows, or one for each period in order.
    bodies : tuple of str
        The bodies of the rules as text.
    notes : tuple of str
        What could not be compared, and how dates were grouped.

    Examples
    --------
    >>> from conjunct import CN2Classifier
    >>> X, y = [[1], [2], [3], [4]] * 5, ["low", "low", "high", "high"] * 5
    >>> rules = CN2Classifier(promises=False).fit(X, y).rules_
    >>> drift = rules.drift({"x0": [3, 4] * 10})
    >>> drift.n_trained, drift.periods[0].rows
    (20, 20)
    >>> frame = drift.to_frame()
    >>> frame.loc[frame["about"] == "class", "verdict"].tolist()
    ['moved']
    """

    source: str
    trained: str
    n_trained: Count
    periods: tuple[PeriodShifts, ...]
    bodies: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return drift_text(self)

    def _repr_html_(self) -> str:
        return html_block([html_lines(str(self))])

    def to_text(self, width: int = 100) -> str:
        """Return the printed text, in lines of at most `width` characters."""
        return drift_text(self, width)

    def to_frame(self) -> Any:
        """Return a pandas (or else polars) data frame with one row for each `Shift`.

        Columns: period (empty for all rows), about, name, rows, psi, by_chance, limit, verdict,
        and the cell that adds most to the index, with its shares in training and now.
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


def drift_of(
    rules: Rules, source: Any, by: Any = None, weight: str | None = None, **reading: Any
) -> Drift:
    """Compare new rows with the training rows of a model.

    Parameters
    ----------
    rules : Rules
    source : Table or anything that `read_table` reads
        The new rows, with the columns that the rules use.
    by : str, sequence or None
        A column of the table, or a value for each row: rows are compared period by period.
    weight : str or None
        A column with the weight of each row.
    **reading
        How to read the table, see `Rules.table_of`.
    """
    table = _opened(rules, source, [by, weight], reading)
    periods = None if by is None else _periods(table, by, rules.forms)
    if weight is not None:
        counting = table.column(weight).values != 0
        table = table.weighted_by(weight)
        periods = periods and periods.within(counting)
    parts = [("", table)]
    if periods is not None:
        rows = map(np.flatnonzero, periods.rows)
        parts = [(name, table.take(own)) for name, own in zip(periods.names, rows, strict=True)]
    facts = rules.training
    return Drift(
        source=table.name,
        trained="" if facts is None else facts.source,
        n_trained=sum(rules.class_counts) if facts is None else facts.rows,
        periods=tuple(
            PeriodShifts(name, part.n_counted, tuple(recounted(rules, part)))
            for name, part in parts
        ),
        bodies=tuple(rule.body for rule in rules),
        notes=tuple(_notes(rules, periods)),
    )


def _opened(rules: Rules, source: Any, more: list[Any], reading: dict[str, Any]) -> Table:
    """Return the new rows, with the columns that the rules use and the further ones named."""
    by, weight = (name if isinstance(name, str) else None for name in more)
    if isinstance(source, Table) or (by is None and weight is None):
        return rules.table_of(source, **reading)
    kinds = {name: kind for name, kind in ((by, "nominal"), (weight, "numeric")) if name}
    kinds |= rules.written
    return read_table(source, columns=list(kinds), kinds=kinds, **reading)


def _periods(table: Table, by: Any, forms: Mapping[str, str]) -> Periods:
    if isinstance(by, str):
        column = table.column(by)
        return periods_of(column, column.form or forms.get(by, ""))
    given = read_table({"by": list(by)}, columns=["by"], kinds={"by": "nominal"})
    if given.n_rows != table.n_rows:
        raise DataError(f"by has {given.n_rows:,} values for {table.n_rows:,} rows")
    return periods_of(given.column("by"))


def _notes(rules: Rules, periods: Periods | None) -> Iterator[str]:
    if periods is not None and periods.note:
        yield periods.note
    if rules.training is None:
        yield NO_FACTS
    elif decided_by(rules) is None:
        yield CHANGED
