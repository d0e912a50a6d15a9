"""The lowest sum that a card of two classes calls positive, and what that guarantees."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from conjunct.errors import ModelError
from conjunct.model.json_fields import Fields
from conjunct.model.notation import percent_text

Rate = Literal["false positive rate", "precision"]
RATES: tuple[Rate, ...] = ("false positive rate", "precision")


@dataclass(frozen=True, slots=True)
class Threshold:
    """The lowest sum of points that is called positive, chosen so that a rate is guaranteed.

    Parameters
    ----------
    points : float
        The lowest sum that is called positive.
    rate : {"false positive rate", "precision"}
        The rate that is guaranteed.
    limit : float
        The largest false positive rate, or the smallest precision.
    confidence : float
        Confidence with which the limit holds on new rows.
    held_out : int
        Number of held-out rows on which the threshold was chosen.

    Examples
    --------
    >>> print(Threshold(7, "false positive rate", 0.02, 0.95, 300).kept("yes"))
    at most 2 % of the others get there (95 % confidence, by 300 rows held out)
    """

    points: float
    rate: Rate
    limit: float
    confidence: float
    held_out: int

    def __post_init__(self) -> None:
        if not math.isfinite(self.points):
            raise ModelError(f"a threshold must be a finite number of points, not {self.points}")
        if self.rate not in RATES:
            raise ModelError(f"a threshold keeps one of {', '.join(RATES)}, not {self.rate!r}")
        for name in ("limit", "confidence"):
            if not 0 <= getattr(self, name) <= 1:
                raise ModelError(f"the {name} of a threshold must be between 0 and 1")

    def kept(self, label: str) -> str:
        """Return the guarantee of the threshold in words.

        Parameters
        ----------
        label : str
            The class that points are for.
        """
        limit, sure = (percent_text(one).replace(".0 %", " %") for one in self._shares())
        kept = f"at most {limit} of the others get there"
        if self.rate == "precision":
            kept = f"at least {limit} of those who get there are {label}"
        return f"{kept} ({sure} confidence, by {self.held_out:,} rows held out)"

    def _shares(self) -> tuple[float, float]:
        return self.limit, self.confidence

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return asdict(self)


def read_threshold(read: Fields) -> Threshold | None:
    """Build a threshold from plain data; None from null."""
    if read.value is None:
        return None
    read.only(Threshold.__slots__)
    return Threshold(
        points=read.number("points"),
        rate=read.choice("rate", RATES),
        limit=read.number("limit"),
        confidence=read.number("confidence"),
        held_out=read.integer("held_out"),
    )
