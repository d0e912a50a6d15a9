"""Group rows into at most 24 periods by the values of a column; dates are sorted as dates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np

from conjunct.data.date_forms import EPOCH, DateForm, date_forms
from conjunct.data.levels import order_levels
from conjunct.data.table import Column
from conjunct.errors import DataError
from conjunct.model.notation import name_text, number_text
from conjunct.types import AnyArray, Flags

MOST_PERIODS = 24
MISSING = "missing"

_COARSER: tuple[tuple[str, Callable[[date], str]], ...] = (
    ("day", date.isoformat),
    ("month", lambda day: f"{day.year:04}-{day.month:02}"),
    ("quarter", lambda day: f"{day.year:04}-Q{(day.month + 2) // 3}"),
    ("year", lambda day: f"{day.year:04}"),
)


class Periods(NamedTuple):
    """Periods and their rows.

    Parameters
    ----------
    names : tuple of str
        Names of the periods in order; rows without a period come last.
    rows : tuple of ndarray of bool
        The rows of each period.
    note : str
        How dates were grouped; empty if they were not.
    """

    names: tuple[str, ...]
    rows: tuple[Flags, ...]
    note: str = ""

    def within(self, kept: Flags) -> Periods:
        """Return the periods of some of the rows; periods without rows are left out."""
        found = [(name, rows[kept]) for name, rows in zip(self.names, self.rows, strict=True)]
        found = [(name, rows) for name, rows in found if rows.any()]
        names, rows = zip(*found, strict=True)
        return Periods(names, rows, self.note)


def periods_of(column: Column, form: str = "") -> Periods:
    """Group rows by the values of a column.

    Parameters
    ----------
    column : Column
        A column of texts or numbers. Dates are texts, or days since 1970-01-01 if the form is one
        of dates.
    form : str
        How the numbers were written in the table, see `Column`.

    Examples
    --------
    >>> from conjunct import read_table
    >>> day = read_table({"day": ["9.1.2024", "10.1.2024", None]}, kinds={"day": "nominal"})
    >>> periods_of(day.column("day")).names
    ('9.1.2024', '10.1.2024', 'missing')
    """
    texts, codes = _texts(column)
    present = [text for at, text in enumerate(texts) if (codes == at).any()]
    days = _days(present, form)
    label = {text: text for text in present}
    note = ""
    order = order_levels(set(present))
    if days is not None:
        order = tuple(sorted(present, key=lambda text: (days[text], text)))
        if form:
            label = {text: _COARSER[0][1](_date(days[text])) for text in present}
        if len(set(label.values())) > MOST_PERIODS:
            label, note = _coarser(column.name, days)
    names = tuple(dict.fromkeys(label[text] for text in order))
    if len(names) > MOST_PERIODS:
        raise DataError(
            f"column {column.name!r} has {len(names):,} values, and there can be at most "
            f"{MOST_PERIODS} periods; name a column of months, quarters or years"
        )
    of = np.array([names.index(label[text]) if text in label else -1 for text in texts] + [-1])
    numbers = of[codes]
    rows = [numbers == number for number in range(len(names))]
    if (numbers < 0).any():
        return Periods((*names, MISSING), (*rows, numbers < 0), note)
    return Periods(names, tuple(rows), note)


def _texts(column: Column) -> tuple[Sequence[str], AnyArray]:
    """Return the distinct texts, and the position of each row's text; -1 if it has none."""
    if column.kind == "nominal":
        return column.levels, column.values
    known = ~np.isnan(column.values)
    distinct, inverse = np.unique(column.values[known], return_inverse=True)
    codes = np.full(len(column.values), -1)
    codes[known] = inverse
    return [number_text(one) for one in distinct.tolist()], codes


def _days(texts: Sequence[str], form: str) -> dict[str, float] | None:
    """Return the day of each text; None if they are not dates."""
    if DateForm.read(form) is not None:
        return {text: float(text) for text in texts}
    for filled in (list(texts), [f"1 {text}" for text in texts]):  # "March 2024" has no day
        forms = date_forms(filled)
        numbers = forms[0].numbers(filled) if forms else None
        if numbers is not None:
            return dict(zip(texts, numbers, strict=True))
    return None


def _coarser(name: str, days: dict[str, float]) -> tuple[dict[str, str], str]:
    """Group dates by the finest unit that gives few enough periods."""
    for unit, write in _COARSER:
        label = {text: write(_date(day)) for text, day in days.items()}
        note = f"The {len(days):,} dates of {name_text(name)} are grouped by {unit}."
        if len(set(label.values())) <= MOST_PERIODS:
            break
    return label, note


def _date(days: float) -> date:
    return date.fromordinal(EPOCH + math.floor(days))
