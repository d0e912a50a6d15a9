"""Columns of text that hold numbers or dates in one form, recognised as a whole, with a note."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from conjunct.data.date_forms import DateForm, date_forms
from conjunct.data.forms import Form
from conjunct.data.number_forms import number_forms
from conjunct.data.numerals import all_numbers, is_number
from conjunct.data.raw import RawColumn, RawTable
from conjunct.data.request import HOW_NOMINAL, Request
from conjunct.data.table import Column
from conjunct.errors import DataError
from conjunct.rooms import taken
from conjunct.types import Floats


@dataclass(frozen=True, eq=False)
class WrittenColumn:
    """A column of texts that can be read as numbers.

    Parameters
    ----------
    column : Column
        The column, with the texts as levels.
    forms : tuple of Form
        All forms that fit and give different numbers; the first is used. Empty for plain numbers.
    is_asked : bool
        Whether the caller named the form.
    """

    column: Column
    forms: tuple[Form, ...] = ()
    is_asked: bool = False

    @property
    def is_date(self) -> bool:
        """Whether the texts are dates."""
        return bool(self.forms) and isinstance(self.forms[0], DateForm)

    @property
    def numbers(self) -> Column:
        """The column as a numeric column."""
        levels, form = self.column.levels, self.forms[0] if self.forms else None
        numbers = form.numbers(levels) if form else list(map(float, levels))
        assert numbers is not None
        values: Floats = taken(np.array([*numbers, np.nan]), self.column.values)
        return Column(self.column.name, "numeric", values, form=str(form or ""))


def recognised(raw: RawTable, request: Request) -> RawTable:
    """Return the table with numbers in place of texts that are numbers in some form.

    A column of text changes only if all its texts are in one form; dates change only on request.
    A note says how the column was read, unless the caller named the form. A column that must be
    numeric and is not raises an error.
    """
    found = [_written(item, raw, request) for item in raw.columns]
    found = _in_known_order(found)
    columns, changed = [], []
    for item, written in zip(raw.columns, found, strict=True):
        if written is None or (written.is_date and not _wants_days(item, request)):
            is_date = item.is_date or (written is not None and written.is_date)
            columns.append(replace(item, is_date=is_date))
        else:
            columns.append(RawColumn(written.numbers))
            changed.append(written)
    return replace(raw, columns=tuple(columns), notes=(*raw.notes, *_notes(changed)))


def _written(item: RawColumn, raw: RawTable, request: Request) -> WrittenColumn | None:
    column = item.column
    kind = request.kind_of(column.name) or item.declared
    if column.kind == "numeric" or kind == "nominal":
        return None
    asked = request.form_of(column.name)
    if asked is not None and asked.numbers(column.levels) is not None:
        return WrittenColumn(column, (asked,), is_asked=True)
    if all_numbers(column.levels) and not _has_thousands(column.levels, raw):
        return WrittenColumn(column) if kind == "numeric" or raw.is_text else None
    forms = _forms(column.levels, raw)
    if not forms and kind == "numeric" and column.levels:
        raise _no_number(column, raw)
    return WrittenColumn(column, forms) if forms else None


def _has_thousands(levels: Collection[str], raw: RawTable) -> bool:
    """Tell whether points in plain numbers may separate thousands, judging by the whole table."""
    return raw.decimal == "," and len(number_forms(levels)) > 1


def _forms(levels: Collection[str], raw: RawTable) -> tuple[Form, ...]:
    """Return the forms that fit all texts, the most likely first."""
    if not levels:
        return ()
    likely_first = sorted(number_forms(levels), key=lambda form: form.decimal != raw.decimal)
    return tuple(likely_first) or tuple(date_forms(levels))


def _in_known_order(found: Sequence[WrittenColumn | None]) -> list[WrittenColumn | None]:
    """Where day and month are ambiguous, use the order of other columns that are not."""
    told = {
        one.forms[0].is_day_first
        for one in found
        if one is not None and len(one.forms) == 1 and isinstance(one.forms[0], DateForm)
    } - {None}
    if len(told) != 1:
        return list(found)
    return [_with_day_first(one, told) if one and one.is_date else one for one in found]


def _with_day_first(written: WrittenColumn, told: Collection[bool | None]) -> WrittenColumn:
    forms = sorted(
        written.forms, key=lambda form: isinstance(form, DateForm) and form.is_day_first not in told
    )
    return replace(written, forms=tuple(forms))


def _wants_days(item: RawColumn, request: Request) -> bool:
    return request.dates == "days" or request.kind_of(item.column.name) == "numeric"


def _no_number(column: Column, raw: RawTable) -> DataError:
    """Return the error about the first cell that is not a number."""
    is_text = np.array([*(not is_number(level) for level in column.levels), False])
    row = int(np.argmax(is_text[column.values]))
    return DataError(
        f"column {column.name!r} of {raw.name} should be numeric but holds "
        f"{column.levels[column.values[row]]!r:.200} in {raw.place(row)}; "
        f"correct the cell, leave it empty, or learn with the column as nominal {HOW_NOMINAL}"
    )


def _notes(changed: Sequence[WrittenColumn]) -> Iterator[str]:
    """Yield one sentence for all columns with the same forms."""
    alike: dict[tuple[Form, ...], list[Column]] = {}
    for written in changed:
        if written.forms and not written.is_asked:
            alike.setdefault(written.forms, []).append(written.column)
    for (form, *others), columns in alike.items():
        levels = [level for column in columns for level in column.levels]
        example = max(levels, key=len)
        names = ", ".join(repr(column.name) for column in columns)
        note = f"Read {names} as {form.words(levels)}: {example!r} is {form.meaning(example)}"
        yield f"{note}{_otherwise(others, example, columns[0].name)}."


def _otherwise(others: Sequence[Form], example: str, name: str) -> str:
    """Say how to request the other form, if there is one."""
    if not others:
        return ""
    other = str(others[0])
    return (
        f"; if it is {others[0].meaning(example)}, name the form (kinds={{{name!r}: {other!r}}} in "
        f"Python, --kind {shlex.quote(f'{name}={other}')} on the command line)"
    )
