"""Why a score card gave a row its class: its points, and what could not be checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conjunct.data.table import Table
from conjunct.html import html_block, html_note, html_row, html_table
from conjunct.model.notation import (
    Label,
    chance_text,
    label_text,
    number_text,
    value_text,
)
from conjunct.model.points import from_whole, n_decimals, points_text, whole, whole_text
from conjunct.model.printed.card import body_lines
from conjunct.model.printed.entries import GAP, columns
from conjunct.model.reason import TIE, Reason, rule_facts
from conjunct.model.reasons import ReasonCode, first_reasons
from conjunct.model.unknown import Unknown, unknown_of
from conjunct.text_width import text_width, to_left, wrapped
from conjunct.types import Flags, Floats, Ints

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard

_INDENT = "    "
_SHOWN = 5
"""Number of classes whose points are printed: those with the largest sums."""
_ROOM = 40
"""Line width of a body, in characters."""
_WIDTH = 96
"""Line width of a sentence, in characters."""


@dataclass(frozen=True, slots=True)
class ScoredReason(Reason):
    """A rule that holds for a row, and its points; the other fields are those of `Reason`.

    Parameters
    ----------
    points : tuple of float
        Points that the rule adds, by class.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> empty = ScoreCard.of((), ("beast", "bird"), (31, 12), {}, base=(0, -1))
    >>> card = empty.add("flies = yes then +3 for bird").add("legs > 3 then -4 for bird")
    >>> reason = card.explain({"flies": ["yes"], "legs": [2]})[0].reasons[0]
    >>> reason.rule, reason.points
    (1, (0.0, 3.0))
    """

    points: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**Reason.to_dict(self), "points": list(self.points)}


class _TableLine(NamedTuple):
    """A line of the addition: a rule that holds, or a sum."""

    number: str
    body: tuple[str, ...]
    cells: tuple[str, ...]
    here: str


@dataclass(frozen=True, slots=True)
class CardExplanation:
    """Explanation of one row: every rule that holds, and the sum of their points.

    Parameters
    ----------
    row : int
        Number of the row, from 1.
    predicted : str, int, float or bool
        The predicted class.
    classes : tuple of str, int, float or bool
        The classes, in the order of the points.
    base : tuple of float
        Points that every row starts with, by class.
    sums : tuple of float
        Base points plus the points of the rules that hold, by class.
    probabilities : tuple of float
        Predicted probabilities, by class.
    scored : tuple of int
        Positions of the classes with points: one of two classes, or all of more.
    reasons : tuple of ScoredReason
        The rules that hold, in the order of their numbers; empty if none does.
    cut : float or None
        For two classes, the lowest score that predicts the class with points. The score is the
        sum without the base points.
    unknown : Unknown
        Missing cells and unseen categories.
    start : float or None, default=None
        What every score starts with; None unless the card has a scale.
    codes : tuple of ReasonCode, default=()
        Up to four reasons, the most important first, see `Rules.reasons`.
    good : str, int, float, bool or None, default=None
        For two classes, the class that the reasons are against.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> empty = ScoreCard.of((), ("beast", "bird"), (31, 12), {}, base=(0, -1))
    >>> card = empty.add("flies = yes then +3 for bird").add("legs > 3 then -4 for bird")
    >>> one = card.explain({"flies": ["yes"], "legs": [2]})[0]
    >>> one.predicted, one.score, [reason.text for reason in one.reasons]
    ('bird', 3.0, ['if flies = yes then +3 points for bird'])
    """

    row: int
    predicted: Label
    classes: tuple[Label, ...]
    base: tuple[float, ...]
    sums: tuple[float, ...]
    probabilities: tuple[float, ...]
    scored: tuple[int, ...]
    reasons: tuple[ScoredReason, ...]
    cut: float | None
    unknown: Unknown
    start: float | None = None
    codes: tuple[ReasonCode, ...] = ()
    good: Label | None = None

    @property
    def probability(self) -> float:
        """Probability of the predicted class."""
        return self.probabilities[self.classes.index(self.predicted)]

    @property
    def score(self) -> float | None:
        """For two classes, the score for the class with points; None for more classes."""
        if self.cut is None:
            return None
        decimals = self._decimals()
        return from_whole(self._whole_score(decimals), decimals)

    def __str__(self) -> str:
        table = self._table()
        bodies = [body_lines(body, _ROOM) for _, body, *_ in table]
        widest = max((text_width(str(line[-1])) for line in table), default=0)
        beside = columns(
            [
                (number, body[0], *cells, to_left(here, widest))
                for (number, _, cells, here), body in zip(table, bodies, strict=True)
            ],
            left=2,
        )
        lines = [self._heading()]
        for text, (_, *more) in zip(beside, bodies, strict=True):
            lines += [text.rstrip(), *(f" {GAP}{line}" for line in more)]
        said = (line for text in self._said() for line in _wrapped(text))
        return f"\n{_INDENT}".join([*lines, *said])

    def _repr_html_(self) -> str:
        cells = [
            [number, " and ".join(body), *cells, here]
            for number, body, cells, here in self._table()
        ]
        heading = cells[0] if cells else []
        sides = f"rl{'r' * (len(heading) - 3)}l"
        rows = [html_row(line, sides, bold=not line[0]) for line in cells[1:]]
        table = html_table("row", heading, rows, sides=sides, caption=self._heading())
        return html_block([table, *map(html_note, self._said())])

    def _decimals(self) -> int:
        start = self.base if self.start is None else (self.start,)
        points = [start, *(reason.points for reason in self.reasons), (self.cut or 0,)]
        return n_decimals(one for each in points for one in each)

    def _whole_score(self, decimals: int) -> int:
        (ours,) = self.scored
        points = (self.start or 0.0, *(reason.points[ours] for reason in self.reasons))
        return sum(whole(one, decimals) for one in points)

    def _heading(self) -> str:
        label = label_text(self.predicted)
        said = f"row {self.row:,}: {label}, {chance_text(self.probability)}"
        none = "" if self.reasons else ", since no rule holds"
        if self.unknown.is_most:
            known = len(self.unknown.missing), self.unknown.n_attributes
            none = ", but {} of {} attributes are missing".format(*known)
        if self.cut is None:
            return f"{said}{none}"
        decimals = self._decimals()
        score = whole_text(self._whole_score(decimals), decimals)
        cut, ours = whole_text(whole(self.cut, decimals), decimals), self.classes[self.scored[0]]
        return f"{said}{none}: score {score}, and {cut} or more predicts {label_text(ours)}"

    def _shown(self) -> list[int]:
        """Return the positions of the classes with the largest sums, the predicted one first."""
        first = self.classes.index(self.predicted)
        return sorted(self.scored, key=lambda one: (-self.sums[one], one != first))[:_SHOWN]

    def _listed(self) -> list[ScoredReason]:
        """Return the rules that hold and give points to a class that is shown."""
        shown = self._shown()
        return [one for one in self.reasons if any(one.points[place] for place in shown)]

    def _table(self) -> list[_TableLine]:
        """Return the rules that hold with their points, and the sum.

        The table is empty if no rule holds and only one class has points.
        """
        shown, many = self._shown(), self.cut is None
        if not many and not self.reasons:
            return []
        names = [label_text(self.classes[one]) for one in shown] if many else ["points"]
        table = [_TableLine("#", ("rule",), tuple(names), "here")]
        if many:
            table.append(_TableLine("", ("start",), self._points(self.base), ""))
        elif self.start is not None:
            start = points_text(self.start, self._decimals())
            table.append(_TableLine("", ("start",), (start,), ""))
        for reason in self._listed():
            body = tuple(map(str, reason.conditions)) or ("always",)
            here = ", ".join(map(value_text, reason.values))
            points = self._points(reason.points, blank=True)
            table.append(_TableLine(str(reason.rule), body, points, here))
        if many:
            chances = tuple(chance_text(self.probabilities[one]) for one in shown)
            table.append(_TableLine("", ("sum",), self._points(self.sums), ""))
            table.append(_TableLine("", ("probability",), chances, ""))
        return table

    def _points(self, points: Sequence[float], blank: bool = False) -> tuple[str, ...]:
        """Write the points for the classes shown; `blank` leaves zeros empty."""
        decimals = self._decimals()
        given = [points[one] for one in self._shown()]
        return tuple("" if blank and not one else points_text(one, decimals) for one in given)

    def _said(self) -> list[str]:
        ours = self.scored[0] if self.cut is not None else self.classes.index(self.predicted)
        said = [*self.unknown.sentences(ours, label_text(self.classes[ours])), *self._against()]
        rest = set(self.scored) - set(self._shown())
        if rest:
            share = chance_text(sum(self.probabilities[one] for one in rest))
            classes = "1 class" if len(rest) == 1 else f"{len(rest):,} classes"
            said.insert(0, f"{classes} with smaller sums: probability {share}")
            alone = len(self.reasons) - len(self._listed())
            if alone:
                rules = "1 more rule holds" if alone == 1 else f"{alone:,} more rules hold"
                said.insert(1, f"{rules}, without points for the classes above")
        if self.cut is None and self.sums.count(max(self.sums)) > 1:
            said.insert(0, TIE)
        return said

    def _against(self) -> list[str]:
        """Name the reasons against the good class, with the points that each one costs it.

        The bodies of the rules that hold are in the table already.
        """
        if self.good is None or not self.codes:
            return []
        names = (one.code if one.holds else f"{one.code} {one.text}" for one in self.codes)
        costs = (number_text(one.points or 0) for one in self.codes)
        said = [f"{name} ({cost})" for name, cost in zip(names, costs, strict=True)]
        return [f"Points lost for {label_text(self.good)}: {', '.join(said)}."]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "row": self.row,
            "predicted": self.predicted,
            "probability": self.probability,
            "classes": list(self.classes),
            "base": list(self.base),
            "sums": list(self.sums),
            "score": self.score,
            "cut": self.cut,
            **({} if self.start is None else {"start": self.start}),
            "probabilities": list(self.probabilities),
            "rules": [reason.to_dict() for reason in self.reasons],
            "reasons": [one.to_dict() for one in self.codes],
            "unknown": self.unknown.to_dict(),
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
    """Explain a row by the points of all rules that hold.

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
        Position of the row, from 0.
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
        cut=card.cut if len(card.classes) == 2 else None,
        unknown=unknown_of(card, table, sums[row], row),
        start=None if card.scale is None else card.start,
        codes=first_reasons(card, matches[row], int(heads[row])),
        good=card.classes[card.good] if len(card.classes) == 2 else None,
    )


def _wrapped(text: str) -> list[str]:
    """Wrap a sentence; a line may break inside a name with spaces, but not inside a word."""
    return wrapped(text, _WIDTH, GAP, break_words=False)
