"""Why a score card gave a row its class: the points it got, and what they sum up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Table
from conjunct.model.entries import columns
from conjunct.model.notation import Label, chance_text, label_text
from conjunct.model.points import n_decimals, points_text
from conjunct.model.reason import TIE, Reason, reason_lines, rule_facts
from conjunct.types import Flags, Floats, Ints

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_INDENT = "    "
_SHOWN = 5
"""Classes whose points are printed, those with the largest sums."""


@dataclass(frozen=True, slots=True)
class ScoredReason(Reason):
    """A rule that holds for a row, and what it adds; the other fields are those of `Reason`.

    Parameters
    ----------
    points : tuple of float
        By class.
    """

    points: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**Reason.to_dict(self), "points": list(self.points)}


@dataclass(frozen=True, slots=True)
class CardExplanation:
    """What decided about one row: every rule that holds, and the sum of their points.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    predicted : str, int, float or bool
        The class given.
    classes : tuple of str, int, float or bool
        What the points are for.
    base : tuple of float
        Points that every row starts with, by class.
    sums : tuple of float
        Base and points of the rules that hold, by class.
    probabilities : tuple of float
        By class.
    scored : tuple of int
        Positions of the classes that points are for: one of two, or all.
    reasons : tuple of ScoredReason
        The rules that hold, in the order of their numbers; empty where none does.
    """

    row: int
    predicted: Label
    classes: tuple[Label, ...]
    base: tuple[float, ...]
    sums: tuple[float, ...]
    probabilities: tuple[float, ...]
    scored: tuple[int, ...]
    reasons: tuple[ScoredReason, ...]

    @property
    def probability(self) -> float:
        """Probability of the class given."""
        return self.probabilities[self.classes.index(self.predicted)]

    def __str__(self) -> str:
        heading = f"row {self.row:,}: {label_text(self.predicted)}, {chance_text(self.probability)}"
        lines = [line for reason in self.reasons for line in reason_lines(reason)]
        below = [*lines, *self._addition(), *self._rest(), *self._ties()]
        return f"\n{_INDENT}".join([f"{heading}, {self._how()}", *below])

    def _how(self) -> str:
        if not self.reasons:
            return "since no rule holds"
        several = len(self.reasons) > 1
        return f"by the sum of {len(self.reasons):,} rules" if several else "by one rule"

    def _shown(self) -> list[int]:
        """Return the positions of the classes with the largest sums, the predicted one first."""
        first = self.classes.index(self.predicted)
        return sorted(self.scored, key=lambda one: (-self.sums[one], one != first))[:_SHOWN]

    def _addition(self) -> list[str]:
        """Write the points below each other, and below them their sum, a column a class."""
        added = {f"rule {reason.rule}": reason.points for reason in self.reasons}
        parts = {"every row": self.base, **added, "sum": self.sums}
        shown = self._shown()
        decimals = n_decimals(points[one] for points in parts.values() for one in shown)
        rows = [["points for", *(label_text(self.classes[one]) for one in shown)]]
        for name, points in parts.items():
            # Most rules give most classes nothing, which an empty cell shows best.
            blank = name in added
            texts = [points_text(points[one], decimals) for one in shown]
            cells = [
                "" if blank and not points[one] else text
                for one, text in zip(shown, texts, strict=True)
            ]
            rows.append([name, *cells])
        rows.append(["probability", *(chance_text(self.probabilities[one]) for one in shown)])
        return [line.rstrip() for line in columns(rows, left=1)]

    def _rest(self) -> list[str]:
        rest = set(self.scored) - set(self._shown())
        if not rest:
            return []
        share = chance_text(sum(self.probabilities[one] for one in rest))
        classes = "1 class" if len(rest) == 1 else f"{len(rest):,} classes"
        return [f"{classes} with smaller sums: probability {share}"]

    def _ties(self) -> list[str]:
        if self.sums.count(max(self.sums)) == 1:
            return []
        if len(self.scored) < len(self.classes):
            return ["a sum of 0 goes to the class with more training rows"]
        return [TIE]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "row": self.row,
            "predicted": self.predicted,
            "probability": self.probability,
            "classes": list(self.classes),
            "base": list(self.base),
            "sums": list(self.sums),
            "probabilities": list(self.probabilities),
            "rules": [reason.to_dict() for reason in self.reasons],
        }


def explain_points(
    card: ScoreCard,
    table: Table,
    matches: Flags,
    heads: Ints,
    sums: Floats,
    shares: Floats,
    row: int,
) -> CardExplanation:
    """Explain a row by the points of all rules that hold for it.

    Parameters
    ----------
    card : ScoreCard
    table : Table
    matches : ndarray of bool, shape (n_rows, n_rules)
        Which rules hold.
    heads : ndarray of int, shape (n_rows,)
        Position of the predicted class.
    sums, shares : ndarray of float64, shape (n_rows, n_classes)
        Sums of points, and probabilities.
    row : int
        From 0.
    """
    return CardExplanation(
        row=row + 1,
        predicted=card.classes[heads[row]],
        classes=card.classes,
        base=card.base,
        sums=tuple(sums[row].tolist()),
        probabilities=tuple(shares[row].tolist()),
        scored=card.scored,
        reasons=tuple(
            ScoredReason(
                **rule_facts(card, position, table, row), points=card.rules[position].points
            )
            for position in np.flatnonzero(matches[row]).tolist()
        ),
    )
