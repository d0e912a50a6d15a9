"""How names, values, numbers and shares are written in printed rules."""

from __future__ import annotations

import math
from collections.abc import Mapping

from conjunct.model.days import Day, day_text

_LISTED = 5
"""Categories that are named with their rows."""

Label = str | int | float | bool

_BARE = frozenset("_.-/+%:")
RESERVED = frozenset({"always", "and", "if", "is", "known", "missing", "otherwise", "then"})
"""Keywords of rules: a name that equals one of them is put in quotes."""
ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
"""Escapes within quotes; other invisible characters are written by their code point."""


def is_bare(character: str) -> bool:
    """Tell whether a character may stand in a name without quotes."""
    return character.isalnum() or character in _BARE


def name_text(name: str) -> str:
    r"""Write an attribute name or a category so that it cannot be misread.

    Plain words stay as they are. Everything else (names with spaces, quotes or operators, the
    empty name, keywords of rules) is put in single quotes, with escapes for invisible characters.
    Different names always give different texts.

    Examples
    --------
    >>> name_text("bill_length_mm")
    'bill_length_mm'
    >>> name_text("New York")
    "'New York'"
    >>> print(name_text("it's\n"))
    'it\'s\n'
    """
    if name and name not in RESERVED and all(map(is_bare, name)):
        return name
    return "'" + "".join(_character_text(c) for c in name) + "'"


def line_text(text: str) -> str:
    r"""Write a text that is printed without quotes, such as a file name, on one line.

    Examples
    --------
    >>> print(line_text("my loans.csv"), line_text("a\x1b[2J"))
    my loans.csv 'a\u001b[2J'
    """
    return text if text.isprintable() else name_text(text)


def _character_text(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable_text(text: str) -> str:
    r"""Write a text that a person wrote on one line, without invisible characters.

    Examples
    --------
    >>> print(printable_text("it's\nso\x1b[0m"))
    it's\nso\u001b[0m
    """
    return "".join(c if c.isprintable() else _character_text(c) for c in text)


def number_text(number: float) -> str:
    """Write a number in its shortest exact form, whole numbers without a fraction.

    Examples
    --------
    >>> number_text(44.65), number_text(44.0), number_text(1e5)
    ('44.65', '44', '100000')
    """
    return repr(float(number)).removesuffix(".0")


def label_text(label: Label) -> str:
    """Write a class label: words as names, numbers as numbers, booleans in lower case.

    Examples
    --------
    >>> label_text("Adelie"), label_text(1.0), label_text(True), label_text("not spam")
    ('Adelie', '1', 'true', "'not spam'")
    """
    if isinstance(label, Day):
        return day_text(label)
    if isinstance(label, bool):
        return "true" if label else "false"
    if isinstance(label, float):
        return number_text(label)
    return name_text(label) if isinstance(label, str) else str(label)


def value_text(value: str | float | None) -> str:
    """Write the value of one cell; None stands for a missing value.

    Examples
    --------
    >>> value_text("Dream"), value_text(46.0), value_text(None), value_text(Day(18983))
    ('Dream', '46', 'missing', '2021-12-22')
    """
    return "missing" if value is None else label_text(value)


def percent_text(share: float) -> str:
    """Write a share between 0 and 1 in percent, with one decimal.

    Examples
    --------
    >>> percent_text(0.0278)
    '2.8 %'
    """
    return f"{100 * share:.1f} %"


def bound_text(share: float) -> str:
    """Write a bound in percent with one decimal, rounded up so that the printed bound holds.

    Examples
    --------
    >>> bound_text(0.1201), bound_text(0.12), bound_text(1.0)
    ('12.1 %', '12.0 %', '100.0 %')
    """
    # A share such as 0.12, slightly too large as a float, must not be rounded up to 12.1 %.
    return percent_text(math.ceil(1000 * share - 1e-9) / 1000)


def rate_text(share: float, decimals: int = 0) -> str:
    """Write a share in percent; only exactly 0 and 1 are written as 0 % and 100 %.

    Parameters
    ----------
    share : float
        A number between 0 and 1.
    decimals : int, default=0
        Decimals of the percentage.

    Examples
    --------
    >>> rate_text(0.748), rate_text(0.001), rate_text(0.9999), rate_text(0.0014, decimals=1)
    ('75 %', '<1 %', '>99 %', '0.1 %')
    """
    text = f"{100 * share:.{decimals}f}"
    step = 10.0**-decimals
    if share > 0 and float(text) == 0:
        return f"<{step:.{decimals}f} %"
    return f">{100 - step:.{decimals}f} %" if share < 1 and float(text) == 100 else f"{text} %"


def limit_text(share: float, at_least: bool, decimals: int = 0) -> str:
    """Write a bound in percent, rounded in the direction in which the printed bound holds.

    Examples
    --------
    >>> limit_text(0.617, at_least=True), limit_text(0.352, at_least=False)
    ('≥ 61 %', '≤ 36 %')
    """
    scaled = 10**decimals * 100 * share
    # A share such as 0.12, slightly off as a float, must not be rounded away from 12 %.
    held = math.floor(scaled + 1e-9) if at_least else math.ceil(scaled - 1e-9)
    return f"{'≥' if at_least else '≤'} {held / 10**decimals:.{decimals}f} %"


def p_text(chance: float) -> str:
    """Write a p-value with three decimals; a small one is never written as 0.

    Examples
    --------
    >>> p_text(0.0314), p_text(0.0002), p_text(1.0)
    ('0.031', '<0.001', '1.000')
    """
    return "<0.001" if chance < 0.0005 else f"{chance:.3f}"


def chance_text(share: float) -> str:
    """Write a probability in percent; only exactly 0 and 1 are written as 0 % and 100 %.

    Examples
    --------
    >>> chance_text(0.881), chance_text(0.0001), chance_text(0.99999), chance_text(1.0)
    ('88.1 %', '<0.1 %', '>99.9 %', '100.0 %')
    """
    if 0 < share < 0.0005:
        return "<0.1 %"
    return ">99.9 %" if 0.9995 <= share < 1 else percent_text(share)


def amount_text(count: float) -> str:
    """Write a number of rows; a sum of weights that is not whole is shortened.

    Examples
    --------
    >>> amount_text(1204), amount_text(1204.25), amount_text(3.0004), amount_text(0.1234)
    ('1,204', '1,204.2', '3', '0.12')
    """
    if isinstance(count, int):
        return f"{count:,}"
    return f"{count:,.1f}".removesuffix(".0") if count >= 1 else f"{count:.2g}"


def count_text(count: float, noun: str) -> str:
    """Write a count with its noun, in the plural unless the count is 1.

    Examples
    --------
    >>> count_text(1, "rule"), count_text(1204, "condition")
    ('1 rule', '1,204 conditions')
    """
    return f"{amount_text(count)} {noun}" if count == 1 else f"{amount_text(count)} {noun}s"


def values_text(values: Mapping[str, float]) -> str:
    """Name the most frequent categories with their numbers of rows.

    Examples
    --------
    >>> values_text({"Oslo": 2, "New York": 1})
    "Oslo (2 rows), 'New York' (1 row)"
    """
    often = sorted(values.items(), key=lambda one: (-one[1], one[0]))
    named = [f"{name_text(value)} ({count_text(n, 'row')})" for value, n in often[:_LISTED]]
    more = f" and {len(often) - _LISTED} more" if len(often) > _LISTED else ""
    return f"{', '.join(named)}{more}"
