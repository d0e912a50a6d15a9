"""Separate and conquer with a decision list: the rules of the rarest class come first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import (
    Channels,
    CountingEngine,
    as_tests,
    class_counts,
    one_class,
    two_counts,
)
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.loop import rows_left
from conjunct.cover.theory_costs import TheoryCosts
from conjunct.model import PathStep, RefinementPath, Rule
from conjunct.search.climb import Climb, Climbed
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import as_rule, conditions_of


@dataclass(frozen=True)
class RareFirstCovering:
    """Learn the rules of one class after the other, from the rarest to the most frequent.

    Janssen & Fürnkranz (2007), section 2: each class is separated from the classes that follow it.
    Rows of earlier classes, and all rows that a rule covers, are removed. Rules are added to a
    class while they cover more positives than negatives. The most frequent class has no rules: it
    is predicted if no rule holds. A `theory` ends a class at the first rule that does not shorten
    the description of which remaining rows belong to the class.
    """

    climb: Climb
    limits: Limits
    max_rules: int | None = None
    theory: CheapestTheory | None = None

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> tuple[list[Rule], list[RefinementPath]]:
        """Learn the rules, in the order of the list, each with the path that led to it.

        `progress` is called after each rule with the share of the rows that are done.
        """
        language = Language(engine.columns, self.limits, reuse="always")
        left = engine.root()
        counts = class_counts(engine, left)
        order = rare_first(counts)
        rules: list[Rule] = []
        paths: list[RefinementPath] = []
        for place, head in enumerate(order[:-1]):
            channels = one_class(head, engine.n_classes)
            channels[order[:place]] = -1  # rows of earlier classes do not count
            costs = self._costs(engine, language, left, channels)
            while len(rules) != self.max_rules:
                climbed = self._next(engine, language, left, channels, costs)
                if climbed is None:
                    break
                rules.append(as_rule(engine, left, head, climbed.outcome))
                paths.append(as_path(engine, head, climbed))
                left = rows_left(engine, left, climbed.outcome.body)
                if progress is not None:
                    n_left = sum(climbed.totals) - climbed.outcome.record.covered
                    progress(1.0 - n_left / sum(counts))
        engine.release(np.array([left]))
        return rules, paths

    def _costs(
        self, engine: CountingEngine, language: Language, cover: int, channels: Channels
    ) -> TheoryCosts | None:
        if self.theory is None:
            return None
        positives, negatives = two_counts(engine, cover, channels)
        return TheoryCosts(self.theory, (negatives, positives), language.n_tests, n_heads=1)

    def _next(
        self,
        engine: CountingEngine,
        language: Language,
        cover: int,
        channels: Channels,
        costs: TheoryCosts | None,
    ) -> Climbed | None:
        """Return the next rule of the class, or None if it would not pay or time is up."""
        try:
            climbed = self.climb.find(engine, language, cover, channels)
        except TimeIsUpError:
            return None
        if climbed is None:
            return None
        best = climbed.steps[climbed.kept - 1]
        if best.positives <= best.negatives:
            return None
        if costs is not None:
            rule = Decided(len(climbed.outcome.body), 1, (best.negatives, best.positives))
            if costs.with_rule(rule) >= costs.cost:
                return None
            costs.add(rule)
        return climbed


def rare_first(counts: tuple[int, ...]) -> list[int]:
    """Return the classes that have rows, the most frequent last; of equal ones, the first is last.

    Examples
    --------
    >>> rare_first((5, 2, 0, 5))
    [1, 3, 0]
    """
    return sorted(
        (head for head, size in enumerate(counts) if size), key=lambda head: (counts[head], -head)
    )


def as_path(engine: CountingEngine, head: int, climbed: Climbed) -> RefinementPath:
    """Return the steps of a climb in readable form."""
    conditions = conditions_of(engine, as_tests(step.test for step in climbed.steps))
    steps = (
        PathStep(condition, step.positives, step.negatives, step.score, step.refinement_score)
        for condition, step in zip(conditions, climbed.steps, strict=True)
    )
    return RefinementPath(head, *climbed.totals, tuple(steps), climbed.kept)
