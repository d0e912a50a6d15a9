"""Points as the decimals that are printed: written with a sign, added without rounding errors.

Sums that are equal on paper are equal here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np

from conjunct.data.table import Table
from conjunct.model.covered_sums import covered_sums
from conjunct.model.notation import number_text
from conjunct.types import AnyArray, Floats

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

LARGEST = 1e300
"""Largest allowed sum of points, so that sums and their differences are finite."""
_MOST_DECIMALS = 18
"""Ten to this power fits into 64 bits."""
_EXACT = 2**53
"""Integers below this are exact as floats."""


def n_decimals(numbers: Iterable[float]) -> int:
    """Return how many decimals it takes to write all numbers exactly.

    Examples
    --------
    >>> n_decimals([3.0, -2.05, 1e20]), n_decimals([3.0]), n_decimals([])
    (2, 0, 0)
    """
    exponents = (Decimal(number_text(number)).as_tuple().exponent for number in numbers)
    # Only finite numbers come here, and their exponents are integers.
    return max(0, 0, *(-cast("int", exponent) for exponent in exponents))


def whole(number: float, decimals: int) -> int:
    """Return a number times ten to the power of `decimals`, as an integer.

    The shortest decimal that represents the float is used, which is the one that is printed. So
    0.1 and 0.2 make exactly 0.3.

    Examples
    --------
    >>> whole(0.1, 2) + whole(0.2, 2) == whole(0.3, 2) == 30
    True
    """
    return int(Fraction(number_text(number)) * 10**decimals)


def whole_from(number: float, decimals: int) -> int:
    """Return the smallest integer, in units of the last decimal place, not below a number.

    Examples
    --------
    >>> whole_from(2.5, 0), whole_from(2.5, 1)
    (3, 25)
    """
    scaled: Fraction = Fraction(number_text(number)) * 10**decimals
    return math.ceil(scaled)


def from_whole(points: int, decimals: int) -> float:
    """Return the float nearest to points / 10**decimals: the inverse of `whole`."""
    return float(points / 10**decimals)


def in_points(wholes: AnyArray, decimals: int) -> Floats:
    """Convert integers in units of the last decimal place to points."""
    return np.asarray(wholes / 10**decimals, dtype=np.float64)


def exact_sums(card: ScoreCard, table: Table) -> AnyArray:
    """Add up the points of the rules that hold, as integers in units of the last decimal place.

    Parameters
    ----------
    card : ScoreCard
    table : Table

    Returns
    -------
    sums : ndarray of int64, shape (n_rows, n_classes)
        An array of Python integers if 64 bits are too few.
    """
    decimals = card.n_decimals
    points = [
        [whole(one, decimals) for one in each]
        for each in (card.base, *(rule.points for rule in card.rules))
    ]
    largest = max(sum(map(abs, column)) for column in zip(*points, strict=True))
    fits = decimals <= _MOST_DECIMALS and largest < _EXACT
    given: AnyArray = np.array(points, dtype=np.int64 if fits else object)
    return covered_sums(card.covers(table), given[1:], given[0], table.n_rows)[0]


def row_scores(card: ScoreCard, table: Table) -> Floats:
    """Return the scores of every row: the printed score for two classes, sums for more.

    Parameters
    ----------
    card : ScoreCard
    table : Table

    Returns
    -------
    scores : ndarray of float64, shape (n_rows, n_scored)
        One column for each class with points.
    """
    sums = exact_sums(card, table)[:, list(card.scored)]
    if len(card.classes) == 2:
        base = card.base[card.scored[0]]
        sums = sums + whole(card.start, card.n_decimals) - whole(base, card.n_decimals)
    return in_points(sums, card.n_decimals)


def whole_text(points: int, decimals: int, sign: str = "") -> str:
    """Write an integer in units of the last decimal place as points.

    Examples
    --------
    >>> whole_text(-250, 2), whole_text(7, 0), whole_text(7, 0, sign="+")
    ('−2.50', '7', '+7')
    """
    sign = "−" if points < 0 else sign if points else ""
    digits = str(abs(points)).rjust(decimals + 1, "0")
    fraction = f".{digits[-decimals:]}" if decimals else ""
    return f"{sign}{digits[: len(digits) - decimals]}{fraction}"


def points_text(points: float, decimals: int = 0) -> str:
    """Write points with their sign and all their decimals.

    Parameters
    ----------
    points : float
    decimals : int, default=0
        How many decimals to write; at least as many as `n_decimals` says.

    Examples
    --------
    >>> points_text(3), points_text(-2.5, 2), points_text(0.0, 1)
    ('+3', '−2.50', '0.0')
    """
    return whole_text(whole(points, decimals), decimals, "+")
