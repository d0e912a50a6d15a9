"""The scale of a credit score: the score at some odds, and the points that double the odds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conjunct.errors import ModelError
from conjunct.model.notation import number_text

MOST = 1e10
"""Largest score on a scale and largest start of scores, so that all digits are exact."""
_DECIMALS = 4
_DIGITS = 8
"""Decimals of the even score and digits of the unit; rounded, because the model is as printed."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How the scores of a card of two classes relate to odds.

    The score rises with the good class.

    Parameters
    ----------
    score : float
        The score at which the odds are `odds`.
    odds : float
        Odds of the good class against the bad one: 50 means fifty good rows to one bad row.
    double : float
        Number of additional points that double the odds.

    Examples
    --------
    >>> scale = Scale(600, 50, 20)
    >>> scale.unit, scale.even
    (28.853901, 487.1229)
    >>> print(scale.sentence("good"))
    600 points are odds of 50 to 1 for good; 20 points more double the odds.
    """

    score: float
    odds: float
    double: float

    def __post_init__(self) -> None:
        for name in ("score", "odds", "double"):
            object.__setattr__(self, name, float(getattr(self, name)))
        fine = 0 < self.odds < math.inf and 0 < self.double <= MOST and abs(self.score) <= MOST
        if not fine or abs(self.even) > MOST:
            raise ModelError(
                "a scale needs a score, its odds above 0, and the points above 0 that double the "
                f"odds, such as (600, 50, 20), not {self.to_list()}"
            )

    @classmethod
    def of(cls, given: Scale | Sequence[float]) -> Scale:
        """Return a scale made of three numbers; a `Scale` is returned as it is."""
        if isinstance(given, Scale):
            return given
        if len(given) != 3:
            raise ModelError(
                f"a scale is three numbers, score, odds and points to double the odds, not {given}"
            )
        return cls(*given)

    @property
    def unit(self) -> float:
        """Points that make the odds e = 2.718… times as large."""
        return float(f"{self.double / math.log(2):.{_DIGITS}g}")

    @property
    def even(self) -> float:
        """The score at which both classes are equally probable."""
        return round(self.score - self.unit * math.log(self.odds), _DECIMALS) + 0.0

    def sentence(self, good: str) -> str:
        """Return a sentence on what the scores mean.

        Parameters
        ----------
        good : str
            The class that the score rises with.
        """
        score, odds, double = map(number_text, (self.score, self.odds, self.double))
        return (
            f"{score} points are odds of {odds} to 1 for {good}; {double} points more double "
            "the odds."
        )

    def to_list(self) -> list[Any]:
        """Return plain data, ready for JSON."""
        return [self.score, self.odds, self.double]
