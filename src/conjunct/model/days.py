"""Cut points of columns of dates: numbers of days that are printed as dates."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from conjunct.data.date_forms import EPOCH, DateForm

if TYPE_CHECKING:
    from conjunct.model.training import TrainingFacts

_SECONDS = 86_400

_WRITTEN = re.compile(r"(\d{4}-\d\d-\d\d)(T[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?", re.ASCII)
_ISO = DateForm("YYYY-MM-DD")


class Day(float):
    """A number of days since 1970-01-01, of a column that holds dates without times."""

    __slots__ = ()


class Moment(Day):
    """A number of days since 1970-01-01, of a column that holds dates with times."""

    __slots__ = ()


def day_text(day: Day) -> str:
    """Write days as a date that `read_day` reads back, or as a number if there is no such date.

    Examples
    --------
    >>> day_text(Day(18983)), day_text(Day(18983.5)), day_text(Moment(18983)), day_text(Day(1e9))
    ('2021-12-22', '2021-12-22T12:00', '2021-12-22T00:00', '1000000000')
    """
    whole = math.floor(day)
    try:
        start = date.fromordinal(EPOCH + whole).isoformat()
    except (ValueError, OverflowError):
        return _number_text(day)
    micros = round((day - whole) * _SECONDS * 1_000_000)
    seconds, micros = divmod(micros, 1_000_000)
    minutes, second = divmod(seconds, 60)
    clock = f"{start}T{minutes // 60:02}:{minutes % 60:02}"
    exact = f"{clock}:{second:02}.{micros:06}"
    texts = [clock, f"{clock}:{second:02}", exact.rstrip("0")]
    shortest = texts if isinstance(day, Moment) else [start, *texts]
    return next((text for text in shortest if read_day(text) == day), _number_text(day))


def _number_text(day: Day) -> str:
    return repr(float(day)).removesuffix(".0")


def read_day(text: str) -> Day | None:
    """Read a date such as 2021-12-22 or 2021-12-22T18:30; None if the text is none.

    Examples
    --------
    >>> read_day("2021-12-22"), read_day("2021-12-22T12:00"), read_day("2021-02-30"), read_day("7")
    (18983.0, 18983.5, None, None)
    """
    if not _WRITTEN.fullmatch(text):
        return None
    numbers = _ISO.numbers([text])
    return Day(numbers[0]) if numbers else None


def day_columns(forms: Mapping[str, str], training: TrainingFacts | None) -> dict[str, type[Day]]:
    """Return what the cut points of each column of dates are.

    Parameters
    ----------
    forms : mapping of str to str
        Forms of columns, by name.
    training : TrainingFacts or None
        If it knows deciles of a column with fractions of days, the column has times.
    """
    found: dict[str, type[Day]] = {}
    for name, form in forms.items():
        if DateForm.read(form) is not None:
            known = None if training is None else training.attributes.get(name)
            cuts = () if known is None else known.cuts
            found[name] = Day if all(map(float.is_integer, cuts)) else Moment
    return found
