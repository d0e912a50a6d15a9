"""One rule of a score card: a body, and the points that it adds to the classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from conjunct.errors import ModelError
from conjunct.model.points import n_decimals, points_text
from conjunct.model.printed.rules import rule_html
from conjunct.model.rule import Rule


@dataclass(frozen=True, slots=True)
class ScoredRule(Rule):
    """A rule with points: if all conditions hold, then points for one or several classes.

    The head is the class that the rule supports, by giving it more points than any other class, or
    opposes, by giving it fewer. Negative points are taken away. Errors are rows that contradict
    the rule: rows of other classes if it supports its head, and rows of its head if it opposes it.
    The other parameters are those of `Rule`.

    Parameters
    ----------
    points : tuple of float
        Points that the rule adds, by class.

    Examples
    --------
    >>> from conjunct.model import Condition, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 34, 1)
    >>> body = (Condition("island", "=", "Dream"),)
    >>> rule = ScoredRule(body, 2, (56, 68, 1), record, points=(0, 0.5, -3))
    >>> rule.against, rule.covered, rule.errors
    (True, 125, 1)
    >>> ScoredRule(body, 0, (56, 68, 1), record, points=(0, 0.5, -3))
    Traceback (most recent call last):
    ...
    conjunct.errors.ModelError: rule 'island = Dream': its head 0 must have the most points of all \
classes, or the fewest, not (0.0, 0.5, -3.0)
    """

    points: tuple[float, ...] = field(kw_only=True)

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        # Adding 0.0 turns -0.0 into 0.0, which prints and compares like any other zero.
        points = tuple(float(one) + 0.0 for one in self.points)
        object.__setattr__(self, "points", points)
        if len(points) != len(self.counts):
            raise ModelError(
                f"rule {self.body!r} has {len(points)} points for {len(self.counts)} classes"
            )
        if not all(map(math.isfinite, points)):
            raise ModelError(f"rule {self.body!r}: its points are not all finite numbers")
        if not self._leads(1.0) and not self._leads(-1.0):
            raise ModelError(
                f"rule {self.body!r}: its head {self.head} must have the most points of all "
                f"classes, or the fewest, not {points}"
            )

    def _repr_html_(self) -> str:
        decimals = n_decimals(self.points)
        given = [
            f"{points_text(one, decimals)} for class {place}"
            for place, one in enumerate(self.points)
            if one
        ]
        return rule_html(self, ", ".join(given))

    @property
    def against(self) -> bool:
        """Whether the head gets fewer points than other classes, and none gets fewer."""
        return not self._leads(1.0)

    @property
    def errors(self) -> int:
        """Covered training rows that contradict the rule."""
        ours = self.counts[self.head]
        return ours if self.against else self.covered - ours

    @property
    def laplace_error(self) -> float:
        """Laplace estimate of the error from its counts; its two outcomes are right and wrong."""
        return (self.errors + 1) / (self.covered + 2)

    def _leads(self, sign: float) -> bool:
        """Tell whether no class has more points than the head, or for a sign of -1 fewer."""
        signed = [sign * one for one in self.points]
        return signed[self.head] == max(signed) and (len(signed) == 1 or max(signed) > min(signed))


def head_of(points: Sequence[float]) -> int:
    """Return the class that a rule with given points is about.

    With two classes, it is the one that the rule makes more probable, else the one that gets or
    loses most points.

    Examples
    --------
    >>> head_of((0, -3)), head_of((1, 0, -3))
    (0, 2)
    """
    sizes = points if len(points) == 2 else [abs(one) for one in points]
    return max(range(len(points)), key=lambda one: sizes[one])
