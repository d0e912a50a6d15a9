"""Separate and conquer with a decision list: always the best rule of any class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, class_counts, one_class
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.loop import RuleSearch, rows_left
from conjunct.cover.theory_costs import TheoryCosts
from conjunct.evaluate import Heuristic
from conjunct.model import Rule
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.outcome import Outcome, as_rule
from conjunct.search.rule_problem import RuleProblem


@dataclass(frozen=True)
class OrderedCovering:
    """Learn a decision list: each rule is the best for the rows that no earlier rule covers.

    CN2's ordered mode (Clark & Niblett 1989): a rule is searched for every class that still has
    rows, the one with the highest score is kept, and all rows that it covers are removed. The list
    ends when the search finds no rule worth keeping for any class. Ties go to the rule with fewer
    errors, then to the first class.

    Parameters
    ----------
    search : RuleSearch
        How one rule is found.
    heuristic : Heuristic
        The score of a candidate.
    limits : Limits
        Limits on the rules that are tried.
    max_rules : int or None
        The largest number of rules; None for no limit.
    theory : CheapestTheory or None
        Ends the list when rules no longer pay for themselves; None for no such end.
    """

    search: RuleSearch
    heuristic: Heuristic
    limits: Limits
    max_rules: int | None = None
    theory: CheapestTheory | None = None

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> tuple[list[Rule], tuple[int, ...]]:
        """Return the rules in the order of the list, and the rows that none covers, by class.

        Parameters
        ----------
        engine : CountingEngine
            The rows.
        progress : callable or None
            Called after each rule with the share of the rows that are covered.
        """
        found: list[Rule] = []
        left = class_counts(engine, engine.root())
        n_rows = sum(left)
        rules: Iterable[_Listed] = self._rules(engine)
        if self.theory is not None:
            n_tests = Language(engine.columns, self.limits).n_tests
            rules = _paying(TheoryCosts(self.theory, left, n_tests, engine.n_classes), rules)
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


class _Listed(NamedTuple):
    """A rule of a list, and the rows that are uncovered after it, by class."""

    rule: Rule
    left: tuple[int, ...]


def _paying(costs: TheoryCosts, found: Iterable[_Listed]) -> list[_Listed]:
    """Return as many first rules of a list as describe all rows in the fewest bits."""
    kept: list[_Listed] = []
    for one in found:
        costs.add(Decided(one.rule.n_conditions, one.rule.head, one.rule.counts))
        kept.append(one)
        if costs.is_over:
            break
    return kept[: costs.size]


def _rank(outcome: Outcome) -> tuple[float, int]:
    return outcome.score, -outcome.record.errors
