"""Formats of numbers in text: decimal commas, thousands separators, units."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Literal

from conjunct.data.numerals import all_numbers, number_text

Decimal = Literal[".", ","]

_CODES = "EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|BRL|CAD|AUD"
_UNIT = rf"[$¢£¥€₹₽₩₺₴₫₪฿%‰]|{_CODES}"
_MINUS = "−"
_BLANKS = "\u00a0\u2009\u202f"
_CELL = re.compile(
    rf"[+\-{_MINUS}]?\s*(?P<before>{_UNIT})?\s*[+\-{_MINUS}]?\s*"
    rf"[.,]?\d[\d.,'’ {_BLANKS}]*(?:[eE][+-]?\d+)?\s*(?P<after>{_UNIT})?"
)
_SEPARATORS: tuple[tuple[Decimal, str], ...] = (
    (".", ","),
    (",", "."),
    (".", " "),
    (",", " "),
    (".", "'"),
    (",", "'"),
)
_MARKS = {",": ",", ".": r"\.", " ": f"[ {_BLANKS}]", "'": "['’]"}
_WORDS = {",": "commas", ".": "points", " ": "blanks", "'": "apostrophes"}
_WRITTEN = re.compile(rf"({_UNIT})?\s?1([,. '])234([.,])5\s?({_UNIT})?")


@dataclass(frozen=True)
class NumberForm:
    """A format of numbers; its text is the number 1234.5 in this format.

    Parameters
    ----------
    decimal : {".", ","}
        The decimal separator.
    thousands : {",", ".", " ", "'"}
        The character that may separate groups of three digits.
    before, after : str
        The unit before or after every number, such as a currency or a percent sign. It is ignored,
        so that 12 % is 12.

    Examples
    --------
    >>> form = NumberForm(",", ".", after="€")
    >>> str(form), form.numbers(["3.241,07 €", "-5 €"])
    ('1.234,5 €', [3241.07, -5.0])
    >>> form.numbers(["3.241,07 €", "5"]) is None
    True
    """

    decimal: Decimal
    thousands: str
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        gap = " " if self.after and self.after not in "%‰" else ""
        return f"{self.before}1{self.thousands}234{self.decimal}5{gap}{self.after}"

    @classmethod
    def read(cls, text: str) -> NumberForm | None:
        """Return the form whose text this is, or None if there is none.

        Examples
        --------
        >>> NumberForm.read("1,234.5%")
        NumberForm(decimal='.', thousands=',', before='', after='%')
        """
        match = _WRITTEN.fullmatch(text.strip())
        if match is None or match[2] == match[3]:
            return None
        decimal: Decimal = "," if match[3] == "," else "."
        return cls(decimal, match[2], match[1] or "", match[4] or "")

    def numbers(self, texts: Collection[str]) -> list[float] | None:
        """Return the number of each text, or None if one of them is not in this form."""
        pattern = _pattern(self)
        found = []
        for text in texts:
            match = pattern.fullmatch(text)
            if match is None or (match[1] and match[2]):
                return None
            found.append(self._number(match[1] or match[2], match[3]))
        return found

    def _number(self, sign: str, digits: str) -> float:
        plain = re.sub(_MARKS[self.thousands], "", digits).replace(self.decimal, ".")
        return float(sign.replace(_MINUS, "-") + plain)

    def words(self, texts: Collection[str]) -> str:
        """Describe how the texts differ from plain numbers.

        Examples
        --------
        >>> NumberForm(",", ".", after="€").words(["3.241,07 €", "5 €"])
        'numbers with decimal commas, points between thousands and the unit €'
        """
        parts = []
        if self.decimal == "," and any("," in text for text in texts):
            parts.append("decimal commas")
        between = re.compile(rf"\d{_MARKS[self.thousands]}\d")
        if any(map(between.search, texts)):
            parts.append(f"{_WORDS[self.thousands]} between thousands")
        if self.before or self.after:
            parts.append(f"the unit {self.before or self.after}")
        listed = " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
        return f"numbers with {listed}" if parts else "numbers"

    def meaning(self, text: str) -> str:
        """Return a text in this form as a plain number."""
        (number,) = self.numbers([text]) or [float("nan")]
        return number_text(number)


@cache
def _pattern(form: NumberForm) -> re.Pattern[str]:
    """Return the pattern of a form's texts, with groups for two possible signs and the digits."""
    thousands, decimal = _MARKS[form.thousands], _MARKS[form.decimal]
    sign = rf"([+\-{_MINUS}]?)\s*"
    whole = rf"(?:[1-9]\d{{0,2}}(?:{thousands}\d{{3}})+|\d+)"
    digits = rf"((?:{whole}(?:{decimal}\d+)?|{decimal}\d+)(?:[eE][+-]?\d+)?)"
    before, after = re.escape(form.before), re.escape(form.after)
    return re.compile(rf"{sign}{before}\s*{sign}{digits}\s*{after}")


def number_forms(texts: Collection[str]) -> list[NumberForm]:
    """Return the forms that fit all texts, without those that give the same numbers as another.

    Two forms remain if a comma or a point may be a decimal separator or separate thousands. The one
    with decimal points then comes first.

    Examples
    --------
    >>> [str(form) for form in number_forms(["12,5", "1.250,75"])]
    ['1.234,5']
    >>> [str(form) for form in number_forms(["1,250"])]
    ['1,234.5', '1.234,5']
    >>> number_forms(["12,5", "low"]), number_forms(["5 €", "$5"])
    ([], [])
    """
    unit = _unit(texts)
    if unit is None:
        return []
    found: dict[tuple[float, ...], NumberForm] = {}
    for decimal, thousands in _SEPARATORS:
        form = NumberForm(decimal, thousands, *unit)
        numbers = form.numbers(texts)
        if numbers is not None:
            found.setdefault(tuple(numbers), form)
    return sorted(found.values(), key=lambda form: form.decimal == ",")


def are_numbers(texts: Collection[str]) -> bool:
    """Tell whether there are texts and all of them are numbers, plain or in one form."""
    return bool(texts) and (all_numbers(texts) or bool(number_forms(texts)))


def _unit(texts: Collection[str]) -> tuple[str, str] | None:
    """Return the common unit of all texts, before or after; None if a text is not a number."""
    units = set()
    for text in texts:
        match = _CELL.fullmatch(text)
        if match is None:
            return None
        units.add((match["before"] or "", match["after"] or ""))
    return units.pop() if len(units) == 1 and not all(next(iter(units))) else None
