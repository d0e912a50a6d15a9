"""A theory of rules with points: the points of all rules that hold are added up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np

from conjunct.data.table import Kind, Table
from conjunct.errors import ModelError
from conjunct.model.card_explanation import CardExplanation, explain_points
from conjunct.model.card_order import default_of, in_order
from conjunct.model.card_rounding import check_unit, rounded_points, with_points
from conjunct.model.card_scaling import check_scale
from conjunct.model.desk import CreditDesk
from conjunct.model.explanation import Explanations
from conjunct.model.frame import rules_frame
from conjunct.model.json_form import card_json
from conjunct.model.notation import Label
from conjunct.model.points import (
    LARGEST,
    exact_sums,
    from_whole,
    in_points,
    n_decimals,
    whole,
    whole_from,
)
from conjunct.model.printed.card import card_html, card_text
from conjunct.model.printed.card_sheet import given_text, how_to_add_up
from conjunct.model.probability import with_head_first
from conjunct.model.rule import Rule
from conjunct.model.rules import Rules
from conjunct.model.scale import Scale
from conjunct.model.scored_rule import ScoredRule
from conjunct.model.scores import CrossValidated, Score, check_reach, check_scores
from conjunct.model.summed_rules import SummedRules
from conjunct.model.threshold import Threshold
from conjunct.types import Floats, Ints


@dataclass(frozen=True, slots=True)
class ScoreCard(CreditDesk, SummedRules):
    """Rules with points that can be added up by hand.

    Every row starts with the base points, each rule that holds adds its own points, and the class
    with the largest sum is predicted. Ties go to the class with more training rows in
    `class_counts`, then to the class that `classes` lists first. The probability of a class is its
    share of ``exp(sum / unit)`` over all classes.

    Points are added as the decimals that are printed, without rounding errors: sums that are equal
    on paper are equal here. With two classes only one has points, and the sum of the other is 0.
    Make a card with `ScoreCard.of`, which puts the rules into printing order. The other parameters
    are those of `Rules`; the default is the class with the largest base points.

    Parameters
    ----------
    rules : tuple of ScoredRule
        The rules in printing order, see `in_order`.
    base : tuple of float
        Points that every row starts with, by class.
    unit : float, default=1.0
        Number of additional points that make the odds of a class e = 2.718… times as large.
    threshold : Threshold or None, default=None
        For two classes, the lowest sum that predicts the class with points, whatever its
        probability; None predicts the largest sum.
    scores : tuple of Score, default=()
        For two classes, every score that occurs in training, in increasing order, with its rows by
        class. A score is a sum without the base points. Rows count once, whatever their weight.
    checked : CrossValidated or None, default=None
        Measures of cards learned in the same way on rows that they did not see.
    seen : dict of str to tuple of str, default={}
        The categories of nominal attributes that occur in training, if they are known.
    scale : Scale or None, default=None
        For two classes, how scores relate to odds, see `scaled`. Points are then whole numbers,
        and every score starts with `start`.
    ridge : float or None, default=None
        Half of it times the square of each weight was added to the loss when the points were
        fitted; None if it is not known.

    Examples
    --------
    >>> from conjunct.model import Condition, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> flies, legs = (Condition("flies", "=", "yes"),), (Condition("legs", ">", 3.0),)
    >>> flies = ScoredRule(flies, 1, (2, 10), record, points=(0, 3))
    >>> legs = ScoredRule(legs, 0, (20, 1), record, points=(0, -4))
    >>> kinds = {"flies": "nominal", "legs": "numeric"}
    >>> card = ScoreCard.of((legs, flies), ("beast", "bird"), (31, 12), kinds, base=(0, -1))
    >>> print(card.to_text(footer=False))
    Score for class = bird: 12 of 43 rows (28 %).
    <BLANKLINE>
    #  rule         points  rows  bird
    1  flies = yes      +3    12  83 %
    2  legs > 3         −4    21   5 %
               score = ___
    <BLANKLINE>
    score       −4   −3   −2    −1     0     1     2     3
    predicted  1 %  2 %  5 %  12 %  27 %  50 %  73 %  88 %
    >>> rows = {"flies": ["yes", "no", "yes"], "legs": [2, 4, 4]}
    >>> card.predict(rows).tolist()
    ['bird', 'beast', 'beast']
    >>> card.predict_proba(rows).round(3).tolist()
    [[0.119, 0.881], [0.993, 0.007], [0.881, 0.119]]
    """

    KIND: ClassVar[str] = "score card"

    rules: tuple[ScoredRule, ...]
    base: tuple[float, ...] = ()
    unit: float = 1.0
    threshold: Threshold | None = None
    scores: tuple[Score, ...] = ()
    checked: CrossValidated | None = None
    seen: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scale: Scale | None = None
    ridge: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "base", tuple(float(one) + 0.0 for one in self.base))
        object.__setattr__(self, "unit", float(self.unit))
        Rules.__post_init__(self)
        self._check_points()
        if self.scale is not None:
            check_scale(self, self.scale)
        if self.scores:
            check_scores(self.scores, self.class_counts)
            check_reach(self.scores, self.reach, self.n_decimals)
        if self.rules != in_order(self.rules):
            raise ModelError("the rules are not in the order of print; make a card by ScoreCard.of")
        largest = default_of(self.base, self.class_counts)
        if self.default != largest:
            raise ModelError(
                f"default is {self.default}, but class {largest} has the largest base points"
            )

    def _check_points(self) -> None:
        check_unit(self.unit)
        if self.ridge is not None and not 0 <= self.ridge < math.inf:
            raise ModelError(f"ridge must be a number from 0 up, not {self.ridge}")
        if len(self.base) != len(self.classes):
            raise ModelError(f"base has {len(self.base)} points for {len(self.classes)} classes")
        if not all(map(math.isfinite, self.base)):
            raise ModelError(f"base must hold finite numbers, not {self.base}")
        columns = list(zip(self.base, *(rule.points for rule in self.rules), strict=True))
        if not all(sum(map(abs, column)) <= LARGEST for column in columns):
            raise ModelError("the points are too large to be added up")
        if self.threshold is not None and len(columns) != 2:
            raise ModelError("only a card of two classes can have a threshold")
        if len(columns) == 2 and all(map(any, columns)):
            raise ModelError("of two classes only one can have points, and here both have some")

    def _check_rule(self, number: int, rule: Rule, fitting: set[int]) -> None:
        if not isinstance(rule, ScoredRule):
            raise ModelError(f"rule {number} has no points; a score card needs a ScoredRule")
        Rules._check_rule(self, number, rule, fitting)

    @classmethod
    def of(
        cls,
        rules: Iterable[ScoredRule],
        classes: Sequence[Label],
        class_counts: Sequence[int],
        kinds: dict[str, Kind],
        *,
        base: Sequence[float],
        unit: float = 1.0,
        **facts: Any,
    ) -> Self:
        """Make a card from rules in any order.

        Parameters
        ----------
        rules : iterable of ScoredRule
        classes : sequence of str, int, float or bool
        class_counts : sequence of int
            Training rows by class.
        kinds : dict of str to {"numeric", "nominal"}
        base : sequence of float
            Points that every row starts with, by class.
        unit : float, default=1.0
        **facts
            Further fields: missing, target, n_rows, notes, promises, threshold, scores, checked,
            seen, scale, ridge, edits.
        """
        return cls(
            rules=in_order(rules),
            classes=tuple(classes),
            default=default_of(base, class_counts),
            class_counts=tuple(class_counts),
            kinds=kinds,
            base=tuple(base),
            unit=unit,
            **facts,
        )

    @property
    def scored(self) -> tuple[int, ...]:
        """Positions of the classes with points: one of two classes, or all of more."""
        if len(self.classes) != 2:
            return tuple(range(len(self.classes)))
        first = self.base[0] or any(rule.points[0] for rule in self.rules)
        return (0,) if first else (1,)

    @property
    def reach(self) -> tuple[float, float]:
        """For two classes, the lowest and the highest score that the rules can add up to."""
        decimals, (ours,) = self.n_decimals, self.scored
        given = [whole(rule.points[ours], decimals) for rule in self.rules]
        start = whole(self.start, decimals)
        lowest, highest = (sum(one for one in given if one * sign > 0) for sign in (-1, 1))
        return from_whole(start + lowest, decimals), from_whole(start + highest, decimals)

    @property
    def whole_cut(self) -> int:
        """The cut as an integer, in units of the last decimal place of scores."""
        decimals = self.n_decimals
        least = 0 if self.by_frequency[0] == self.scored[0] else 1
        if self.threshold is not None:
            least = whole_from(self.threshold.points, decimals)
        score = least - whole(self.shift, decimals)
        per_step: int = 10 ** (decimals - self.score_decimals)
        return -(-score // per_step)

    @property
    def cut(self) -> float:
        """For two classes, the lowest score that predicts the class with points."""
        return from_whole(self.whole_cut, self.score_decimals)

    def chance(self, score: float) -> float:
        """For two classes, return the probability of the class with points at a score."""
        odds = (score + self.shift) / self.unit
        less = math.exp(-min(abs(odds), 700))
        return 1 / (1 + less) if odds >= 0 else less / (1 + less)

    @property
    def n_points(self) -> int:
        """Number of points other than 0 in all rules: the entries to read and to add."""
        return sum(map(bool, (one for rule in self.rules for one in rule.points)))

    @property
    def n_decimals(self) -> int:
        """Number of decimals of the points, base points included; 0 if all are whole numbers."""
        scale = () if self.scale is None else (self.scale.even,)
        given = [self.base, *(rule.points for rule in self.rules), scale]
        return n_decimals(one for points in given for one in points)

    @property
    def score_decimals(self) -> int:
        """Number of decimals of printed points and scores; 0 on a scale."""
        return self.n_decimals if self.scale is None else 0

    @property
    def combination(self) -> str:
        """Sentences on how to add up the points, and how the sums decide."""
        return how_to_add_up(self)

    def consequence(self, position: int) -> str:
        """Return the points of the rule at a position, from 0, as text."""
        return given_text(self, self.rules[position])

    def sums(self, table: Table) -> Floats:
        """Add up the points of the rules that hold, by class.

        Returns
        -------
        sums : ndarray of float64, shape (n_rows, n_classes)
            The floats nearest to the exact decimal sums.
        """
        return in_points(exact_sums(self, table), self.n_decimals)

    def _decide(self, table: Table) -> Ints:
        if self.threshold is None:
            return self.largest(exact_sums(self, table))
        (ours,) = self.scored
        called = self.sums(table)[:, ours] >= self.threshold.points
        return np.where(called, ours, 1 - ours)

    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row.

        The probability of a class is ``exp(sum / unit)``, divided by the total over all classes.
        Rows sum to 1, and the most probable class is the one that `predict` returns, unless the
        card has a threshold. To break ties, the predicted class is lifted by a billionth.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
        """
        return self._in_blocks(self._probabilities, self.table_of(source))

    def _probabilities(self, table: Table) -> Floats:
        sums = exact_sums(self, table)
        behind = in_points(sums - sums.max(axis=1, keepdims=True), self.n_decimals)
        # For a sum far behind, the quotient may be minus infinity; the weight is then 0, as wanted.
        with np.errstate(over="ignore", under="ignore"):
            weights = np.exp(behind / self.unit)
        return with_head_first(weights / weights.sum(axis=1, keepdims=True), self.largest(sums))

    def explain(self, source: Any) -> Explanations[CardExplanation]:
        """Return, for every row, its points, the rules that gave them, and their sum.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        explanations : Explanations
            A sequence that computes each explanation on access.
        """
        table = self.table_of(source)
        facts = self.decide(table), self.sums(table), self.predict_proba(table)
        explain = partial(explain_points, self, table, self.matches(table), *facts)
        return Explanations(explain, table.n_rows)

    def reason_weights(self, predicted: int) -> list[tuple[float, bool]]:
        """Return the points that each rule gives the predicted class when it holds.

        For two classes, whichever is predicted, these are the points that the good class loses:
        because a rule that takes points holds, or because a rule that gives points does not.
        """
        if len(self.classes) != 2:
            return [(rule.points[predicted], True) for rule in self.rules]
        given = [rule.points[self.good] - rule.points[1 - self.good] for rule in self.rules]
        return [(abs(points), points < 0) for points in given]

    def rounded(self, unit: float) -> Self:
        """Return a card of whole points, in a given unit.

        Rules whose points all round to 0 are dropped. If a rule gives points to several classes,
        rounding may make its head tie with another class; the head then gets one point more, or
        one less if the rule opposes it, so that the rule keeps its meaning.

        Parameters
        ----------
        unit : float
            Number of rounded points that make the odds e = 2.718… times as large. A larger unit
            loses less in rounding.

        Examples
        --------
        >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85))
        >>> card.rounded(unit=10).base
        (0.0, -8.0)
        """
        check_unit(unit)
        base, rules = rounded_points(self.base, self.rules, unit / self.unit)
        return with_points(self, rules, base, float(unit))

    def __str__(self) -> str:
        return card_text(self)

    def _repr_html_(self) -> str:
        return card_html(self)

    def to_text(self, width: int = 80, footer: bool = True, details: bool = False) -> str:
        """Return the card as plain text, see `conjunct.model.printed.card.card_text`."""
        return card_text(self, width, footer, details)

    def to_frame(self) -> Any:
        """Return a pandas (or else polars) data frame with one row for each rule.

        In addition to the columns of other theories it has the column points: the printed number
        for two classes, otherwise a list with one number per class.
        """
        points = [rule.points for rule in self.rules]
        if len(self.classes) == 2:
            return rules_frame(self, points=[one[self.scored[0]] for one in points])
        return rules_frame(self, points=[list(one) for one in points])

    def to_json(self) -> str:
        """Return the model as readable JSON, which `load_model` reads back exactly."""
        return card_json(self)
