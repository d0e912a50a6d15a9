"""Parse the text of a rule, as a person writes it and as models print it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.condition import Condition, Operator
from conjunct.model.days import read_day
from conjunct.model.notation import RESERVED, name_text
from conjunct.model.points import n_decimals, points_text
from conjunct.model.rule_words import MINUS, RuleWord, refused, rule_words

_OPERATORS: dict[str, Operator] = {
    **{"=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!="},
    **{"<=": "<=", "≤": "<=", ">": ">"},
}
_OTHERS = {"<": "<=", ">=": ">", "≥": ">"}
"""Operators that rules do not have, and the operators to use instead."""
_POINTS = ("point", "points")


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """The content of a rule's text: no counts, and classes as they are written.

    Parameters
    ----------
    conditions : tuple of Condition
        The body; empty for "always".
    head : str or None
        The class after "then"; None if there is none.
    points : tuple of tuple of float and str
        Points and the class that gets them. A rule with points has no head.

    Examples
    --------
    >>> print(WrittenRule((Condition("age", ">", 60.0),), points=((3.0, "yes"),)))
    if age > 60 then +3 points for yes
    """

    conditions: tuple[Condition, ...]
    head: str | None = None
    points: tuple[tuple[float, str], ...] = ()

    def __post_init__(self) -> None:
        if self.points and self.head is not None:
            raise ModelError("a rule has a class or points, not both")
        if not all(math.isfinite(points) for points, _ in self.points):
            raise ModelError("points must be finite numbers")

    def __str__(self) -> str:
        body = " and ".join(map(str, self.conditions)) or "always"
        return f"if {body}{self._consequence()}"

    def _consequence(self) -> str:
        if not self.points:
            return "" if self.head is None else f" then {name_text(self.head)}"
        noun = " point" if abs(self.points[0][0]) == 1 else " points"
        given = []
        for points, label in self.points:
            written = points_text(points, n_decimals([points]))
            given.append(f"{written}{noun} for {name_text(label)}")
            noun = ""
        return f" then {', '.join(given)}"


def parse_rule(text: str) -> WrittenRule:
    r"""Read a rule that a person wrote, or that a model printed.

    A rule is ``if CONDITION and CONDITION … then CLASS``. "if" may be left out, and so may "then"
    and what follows it. A condition is a name, one of ``=``, ``!=``, ``<=`` and ``>`` (or ``≠`` and
    ``≤``), and a value, or a name with ``is missing`` or ``is known``; "always" is the empty body.
    Columns of dates are compared with a date such as 2021-12-22, or with a number of days since
    1970-01-01. Rules of score cards have points instead of a class, such as ``+3 for yes`` or ``−2
    points for yes, +1 for no``. Names and values with spaces or special characters must be in
    quotes, with the escapes ``\'``, ``\"``, ``\\``, ``\n``, ``\r``, ``\t`` and ``\uXXXX``.

    Parameters
    ----------
    text : str
        One rule.

    Returns
    -------
    rule : WrittenRule
        Its ``str`` is the rule as models print it; parsing that text gives an equal rule.

    Examples
    --------
    >>> print(parse_rule("if age>60 and 'home town' != \"New York\" then yes"))
    if age > 60 and 'home town' ≠ 'New York' then yes
    >>> print(parse_rule("thal = normal then -2 for ill"))
    if thal = normal then −2 points for ill
    >>> parse_rule("if age >= 60")
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: character 8 of the rule 'if age >= 60': rules have no '>='; use '>'
    """
    if not isinstance(text, str):
        raise ModelError(f"a rule must be a text such as 'if age > 60', not {text!r:.60}")
    return _RuleReader(text).rule()


class _RuleReader:
    """Reads the tokens of one rule."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = rule_words(text)
        self._at = 0

    def rule(self) -> WrittenRule:
        self._skip("if")
        conditions = self._body()
        head, points = self._consequence() if self._skip("then") else (None, ())
        if self._here.sort != "end":
            raise self._refused(
                f"{self._here.text!r:.60} is not expected; join conditions with 'and', and put "
                "names and values with spaces in quotes"
            )
        return WrittenRule(conditions, head, points)

    @property
    def _here(self) -> RuleWord:
        return self._words[self._at]

    def _next(self) -> RuleWord:
        word = self._here
        self._at += 1
        return word

    def _is(self, *words: str, ahead: int = 0) -> bool:
        """Tell whether the next token is one of the given words, without quotes."""
        place = min(self._at + ahead, len(self._words) - 1)
        return self._words[place].sort == "word" and self._words[place].text in words

    def _skip(self, word: str) -> bool:
        found = self._is(word)
        self._at += found
        return found

    def _refused(self, problem: str) -> ModelError:
        return refused(self._text, self._here.at, problem)

    def _body(self) -> tuple[Condition, ...]:
        if self._skip("always"):
            return ()
        conditions = [self._condition()]
        while self._skip("and"):
            conditions.append(self._condition())
        return tuple(conditions)

    def _condition(self) -> Condition:
        name = self._name("the name of a column")
        if self._skip("is"):
            if not self._is("missing", "known"):
                raise self._refused("'is' must be followed by 'missing' or 'known'")
            return Condition(name, "=" if self._next().text == "missing" else "!=", None)
        op = self._operator(name)
        value: Any = self._cut() if op in ("<=", ">") else self._name("a value")
        return Condition(name, op, value)

    def _operator(self, name: str) -> Operator:
        sign = self._here.text if self._here.sort == "sign" else ""
        if sign in _OTHERS:
            raise self._refused(f"rules have no {sign!r}; use {_OTHERS[sign]!r}")
        if sign not in _OPERATORS:
            raise self._refused(
                f"the name {name!r:.60} must be followed by one of =, !=, <=, > or 'is'; "
                "names with spaces must be in quotes"
            )
        self._at += 1
        return _OPERATORS[sign]

    def _name(self, what: str) -> str:
        if self._here.sort == "quoted":
            return self._next().text
        if self._here.sort != "word" or self._here.text in RESERVED:
            quote = f", and {self._here.text!r} needs quotes" if self._here.sort == "word" else ""
            raise self._refused(f"{what} is expected here{quote}")
        return self._next().text

    def _number(self) -> float:
        number = _number(self._here)
        if number is None:
            raise self._refused("a finite number is expected here")
        self._at += 1
        return number

    def _cut(self) -> float:
        """Read the number or date that a column is compared with."""
        day = read_day(self._here.text) if self._here.sort == "word" else None
        if day is None:
            return self._number()
        self._at += 1
        return day

    def _consequence(self) -> tuple[str | None, tuple[tuple[float, str], ...]]:
        """Read a class, or points with their classes."""
        if not self._gives_points():
            return self._name("a class"), ()
        given = [self._given()]
        while self._here.sort == "sign" and self._here.text == ",":
            self._at += 1
            given.append(self._given())
        return None, tuple(given)

    def _gives_points(self) -> bool:
        if _number(self._here) is None:
            return False
        return self._is("for", ahead=1) or (
            self._is(*_POINTS, ahead=1) and self._is("for", ahead=2)
        )

    def _given(self) -> tuple[float, str]:
        points = self._number()
        self._at += self._is(*_POINTS)
        if not self._skip("for"):
            raise self._refused("points must be followed by 'for' and a class")
        return points, self._name("a class")


def _number(word: RuleWord) -> float | None:
    """Return the finite number that an unquoted word stands for; None if it is not a number."""
    text = word.text.replace(MINUS, "-")
    if word.sort != "word" or not text.isascii() or "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
