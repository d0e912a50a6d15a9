"""Separate and conquer with a decision list: the rules of the rarest class come first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, as_tests
from conjunct.cover.account import Account
from conjunct.model import PathStep, RefinementPath, Rule
from conjunct.search import Climb, Climbed, Language, Limits, as_rule, conditions_of


@dataclass(frozen=True)
class RareFirstCovering:
    """Learn the rules of one class after the other, from the rarest to the most frequent.

    Janssen & Fürnkranz (2007), section 2: each class is told from those that follow it; rows of
    the classes before it, and all rows that a rule covers, are taken away. Rules are added to a
    class while they cover more positives than negatives. The most frequent class has no rules: it
    is left over.

    Parameters
    ----------
    climb : Climb
        How one rule is found.
    limits : Limits
        What may be tried.
    max_rules : int or None
        The largest number of rules.
    criterion : str
        Name of the estimate, of `conjunct.choose.ESTIMATES`, that corrects a rule's error.
    theory : CheapestTheory or None
        Ends a class with the first rule that does not shorten the description of which of the
        rows left are of the class.
    """

    climb: Climb
    limits: Limits
    max_rules: int | None = None
    criterion: str = "layered"
    theory: CheapestTheory | None = None

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> tuple[list[Rule], list[RefinementPath]]:
        """Learn the rules, in the order of the list, each with the path that led to it.

        Parameters
        ----------
        engine : CountingEngine
            The rows; those that a rule covers are removed.
        progress : callable or None
            Called after each rule with the share of the rows that are dealt with.
        """
        rules: list[Rule] = []
        paths: list[RefinementPath] = []
        for rule, path, share in islice(self._rules(engine), self.max_rules):
            rules.append(rule)
            paths.append(path)
            if progress is not None:
                progress(share)
        return rules, paths

    def _rules(self, engine: CountingEngine) -> Iterator[tuple[Rule, RefinementPath, float]]:
        language = Language(engine.columns, self.limits)
        counts = engine.class_counts(as_tests([]))
        order = rare_first(counts)
        for place, head in enumerate(order[:-1]):
            engine.begin(head, order[place + 1 :])
            account = self._account(engine, language)
            while (climbed := self._next(engine, language, account)) is not None:
                rule = as_rule(engine, head, climbed.outcome, self.criterion)
                engine.remove(climbed.outcome.body)
                left = sum(engine.totals(engine.root()))
                yield rule, as_path(engine, head, climbed), 1.0 - left / sum(counts)

    def _account(self, engine: CountingEngine, language: Language) -> Account | None:
        if self.theory is None:
            return None
        positives, negatives = engine.totals(engine.root())
        return Account(self.theory, (negatives, positives), language.n_tests, n_heads=1)

    def _next(
        self, engine: CountingEngine, language: Language, account: Account | None
    ) -> Climbed | None:
        """Return the next rule of the class, None if it would not pay."""
        climbed = self.climb.find(engine, language)
        if climbed is None:
            return None
        best = climbed.steps[climbed.kept - 1]
        if best.positives <= best.negatives:
            return None
        if account is not None:
            rule = Decided(len(climbed.outcome.body), 1, (best.negatives, best.positives))
            if account.with_rule(rule) >= account.cost:
                return None
            account.add(rule)
        return climbed


def rare_first(counts: tuple[int, ...]) -> list[int]:
    """Return the classes that have rows, the most frequent last; of equal ones the first is last.

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
