"""A difference between two learners with its interval: over the tables, and over the seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from conjunct.types import Floats

LEVEL = 0.95


class Margin(NamedTuple):
    """A mean difference and the interval that holds it with 95 % confidence.

    Examples
    --------
    >>> print(Margin(1.08, -0.14, 2.3))
    +1.08 points (95 %: −0.14 to +2.30)
    """

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside the interval."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        mean, low, high = (f"{one:+.2f}".replace("-", "−") for one in self)
        return f"{mean} points (95 %: {low} to {high})"


def margin_over_tables(differences: Sequence[Floats]) -> Margin | None:
    """Return the mean difference with an interval for other tables like these.

    A table counts once, by its mean over the seeds; what the seeds add to its spread is part of
    the interval. The interval is Student's. There is none for fewer than two tables.

    Parameters
    ----------
    differences : sequence of ndarray
        For each table a number for each seed, in points.

    Examples
    --------
    >>> print(margin_over_tables([np.array([1.0, 3.0]), np.array([0.0]), np.array([4.0])]))
    +2.00 points (95 %: −2.97 to +6.97)
    """
    return _student(np.array([one.mean() for one in differences]))


def margin_over_seeds(differences: Sequence[Floats]) -> Margin | None:
    """Return the mean difference with an interval for other seeds on the same tables.

    Only seeds that every table has count. There is none for fewer than two.

    Parameters
    ----------
    differences : sequence of ndarray
        For each table a number for each seed, in points, in the same order.

    Examples
    --------
    >>> print(margin_over_seeds([np.array([1.0, 3.0]), np.array([0.0, 4.0])]))
    +2.00 points (95 %: −17.06 to +21.06)
    """
    shared = min((len(one) for one in differences), default=0)
    if not shared:
        return None
    return _student(np.mean([one[:shared] for one in differences], axis=0))


def _student(values: Floats) -> Margin | None:
    number = len(values)
    if number < 2:
        return None
    mean = float(values.mean())
    error = float(values.std(ddof=1)) / math.sqrt(number)
    half = float(stdtrit(number - 1, (1 + LEVEL) / 2)) * error
    return Margin(mean, mean - half, mean + half)
