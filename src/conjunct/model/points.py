"""Points as the decimals they are printed as: written with a sign, and added without rounding."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import cast

from conjunct.model.notation import number_text

LARGEST = 1e300
"""No sum of points goes beyond it, so that sums and their differences are finite."""


def n_decimals(numbers: Iterable[float]) -> int:
    """Return how many decimals it takes to write all numbers exactly.

    Examples
    --------
    >>> n_decimals([3.0, -2.05, 1e20]), n_decimals([3.0]), n_decimals([])
    (2, 0, 0)
    """
    exponents = (Decimal(number_text(number)).as_tuple().exponent for number in numbers)
    # Finite numbers alone come here, and theirs are whole.
    return max(0, 0, *(-cast("int", exponent) for exponent in exponents))


def whole(number: float, decimals: int) -> int:
    """Return a number with so many decimals as a whole number of its last place.

    The shortest decimal that stands for the number counts, which is the one that is printed: so
    0.1 and 0.2 make exactly 0.3.

    Examples
    --------
    >>> whole(0.1, 2) + whole(0.2, 2) == whole(0.3, 2) == 30
    True
    """
    return int(Fraction(number_text(number)) * 10**decimals)


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
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{Decimal(number_text(abs(points))):.{decimals}f}"
