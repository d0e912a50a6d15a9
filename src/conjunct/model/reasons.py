"""Reason codes: the few rules that contributed most to a row's prediction, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.types import Flags, Ints

if TYPE_CHECKING:
    from conjunct.model.rules import Rules
    from conjunct.model.summed_rules import SummedRules

MOST = 4
"""Default for the largest number of reasons for a row."""


class ReasonCode(NamedTuple):
    """A rule that is a reason.

    Parameters
    ----------
    rule : int
        Number of the rule, from 1.
    text : str
        Its body, preceded by "not: " if the reason is that the rule does not hold.
    holds : bool
        Whether the rule is a reason when it holds (True) or when it does not (False).
    points : float or None
        Its weight: points or, in a rule set, training rows; None if one rule decides alone.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> empty = ScoreCard.of((), ("beast", "bird"), (31, 12), {}, base=(0, -1))
    >>> card = empty.add("flies = yes then +3 for bird").add("legs > 3 then -4 for bird")
    >>> one = card.explain({"flies": ["yes"], "legs": [2]})[0]
    >>> [(code.code, code.text) for code in one.codes]
    [('R2', 'not: legs > 3'), ('R1', 'flies = yes')]
    """

    rule: int
    text: str
    holds: bool
    points: float | None

    @property
    def code(self) -> str:
        """R and the number of the rule."""
        return f"R{self.rule}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {"code": self.code, **self._asdict()}


class RowReasons(NamedTuple):
    """The reasons of all rows of a table.

    Parameters
    ----------
    known : tuple of ReasonCode
        All possible reasons.
    places : ndarray of int, shape (n_rows, n_reasons)
        Positions in `known`, the most important reason first; -1 for no reason.
    """

    known: tuple[ReasonCode, ...]
    places: Ints

    def columns(self) -> dict[str, list[Any]]:
        """Return columns of codes and texts; both are empty if there is no further reason."""
        columns: dict[str, list[Any]] = {}
        for number, places in enumerate(self.places.T.tolist(), start=1):
            found = [None if one < 0 else self.known[one] for one in places]
            columns[f"code_{number}"] = ["" if one is None else one.code for one in found]
            columns[f"reason_{number}"] = ["" if one is None else one.text for one in found]
        return columns

    def of_row(self, row: int) -> list[ReasonCode]:
        """Return the reasons of the row at a position, from 0."""
        return [self.known[one] for one in self.places[row].tolist() if one >= 0]


def possible_reasons(rules: SummedRules, predicted: int) -> tuple[ReasonCode, ...]:
    """Return all possible reasons for predicting a class, the most important first.

    Ties are in the order of the rules.

    Parameters
    ----------
    rules : RuleSet or ScoreCard
    predicted : int
        Position of the class.
    """
    weighed = [
        ReasonCode(number, rule.body if holds else f"not: {rule.body}", holds, points)
        for number, (rule, (points, holds)) in enumerate(
            zip(rules, rules.reason_weights(predicted), strict=True), start=1
        )
        if points > 0
    ]
    return tuple(sorted(weighed, key=lambda one: -(one.points or 0.0)))


def deciding_code(number: int, body: str) -> ReasonCode:
    """Return the reason code of a rule that decides alone."""
    return ReasonCode(number, body, True, None)


def first_reasons(
    rules: SummedRules, holding: Sequence[bool] | Flags, predicted: int, most: int = MOST
) -> tuple[ReasonCode, ...]:
    """Return the reasons of a row.

    Parameters
    ----------
    rules : RuleSet or ScoreCard
    holding : sequence of bool
        Whether each rule holds for the row.
    predicted : int
        Position of the predicted class.
    most : int, default=4
    """
    possible = possible_reasons(rules, predicted)
    return tuple(one for one in possible if one.holds == bool(holding[one.rule - 1]))[:most]


def row_reasons(rules: Rules, table: Table, most: int = MOST) -> RowReasons:
    """Return the reasons of every row, see `Reasoned.reasons`."""
    if most < 1:
        raise ModelError(f"the number of reasons must be a whole number from 1 up, not {most}")
    if not rules.ADDS_UP:
        known = [deciding_code(number, rule.body) for number, rule in enumerate(rules, 1)]
        deciding = [found[0] if found else -1 for found in rules.deciding(table)]
        return RowReasons(tuple(known), np.array(deciding, np.int64).reshape(-1, 1))
    summed: Any = rules
    matches, heads = summed.matches(table), rules.decide(table)
    listed: list[ReasonCode] = []
    places = np.full((table.n_rows, most), -1, np.int64)
    for predicted in range(len(rules.classes)):
        own, possible = np.flatnonzero(heads == predicted), possible_reasons(summed, predicted)
        places[own] = _first(matches[own], possible, most, len(listed))
        listed += possible
    return RowReasons(tuple(listed), places)


def _first(matches: Flags, possible: Sequence[ReasonCode], most: int, offset: int) -> Ints:
    """Return, for every row, the positions of the first reasons that apply."""
    places = np.full((len(matches), most), -1, np.int64)
    if not possible:
        return places
    rules = [one.rule - 1 for one in possible]
    applies = matches[:, rules] == np.array([one.holds for one in possible])
    number = np.cumsum(applies, axis=1)
    for at in range(most):
        is_this = applies & (number == at + 1)
        places[:, at] = np.where(is_this.any(axis=1), is_this.argmax(axis=1) + offset, -1)
    return places
