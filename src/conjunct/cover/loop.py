"""Separate and conquer, one rule at a time: class by class, or the best rule of any class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, Tests, class_counts, one_class
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.theory_costs import TheoryCosts
from conjunct.evaluate import Heuristic
from conjunct.model import Rule
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import Outcome, as_rule, as_rules
from conjunct.search.rule_problem import RuleProblem

LEAST_LEFT = 1
"""Smallest weight of uncovered rows of a class for which another rule is searched. Only rows with
weights can add up to less."""

Found = TypeVar("Found")


class RuleSearch(Protocol):
    """A search for one rule."""

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the best rule of a problem, or None if there is none."""


@dataclass(frozen=True)
class _Covering:
    """What both loops are given: a search for one rule, and when to end.

    At most `max_rules` rules are learned. A `theory` also ends the rules when they no longer pay
    for themselves.
    """

    search: RuleSearch
    heuristic: Heuristic
    limits: Limits
    max_rules: int | None = None
    theory: CheapestTheory | None = None


class PerClassCovering(_Covering):
    """Learn rules for each class until all its rows are covered.

    Quinlan & Cameron-Jones (1995), section 4: each search uses the rows of the class that no rule
    covers yet and all rows of the other classes. A rule then removes the rows of its class that it
    covers. A class ends when none of its uncovered rows can be covered, or when together they
    weigh less than one row.
    """

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> list[Rule]:
        """Learn the rules of all classes, in the order in which they are found.

        `progress` is called after each rule with the share of the rows that are done.
        """
        found: list[tuple[int, Outcome]] = []
        for head, outcome, share in islice(self._outcomes(engine), self.max_rules):
            found.append((head, outcome))
            if progress is not None:
                progress(share)
        return as_rules(engine, engine.root(), found)

    def _outcomes(self, engine: CountingEngine) -> Iterator[tuple[int, Outcome, float]]:
        language = Language(engine.columns, self.limits)
        counts = class_counts(engine, engine.root())
        n_rows = sum(counts)
        for head, size in enumerate(counts):
            done = sum(counts[:head])
            found: Iterable[_Found] = self._found(engine, language, head)
            if self.theory is not None:
                found = _paying_for_class(self.theory, engine, head, language.n_tests, found)
            for outcome, left in found:
                yield head, outcome, (done + size - left) / n_rows

    def _found(self, engine: CountingEngine, language: Language, head: int) -> Iterator[_Found]:
        channels = one_class(head, engine.n_classes)
        problem = RuleProblem(engine, engine.root(), channels, language, self.heuristic)
        try:
            while problem.totals[0] >= LEAST_LEFT:
                outcome = self.search.find(problem)
                if outcome is None:
                    return
                left = rows_left(engine, problem.cover, outcome.body, of=[head])
                problem = replace(problem, cover=left)
                yield _Found(outcome, problem.totals[0])
        except TimeIsUpError:
            return  # keep the rules found so far
        finally:
            engine.release(np.array([problem.cover]))


class OrderedCovering(_Covering):
    """Learn a decision list: each rule is the best for the rows that no earlier rule covers.

    CN2's ordered mode (Clark & Niblett 1989): a rule is searched for every class that still has
    rows, the one with the highest score is kept, and all rows that it covers are removed. The list
    ends when the search finds no rule worth keeping for any class. Ties go to the rule with fewer
    errors, then to the first class.
    """

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> tuple[list[Rule], tuple[int, ...]]:
        """Return the rules in the order of the list, and the rows that none covers, by class.

        `progress` is called after each rule with the share of the rows that are covered.
        """
        found: list[Rule] = []
        left = class_counts(engine, engine.root())
        n_rows = sum(left)
        rules: Iterable[_Listed] = self._rules(engine)
        if self.theory is not None:
            n_tests = Language(engine.columns, self.limits).n_tests
            costs = TheoryCosts(self.theory, left, n_tests, engine.n_classes)
            rules = _paying(costs, rules, lambda one: _decided(one.rule))
        for rule, left_now in islice(rules, self.max_rules):
            found.append(rule)
            left = left_now
            if progress is not None:
                progress(1.0 - sum(left) / n_rows)
        return found, left

    def _rules(self, engine: CountingEngine) -> Iterator[_Listed]:
        language = Language(engine.columns, self.limits)
        cover = engine.root()
        left = class_counts(engine, cover)
        try:
            while sum(map(bool, left)) > 1:
                best = self._best(engine, cover, language, left)
                if best is None:
                    return
                head, outcome = best
                rule = as_rule(engine, cover, head, outcome)
                cover = rows_left(engine, cover, outcome.body)
                left = class_counts(engine, cover)
                yield _Listed(rule, left)
        except TimeIsUpError:
            return  # keep the rules found so far
        finally:
            engine.release(np.array([cover]))

    def _best(
        self, engine: CountingEngine, cover: int, language: Language, left: tuple[int, ...]
    ) -> tuple[int, Outcome] | None:
        best: tuple[int, Outcome] | None = None
        for head, size in enumerate(left):
            if size:
                channels = one_class(head, engine.n_classes)
                problem = RuleProblem(engine, cover, channels, language, self.heuristic)
                outcome = self.search.find(problem)
                if outcome is not None and (best is None or _rank(outcome) > _rank(best[1])):
                    best = head, outcome
        return best


class _Found(NamedTuple):
    """A rule of a class, and the number of rows of the class that are uncovered after it."""

    outcome: Outcome
    left: int


class _Listed(NamedTuple):
    """A rule of a list, and the rows that are uncovered after it, by class."""

    rule: Rule
    left: tuple[int, ...]


def rows_left(
    engine: CountingEngine, cover: int, body: Tests, of: Collection[int] | None = None
) -> int:
    """Return the rows of a cover that a rule leaves, and release the cover.

    The rule removes only rows of the classes `of`; None for all.
    """
    left = engine.subset(cover, without=[body], of=of)
    engine.release(np.array([cover]))
    return left


def _paying(
    costs: TheoryCosts, found: Iterable[Found], decided: Callable[[Found], Decided]
) -> list[Found]:
    """Return as many first rules as describe the rows in the fewest bits."""
    kept: list[Found] = []
    for one in found:
        costs.add(decided(one))
        kept.append(one)
        if costs.is_over:
            break
    return kept[: costs.size]


def _paying_for_class(
    theory: CheapestTheory, engine: CountingEngine, head: int, n_tests: int, found: Iterable[_Found]
) -> list[_Found]:
    """Return as many first rules of a class as separate it from all others in the fewest bits."""
    cover = engine.root()

    def as_two(counts: tuple[int, ...]) -> tuple[int, int]:
        return sum(counts) - counts[head], counts[head]

    def decided(one: _Found) -> Decided:
        nonlocal cover
        body = one.outcome.body
        counts = as_two(class_counts(engine, cover, body))
        cover = rows_left(engine, cover, body)
        return Decided(len(body), 1, counts)

    costs = TheoryCosts(theory, as_two(class_counts(engine, cover)), n_tests, n_heads=1)
    kept = _paying(costs, found, decided)
    engine.release(np.array([cover]))
    return kept


def _decided(rule: Rule) -> Decided:
    return Decided(rule.n_conditions, rule.head, rule.counts)


def _rank(outcome: Outcome) -> tuple[float, int]:
    return outcome.score, -outcome.record.errors
