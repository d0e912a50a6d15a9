"""Criteria over whole theories: when another rule no longer pays, and which theory is cheapest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, Protocol, TypeAlias

from conjunct.choose.complete_code import complete_cost
from conjunct.choose.mdl import body_bits, quinlan_cost, rule_set_cost
from conjunct.params import Constraint, OneOf, OneVariant, Variant, Whole

Measure = Literal["pfahringer", "quinlan", "complete"]
MEASURES: tuple[Measure, ...] = ("pfahringer", "quinlan", "complete")


class Decided(NamedTuple):
    """A rule of a theory, and the rows that it decides: those that no earlier rule covers.

    Parameters
    ----------
    length : int
        Number of conditions.
    head : int
        Class of the rule.
    counts : tuple of int
        Number of rows that the rule is the first to cover, by class.

    Examples
    --------
    >>> rule = Decided(length=1, head=1, counts=(0, 20))
    >>> round(Pfahringer()([rule], (20, 0), n_tests=8, n_heads=1), 3)
    3.0
    """

    length: int
    head: int
    counts: tuple[int, ...]


class TheoryCost(Protocol):
    """The cost of a theory in bits; lower is better.

    Examples
    --------
    >>> from conjunct.choose import Decided, Pfahringer
    >>> round(Pfahringer()([Decided(1, 1, (0, 20))], (20, 0), n_tests=8, n_heads=1), 3)
    3.0
    """

    def __call__(
        self, decided: Sequence[Decided], uncovered: Sequence[int], n_tests: int, n_heads: int
    ) -> float:
        """Return the cost of the rules in their order, in bits."""


class _CodeOfBodies:
    """A cost of the lengths of all bodies and of the rows that the rules decide about."""

    _cost: ClassVar[Callable[..., float]]

    def __call__(
        self, decided: Sequence[Decided], uncovered: Sequence[int], n_tests: int, n_heads: int
    ) -> float:
        """Return the cost of the rules in their order, in bits.

        Parameters
        ----------
        decided : sequence of Decided
            The rules.
        uncovered : sequence of int
            Number of rows that none of them covers, by class.
        n_tests : int
            Number of conditions to choose from.
        n_heads : int
            Number of classes that a rule may have.
        """
        return type(self)._cost(
            [one.length for one in decided],
            [one.counts for one in decided],
            uncovered,
            n_tests,
            math.log2(n_heads),
        )


@dataclass(frozen=True)
class Pfahringer(_CodeOfBodies):
    """`rule_set_cost` as a criterion over theories.

    Examples
    --------
    >>> rule = Decided(length=1, head=1, counts=(2, 18))
    >>> cost = Pfahringer()
    >>> cost([rule], (18, 2), n_tests=8, n_heads=1) < cost([], (20, 20), n_tests=8, n_heads=1)
    True
    """

    _cost = staticmethod(rule_set_cost)


@dataclass(frozen=True)
class Quinlan:
    """`quinlan_cost` as a criterion over theories, with bodies coded as by Pfahringer.

    Uncovered rows get the most frequent class among them; those of other classes are exceptions.

    Examples
    --------
    >>> rule = Decided(length=1, head=1, counts=(2, 18))
    >>> cost = Quinlan()
    >>> cost([rule], (18, 2), n_tests=8, n_heads=1) < cost([], (20, 20), n_tests=8, n_heads=1)
    True
    """

    def __call__(
        self, decided: Sequence[Decided], uncovered: Sequence[int], n_tests: int, n_heads: int
    ) -> float:
        """Return the cost of the rules in their order, in bits; see `Pfahringer`."""
        covered = sum(sum(one.counts) for one in decided)
        right = sum(one.counts[one.head] for one in decided)
        bodies = body_bits([one.length for one in decided], n_tests)
        return quinlan_cost(
            bodies + len(decided) * math.log2(n_heads),
            covered,
            covered - right,
            sum(uncovered),
            sum(uncovered) - max(uncovered),
            len(uncovered),
        )


@dataclass(frozen=True)
class CompleteCode(_CodeOfBodies):
    """`complete_cost` as a criterion over theories.

    Examples
    --------
    It also pays for lengths and class shares; `Pfahringer` takes 3 bits for this rule:

    >>> rule = Decided(length=1, head=1, counts=(0, 20))
    >>> round(CompleteCode()([rule], (20, 0), n_tests=8, n_heads=1), 1)
    14.8
    """

    _cost = staticmethod(complete_cost)


def theory_cost(measure: Measure) -> TheoryCost:
    """Return a measure by its name."""
    costs: dict[Measure, TheoryCost] = {
        "pfahringer": Pfahringer(),
        "quinlan": Quinlan(),
        "complete": CompleteCode(),
    }
    return costs[measure]


@dataclass(frozen=True)
class CheapestTheory:
    """Stop adding rules when they no longer make the theory cheaper, and keep the cheapest theory.

    Parameters
    ----------
    cost : TheoryCost
        The cost of a theory.
    patience : int
        Number of rules in a row without a lower cost after which the theory ends. With 1 it ends at
        the first such rule, which can be too early: two rules may pay only together. Each further
        unit looks one rule ahead.

    Examples
    --------
    >>> ending = CheapestTheory(Pfahringer())
    >>> ending.is_over([20.0, 15.0, 16.0]), ending.is_over([20.0, 15.0, 16.0, 15.0])
    (False, True)
    >>> ending.size([20.0, 15.0, 16.0, 15.0])
    1
    """

    cost: TheoryCost
    patience: int = 2

    def is_over(self, costs: Sequence[float]) -> bool:
        """Tell whether to stop, given the costs with 0, 1, 2, … rules."""
        return len(costs) - 1 - self.size(costs) >= self.patience

    def size(self, costs: Sequence[float]) -> int:
        """Return the number of rules of the cheapest theory; of equal ones, the smallest."""
        return costs.index(min(costs))


@dataclass(frozen=True)
class PayingRules(Variant):
    """Limit a theory to as many first rules as describe the classes in the fewest bits.

    Parameters
    ----------
    measure : {"pfahringer", "quinlan", "complete"}
        The description length: `rule_set_cost`, `quinlan_cost` or `complete_cost`.
    most : int or None
        The largest number of rules, even if more would pay; None for no limit.

    Examples
    --------
    >>> from conjunct import CN2Classifier
    >>> CN2Classifier(max_rules=PayingRules("quinlan", most=5))
    CN2Classifier(max_rules=PayingRules(measure='quinlan', most=5))
    """

    measure: Measure = "pfahringer"
    most: int | None = None
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "measure": OneOf(MEASURES),
        "most": Whole(0, optional=True),
    }


RuleLimit: TypeAlias = int | Measure | PayingRules | None
"""The rules that a theory may have: at most a number, those that pay by a measure, or all."""

A_RULE_LIMIT = OneVariant(
    {measure: PayingRules(measure) for measure in MEASURES}, Whole(0, optional=True)
)
"""The values that a `RuleLimit` may have."""


def rule_limits(given: RuleLimit) -> tuple[int | None, CheapestTheory | None]:
    """Return the largest number of rules, and the criterion that ends a theory; None for neither.

    Examples
    --------
    >>> rule_limits(3), rule_limits("pfahringer")
    ((3, None), (None, CheapestTheory(cost=Pfahringer(), patience=2)))
    """
    limit = A_RULE_LIMIT.made(given)
    if isinstance(limit, PayingRules):
        return limit.most, CheapestTheory(theory_cost(limit.measure))
    return limit, None
