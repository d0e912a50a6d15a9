"""Formats of dates in text, and their conversion to days since 1970-01-01."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from conjunct.data.numerals import number_text

EPOCH = date(1970, 1, 1).toordinal()
"""Day 0 of dates that become numbers."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PARTS = {
    "YYYY": r"(?P<year>\d{4})",
    "YY": r"(?P<year>\d\d)",
    "MM": r"(?P<month>\d{1,2})",
    "DD": r"(?P<day>\d{1,2})",
    "Mon": r"(?P<month>(?i:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*)\.?",
    ",": ",?",
}
_TIME = (
    r"(?:(?:T|,?\s+)(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d(?:[.,]\d+)?))?"
    r"\s*(?:(?P<half>[AaPp])\.?[Mm]\.?)?\s*(?P<zone>Z|UTC|[+-]\d\d(?::?\d\d)?)?)?"
)


@dataclass(frozen=True)
class DateForm:
    """A format of dates; a time may follow each date.

    Parameters
    ----------
    pattern : str
        Year, month and day as ``YYYY`` or ``YY``, ``MM`` or ``Mon``, and ``DD``. Years with two
        digits are from 1969 to 2068.

    Examples
    --------
    >>> form = DateForm("DD.MM.YYYY")
    >>> form.numbers(["1.1.1970", "02.01.1970 18:00"])
    [0.0, 1.75]
    >>> form.numbers(["30.2.2024"]) is None
    True
    """

    pattern: str

    def __str__(self) -> str:
        return self.pattern

    @classmethod
    def read(cls, text: str) -> DateForm | None:
        """Return the form with this pattern, or None if there is none.

        Examples
        --------
        >>> DateForm.read("DD/MM/YYYY"), DateForm.read("1,234.5")
        (DateForm(pattern='DD/MM/YYYY'), None)
        """
        return next((form for form in DATE_FORMS if form.pattern == text.strip()), None)

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        written = re.sub(
            r"YYYY|YY|MM|DD|Mon|\W",
            lambda part: _PARTS.get(part[0], re.escape(part[0])),
            self.pattern,
        )
        return re.compile(written + _TIME)

    def numbers(self, texts: Collection[str]) -> list[float] | None:
        """Return days since 1970-01-01, or None if a text is not a date in this form."""
        found = []
        for text in texts:
            days = self._days(text)
            if days is None:
                return None
            found.append(days)
        return found

    def _days(self, text: str) -> float | None:
        match = self._regex.fullmatch(text)
        if match is None:
            return None
        year, month = int(match["year"]), match["month"]
        if len(match["year"]) == 2:
            year += 1900 if year > 68 else 2000
        try:
            day = date(year, _month(month), int(match["day"])).toordinal() - EPOCH
        except ValueError:
            return None
        seconds = _seconds(match) if match["hour"] else 0.0
        return None if seconds is None else day + seconds / 86_400

    def words(self, texts: Collection[str]) -> str:
        """Describe the texts."""
        return f"days since {date.fromordinal(EPOCH)}, from dates written {self.pattern}"

    def meaning(self, text: str) -> str:
        """Return the day of a text in this form, as a number and as an ISO date."""
        (days,) = self.numbers([text]) or [float("nan")]
        return f"day {number_text(round(days, 3))}, {date.fromordinal(EPOCH + math.floor(days))}"

    @property
    def is_day_first(self) -> bool | None:
        """Whether the day comes before the month; None unless the pattern starts with either."""
        return self.pattern.startswith("DD") if self.pattern[:2] in ("DD", "MM") else None


def _month(text: str) -> int:
    return int(text) if text.isdigit() else _MONTHS.index(text[:3].lower()) + 1


def _seconds(match: re.Match[str]) -> float | None:
    """Return the seconds since midnight, in UTC if a zone is given; None for an invalid time."""
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (match["half"] in "Pp")
    if hour > 23:
        return None
    second = float((match["second"] or "0").replace(",", "."))
    return 3600 * hour + 60 * int(match["minute"]) + second - _offset(match["zone"] or "Z")


def _offset(zone: str) -> int:
    """Return the seconds that a zone is ahead of UTC."""
    if zone in ("Z", "UTC"):
        return 0
    sign, digits = -1 if zone[0] == "-" else 1, zone[1:].replace(":", "").ljust(4, "0")
    return sign * (3600 * int(digits[:2]) + 60 * int(digits[2:]))


DATE_FORMS = tuple(
    map(
        DateForm,
        (
            *("YYYY-MM-DD", "YYYY/MM/DD", "YYYY.MM.DD"),
            *("DD.MM.YYYY", "MM/DD/YYYY", "DD/MM/YYYY", "DD-MM-YYYY", "MM-DD-YYYY"),
            *("DD.MM.YY", "MM/DD/YY", "DD/MM/YY"),
            *("DD Mon YYYY", "DD-Mon-YYYY", "DD/Mon/YYYY", "DD Mon YY", "DD-Mon-YY"),
            *("Mon DD, YYYY", "YYYY-Mon-DD"),
        ),
    )
)
"""The known forms. If several fit all dates of a column, the first of them is used."""


def date_forms(texts: Collection[str]) -> list[DateForm]:
    """Return the forms that fit all texts, without those that give the same days as another.

    Examples
    --------
    >>> [str(form) for form in date_forms(["2024-02-29", "2024-03-01 12:30"])]
    ['YYYY-MM-DD']
    >>> [str(form) for form in date_forms(["03/04/2024"])]
    ['MM/DD/YYYY', 'DD/MM/YYYY']
    >>> date_forms(["2024-02-30"]), date_forms([])
    ([], [])
    """
    found: dict[tuple[float, ...], DateForm] = {}
    for form in DATE_FORMS if texts else ():
        numbers = form.numbers(texts)
        if numbers is not None:
            found.setdefault(tuple(numbers), form)
    return list(found.values())
