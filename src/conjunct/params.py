"""Constraints on parameters, declared once per class, and the error message for a wrong value."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar, Protocol

LARGEST = 2**53
"""The largest whole number allowed: up to here, a 64-bit float holds every whole number exactly."""


class Constraint(Protocol):
    """The values that a parameter may have."""

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""

    def __str__(self) -> str:
        """Describe the allowed values, as error messages quote them."""


@dataclass(frozen=True)
class OneOf:
    """One of a few values."""

    values: tuple[Any, ...]

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        return any(
            value is other or (type(value) is type(other) and value == other)
            for other in self.values
        )

    def __str__(self) -> str:
        return "one of " + ", ".join(map(repr, self.values))


@dataclass(frozen=True)
class Text:
    """Any text or None."""

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        return value is None or isinstance(value, str)

    def __str__(self) -> str:
        return "a text or None"


@dataclass(frozen=True)
class Whole:
    """A whole number from `least` to `most`, one of `words`, or None if `optional`."""

    least: int
    optional: bool = False
    words: tuple[str, ...] = ()
    most: int = LARGEST

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        if value is None:
            return self.optional
        if isinstance(value, str):
            return value in self.words
        is_whole = isinstance(value, Integral) and not isinstance(value, bool)
        return is_whole and self.least <= int(value) <= self.most

    def __str__(self) -> str:
        most = "" if self.most == LARGEST else f" to {self.most}"
        return _choice(f"a whole number from {self.least} up{most}", self.words, self.optional)


@dataclass(frozen=True)
class Number:
    """A number above `least` and at most `most`, one of `words`, or None if `optional`."""

    least: float
    most: float = math.inf
    optional: bool = False
    words: tuple[str, ...] = ()

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        if value is None:
            return self.optional
        if isinstance(value, str):
            return value in self.words
        if not isinstance(value, Real) or isinstance(value, bool):
            return False
        try:
            return self.least < float(value) <= self.most
        except OverflowError:  # a whole number of hundreds of digits
            return False

    def __str__(self) -> str:
        most = "" if math.isinf(self.most) else f" and at most {self.most:g}"
        return _choice(f"a number above {self.least:g}{most}", self.words, self.optional)


_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def read_size(given: int | str) -> int:
    """Read a number of bytes.

    Examples
    --------
    >>> read_size("2GB"), read_size("1.5 MiB"), read_size("100k"), read_size(4096)
    (2147483648, 1572864, 102400, 4096)
    >>> read_size("much")
    Traceback (most recent call last):
    ...
    ValueError: 'much' is not a size such as 2GB or 500MB
    """
    found = _SIZE.fullmatch(str(given).strip())
    if found is None or len(found[1]) > 20 or not float(found[1]):
        raise ValueError(f"{given!r} is not a size such as 2GB or 500MB")
    return int(float(found[1]) * 1024 ** _POWERS[found[2].upper()])


@dataclass(frozen=True)
class MemorySize:
    """A number of bytes, a text such as 2GB, or None."""

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        if value is None:
            return True
        if isinstance(value, bool) or not isinstance(value, Integral | str):
            return False
        try:
            return read_size(value) > 0  # type: ignore[arg-type]
        except ValueError:
            return False

    def __str__(self) -> str:
        return "a number of bytes, a text such as '2GB', or None"


@dataclass(frozen=True)
class Pair:
    """A pair of numbers above 0."""

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        is_pair = isinstance(value, tuple | list) and len(value) == 2
        return is_pair and all(Number(0.0).allows(one) and float(one) < math.inf for one in value)

    def __str__(self) -> str:
        return "two numbers above 0, as (1, 1)"


@dataclass(frozen=True)
class ScaleNumbers:
    """Score, odds and points to double the odds, or None."""

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        if value is None:
            return True
        if not isinstance(value, tuple | list) or len(value) != 3:
            return False
        _, *others = value
        known = all(Number(-math.inf).allows(one) and abs(one) < math.inf for one in value)
        return known and all(Number(0.0).allows(one) for one in others)

    def __str__(self) -> str:
        return (
            "three numbers, a score, its odds and the points that double the odds, the last two "
            "above 0, as (600, 50, 20), or None"
        )


@dataclass(frozen=True)
class NamedOr:
    """One of a few names, a function or the name of a file, or None if `optional`.

    Parameters
    ----------
    names : tuple of str
        The names.
    other : str
        Description of the functions or files that are allowed too.
    optional : bool
        Whether None is allowed.
    ending : str or None
        Ending of the names of files that are allowed too; None if files are not allowed.
    types : bool
        Whether classes count as functions.
    """

    names: tuple[str, ...]
    other: str
    optional: bool = False
    ending: str | None = None
    types: bool = False

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        if value is None:
            return self.optional
        if isinstance(value, str):
            is_file = self.ending is not None and value.endswith(self.ending)
            return value in self.names or is_file
        return callable(value) and (self.types or not isinstance(value, type))

    def __str__(self) -> str:
        names = ", ".join(map(repr, self.names))
        return f"one of {names}, or {self.other}" + (", or None" if self.optional else "")


@dataclass(frozen=True)
class Some:
    """A tuple or list of at least one of a few values."""

    values: tuple[Any, ...]

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        is_list = isinstance(value, tuple | list) and len(value) > 0
        return is_list and all(part in self.values for part in value)

    def __str__(self) -> str:
        return "a tuple of some of " + ", ".join(map(repr, self.values))


class Variant:
    """One way to do a step of learning, with parameters of its own.

    Subclasses are frozen dataclasses: equal by value, printed as they are written, and clonable. A
    value that is not allowed raises an error when the object is made.

    Examples
    --------
    >>> from conjunct.choose import Significance
    >>> Significance(alpha=0.01)
    Significance(alpha=0.01)
    >>> Significance(alpha=2)
    Traceback (most recent call last):
        ...
    ValueError: The 'alpha' parameter of Significance must be a number above 0 and at most 1. \
Got 2 instead.
    """

    _allowed: ClassVar[Mapping[str, Constraint]] = {}

    def __post_init__(self) -> None:
        check_params(type(self).__name__, vars(self), self._allowed)


@dataclass(frozen=True)
class OneVariant:
    """One of a few named variants: the name, or an object with parameters of its own.

    Parameters
    ----------
    variants : mapping of str to object
        The variant that each name stands for.
    other : Constraint or None
        Other values that are allowed.
    unnamed : object or None
        A variant that has no name.

    Examples
    --------
    >>> from conjunct.choose import NoGain, Significance
    >>> ending = OneVariant({"laplace": NoGain(), "significance": Significance()})
    >>> ending.allows("laplace"), ending.allows(Significance(0.01)), ending.allows("never")
    (True, True, False)
    >>> ending.made("significance"), ending.made(Significance(0.01))
    (Significance(alpha=0.05), Significance(alpha=0.01))
    """

    variants: Mapping[str, Any]
    other: Constraint | None = None
    unnamed: Any = None

    @property
    def kinds(self) -> tuple[type, ...]:
        """The classes of the allowed objects."""
        objects = [*self.variants.values(), *([] if self.unnamed is None else [self.unnamed])]
        return tuple(dict.fromkeys(map(type, objects)))

    def allows(self, value: Any) -> bool:
        """Tell whether a value is allowed."""
        is_name = isinstance(value, str) and value in self.variants
        is_other = self.other is not None and self.other.allows(value)
        return is_name or isinstance(value, self.kinds) or is_other

    def made(self, value: Any) -> Any:
        """Return the variant that a name stands for; return any other value unchanged."""
        return self.variants.get(value, value) if isinstance(value, str) else value

    @property
    def written(self) -> str:
        """Description of the values that can be written as text: all except the objects."""
        names = [f"one of {', '.join(map(repr, self.variants))}"] if self.variants else []
        return ", or ".join([*names, *([] if self.other is None else [str(self.other)])])

    def __str__(self) -> str:
        objects = " or ".join(kind.__name__ for kind in self.kinds)
        return f"{self.written}, or an object of {objects}"


def check_params(owner: str, values: Mapping[str, Any], allowed: Mapping[str, Constraint]) -> None:
    """Raise a ValueError for the first parameter whose value is not allowed.

    Examples
    --------
    >>> check_params("Learner", {"width": 0}, {"width": Whole(1)})
    Traceback (most recent call last):
        ...
    ValueError: The 'width' parameter of Learner must be a whole number from 1 up. Got 0 instead.
    """
    for name, constraint in allowed.items():
        if not constraint.allows(values[name]):
            raise ValueError(
                f"The {name!r} parameter of {owner} must be {constraint}. "
                f"Got {shortened(values[name])} instead{limit_text(values[name])}."
            )


def shortened(value: Any, length: int = 200) -> str:
    """Return the repr of a value, cut off after `length` characters.

    Examples
    --------
    >>> shortened("a" * 30, length=10)
    "'aaaaaaaa…"
    """
    if isinstance(value, int) and abs(value) > 10**length:
        return f"a number of more than {length} digits"
    text = repr(value)
    return text if len(text) <= length else f"{text[: length - 1]}…"


def limit_text(value: Any) -> str:
    """Return a hint if a value is a whole number above `LARGEST`, else an empty text.

    Examples
    --------
    >>> limit_text(10**30), limit_text(3)
    ('; the largest whole number is 9007199254740992', '')
    """
    is_huge = isinstance(value, int) and not isinstance(value, bool) and value > LARGEST
    return f"; the largest whole number is {LARGEST}" if is_huge else ""


def _choice(number: str, words: tuple[str, ...], optional: bool) -> str:
    """Say that a parameter may be a number, one of some words or None."""
    *first, last = (number, *map(repr, words), *(["None"] if optional else []))
    return f"{', '.join(first)} or {last}" if first else last
