"""A model in terms that every format can write: tests of cells, sums and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from conjunct.data.table import Kind
from conjunct.errors import ModelError
from conjunct.export.cell_test import CellTest
from conjunct.export.walk import Way, way_of
from conjunct.model import Condition, RuleList, Rules, RuleSet, ScoreCard, Tree
from conjunct.model.notation import Label
from conjunct.model.points import whole
from conjunct.model.probability import LIFT, class_distribution
from conjunct.model.reasons import ReasonCode, possible_reasons
from conjunct.model.summed_rules import SummedRules

Body = tuple[CellTest, ...]

MOST = 2**49
"""Largest integer that is exact as a float and stays distinct from its neighbours when divided."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The position of the predicted class, and the probability of every class."""

    head: int
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class First:
    """The first rule that holds decides.

    Parameters
    ----------
    outcomes : tuple of Answer
        One for each rule; the last one applies if no rule holds.
    """

    outcomes: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Walked:
    """A row walks down a tree to a leaf.

    Parameters
    ----------
    root : Split or Leaf
    outcomes : tuple of Answer
        One for each leaf.
    """

    root: Way
    outcomes: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """The training rows of all rules that hold are added up; the largest sum wins.

    Parameters
    ----------
    added : tuple of tuple of int
        Counts to add, by rule and class.
    order : tuple of int
        Positions of the classes; of equal sums, the first in this order wins.
    otherwise : Answer
        The answer if no rule holds.
    """

    added: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    otherwise: Answer


@dataclass(frozen=True, slots=True)
class Summed:
    """Points are added up as integers, in units of their last decimal place.

    Parameters
    ----------
    base : tuple of int
        Points that every row starts with, by class.
    added : tuple of tuple of int
        Points to add, by rule and class.
    order : tuple of int
        As in `Counted`.
    decimals : int
        Decimals of the points.
    unit : float
        Number of points that make the odds e times as large.
    threshold : float or None
        For two classes, the lowest sum that predicts the class with points.
    scored : tuple of int
        Positions of the classes with points: one of two classes, or all of more.
    start : int
        For two classes, what every score starts with.
    """

    base: tuple[int, ...]
    added: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    decimals: int
    unit: float
    threshold: float | None
    scored: tuple[int, ...]
    start: int

    @property
    def largest(self) -> int:
        """An upper bound on the absolute value of all sums."""
        by_class = range(len(self.base))
        base = max(abs(self.start), *map(abs, self.base))
        return max(base + sum(abs(row[at]) for row in self.added) for at in by_class)

    @property
    def steepest(self) -> float:
        """An upper bound on the difference of two sums, in units."""
        return float(2 * self.largest / 10**self.decimals / self.unit)

    def tied(self) -> tuple[float, float]:
        """Return the probabilities of the winner and the loser of two equal sums."""
        return (0.5 + LIFT) / (1 + LIFT), 0.5 / (1 + LIFT)


Decision = First | Walked | Counted | Summed


@dataclass(frozen=True, slots=True)
class Description:
    """Everything that a model needs to decide about a row, and its rules as text.

    Parameters
    ----------
    classes : tuple of str, int, float or bool
    kinds : dict of str to {"numeric", "nominal"}
        Kinds of the attributes in use, in order of first use.
    bodies : tuple of tuple of CellTest
        One for each rule.
    texts : tuple of str
        Each rule as text.
    decision : First, Walked, Counted or Summed
    reasons : tuple of tuple of ReasonCode
        All possible reasons by predicted class, the most important first; empty if one rule
        decides alone.
    """

    classes: tuple[Label, ...]
    kinds: dict[str, Kind]
    bodies: tuple[Body, ...]
    texts: tuple[str, ...]
    decision: Decision
    reasons: tuple[tuple[ReasonCode, ...], ...] = ()

    def refuse_rounded_sums(self, what: str) -> None:
        """Refuse points with more digits than a format can add up exactly."""
        if isinstance(self.decision, Summed) and self.decision.largest >= MOST:
            raise ModelError(
                f"the points of the card have too many digits for {what} to add them up "
                "exactly; round them first, for instance with card.rounded(unit=100)"
            )


def describe(rules: Rules) -> Description:
    """Return the description of a model.

    Examples
    --------
    >>> from conjunct.model import ScoreCard
    >>> card = ScoreCard.of((), ("no", "yes"), (7, 3), {}, base=(0, -0.85))
    >>> describe(card).decision.base
    (0, -85)
    """
    kinds = {name: rules.kinds[name] for name in rules.attributes}

    def test(condition: Condition) -> CellTest:
        return CellTest.of(condition, rules.kinds[condition.attribute], rules.missing)

    bodies = tuple(tuple(map(test, rule.conditions)) for rule in rules)
    texts = tuple(rule.body for rule in rules)
    if isinstance(rules, Tree):
        decision: Decision = Walked(way_of(rules, test), _outcomes(rules)[:-1])
        kinds = {name: rules.kinds[name] for name in _split_names(rules)}
    else:
        decision = _decision(rules)
    return Description(rules.classes, kinds, bodies, texts, decision, _reasons(rules))


@singledispatch
def _decision(rules: Rules) -> Decision:
    raise ModelError(f"a {rules.KIND} cannot be exported")


@_decision.register
def _first(rules: RuleList) -> Decision:
    return First(_outcomes(rules))


@_decision.register
def _counted(rules: RuleSet) -> Decision:
    added = tuple(rule.counts for rule in rules)
    return Counted(added, rules.by_frequency, _outcome(rules.class_counts, rules.default))


@_decision.register
def _scored(card: ScoreCard) -> Decision:
    decimals = card.n_decimals

    def in_last_place(points: Sequence[float]) -> tuple[int, ...]:
        return tuple(whole(one, decimals) for one in points)

    return Summed(
        base=in_last_place(card.base),
        added=tuple(in_last_place(rule.points) for rule in card.rules),
        order=card.by_frequency,
        decimals=decimals,
        unit=card.unit,
        threshold=None if card.threshold is None else card.threshold.points,
        scored=card.scored,
        start=whole(card.start, decimals) if len(card.classes) == 2 else 0,
    )


def _reasons(rules: Rules) -> tuple[tuple[ReasonCode, ...], ...]:
    if not isinstance(rules, SummedRules):
        return ()
    return tuple(possible_reasons(rules, at) for at in range(len(rules.classes)))


def _outcomes(rules: Rules) -> tuple[Answer, ...]:
    """Return the answer of each rule if it decides alone, and of the default at the end."""
    of_rules = [_outcome(rule.counts, rule.head) for rule in rules]
    return (*of_rules, _outcome(rules.default_counts, rules.default))


def _outcome(counts: Sequence[int], head: int) -> Answer:
    return Answer(head, tuple(class_distribution(counts, head).tolist()))


def _split_names(tree: Tree) -> list[str]:
    """Return the attributes that the nodes test; rules may lack conditions that others imply."""
    return list(dict.fromkeys(one.attribute for node in tree.nodes for one in node.branches))
