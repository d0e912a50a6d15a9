"""Separate and conquer: one rule at a time, class by class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, Tests, class_counts, one_class
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.theory_costs import TheoryCosts
from conjunct.evaluate import Heuristic
from conjunct.model import Rule
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.outcome import Outcome, as_rule
from conjunct.search.rule_problem import RuleProblem

LEAST_LEFT = 1
"""Smallest weight of uncovered rows of a class for which another rule is searched. Only rows with
weights can add up to less."""


class RuleSearch(Protocol):
    """A search for one rule."""

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the best rule of a problem, or None if there is none."""


@dataclass(frozen=True)
class PerClassCovering:
    """Learn rules for each class until all its rows are covered.

    Quinlan & Cameron-Jones (1995), section 4: each search uses the rows of the class that no rule
    covers yet and all rows of the other classes. A rule then removes the rows of its class that it
    covers. A class ends when none of its uncovered rows can be covered, or when together they
    weigh less than one row.

    Parameters
    ----------
    search : RuleSearch
        How one rule is found.
    heuristic : Heuristic
        The score of a candidate.
    limits : Limits
        Limits on the rules that are tried.
    max_rules : int or None
        The largest number of rules in all; None for no limit.
    theory : CheapestTheory or None
        Ends the rules of a class when they no longer pay for themselves; None for no such end.
    """

    search: RuleSearch
    heuristic: Heuristic
    limits: Limits
    max_rules: int | None = None
    theory: CheapestTheory | None = None

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> list[Rule]:
        """Learn the rules of all classes, in the order in which they are found.

        Parameters
        ----------
        engine : CountingEngine
            The rows.
        progress : callable or None
            Called after each rule with the share of the work done, from the rows covered so far.
        """
        found: list[Rule] = []
        for rule, share in islice(self._rules(engine), self.max_rules):
            found.append(rule)
            if progress is not None:
                progress(share)
        return found

    def _rules(self, engine: CountingEngine) -> Iterator[tuple[Rule, float]]:
        language = Language(engine.columns, self.limits)
        counts = class_counts(engine, engine.root())
        n_rows = sum(counts)
        for head, size in enumerate(counts):
            done = sum(counts[:head])
            found: Iterable[_Found] = self._found(engine, language, head)
            if self.theory is not None:
                found = _paying(self.theory, engine, head, language.n_tests, found)
            for outcome, left in found:
                rule = as_rule(engine, engine.root(), head, outcome)
                yield rule, (done + size - left) / n_rows

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


def rows_left(
    engine: CountingEngine, cover: int, body: Tests, of: Collection[int] | None = None
) -> int:
    """Return the rows of a cover that a rule leaves, and release the cover.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    cover : int
        The rows before the rule.
    body : Tests
        The body of the rule.
    of : collection of int or None
        The classes whose rows the rule removes; None for all.
    """
    left = engine.subset(cover, without=[body], of=of)
    engine.release(np.array([cover]))
    return left


class _Found(NamedTuple):
    """A rule of a class, and the number of rows of the class that are uncovered after it."""

    outcome: Outcome
    left: int


def _paying(
    theory: CheapestTheory, engine: CountingEngine, head: int, n_tests: int, found: Iterable[_Found]
) -> list[_Found]:
    """Return as many first rules of a class as separate it from all others in the fewest bits."""

    def as_two(counts: tuple[int, ...]) -> tuple[int, int]:
        return sum(counts) - counts[head], counts[head]

    cover = engine.root()
    costs = TheoryCosts(theory, as_two(class_counts(engine, cover)), n_tests, n_heads=1)
    kept: list[_Found] = []
    for one in found:
        body = one.outcome.body
        costs.add(Decided(len(body), 1, as_two(class_counts(engine, cover, body))))
        kept.append(one)
        if costs.is_over:
            break
        cover = rows_left(engine, cover, body)
    engine.release(np.array([cover]))
    return kept[: costs.size]
