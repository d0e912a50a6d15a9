"""Separate and conquer with a decision list: the best rule of any class, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from conjunct.count import CountingEngine, as_tests
from conjunct.cover.loop import RuleSearch, as_rule
from conjunct.evaluate import Heuristic
from conjunct.model import Rule
from conjunct.search import Language, Limits, Outcome, Spaces


@dataclass(frozen=True)
class OrderedCovering:
    """Learn a decision list: each rule is the best for the rows that no rule before it covers.

    CN2's ordered mode (Clark & Niblett 1989): a rule is searched for every class that still has
    rows, the one with the highest score is kept, and all rows that it covers are taken away. The
    list ends when no class has a rule that the search finds worth keeping. Of equal scores the
    one with fewer errors wins, then the first class.

    Parameters
    ----------
    search : RuleSearch
        How one rule is found.
    heuristic : Heuristic
        The score of a candidate.
    limits : Limits
        What may be tried.
    max_rules : int or None
        The largest number of rules.
    criterion : str
        Name of the estimate, of `conjunct.choose.ESTIMATES`, that corrects a rule's error.
    """

    search: RuleSearch
    heuristic: Heuristic
    limits: Limits
    max_rules: int | None = None
    criterion: str = "layered"

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> tuple[list[Rule], tuple[int, ...]]:
        """Learn the rules, in the order of the list, and count the rows left over by class.

        Parameters
        ----------
        engine : CountingEngine
            The rows.
        progress : callable or None
            Called after each rule with the share of the rows that are covered.
        """
        found: list[Rule] = []
        left = engine.class_counts(as_tests([]))
        n_rows = sum(left)
        for rule, left_now in islice(self._rules(engine), self.max_rules):
            found.append(rule)
            left = left_now
            if progress is not None:
                progress(1.0 - sum(left) / n_rows)
        return found, left

    def _rules(self, engine: CountingEngine) -> Iterator[tuple[Rule, tuple[int, ...]]]:
        language = Language(engine.columns, self.limits)
        left = engine.class_counts(as_tests([]))
        while sum(map(bool, left)) > 1:
            best = self._best(engine, Spaces(engine, language, self.heuristic), left)
            if best is None:
                return
            head, outcome = best
            rule = as_rule(engine, head, outcome, self.criterion)
            engine = engine.without(outcome.body)
            left = engine.class_counts(as_tests([]))
            yield rule, left

    def _best(
        self, engine: CountingEngine, spaces: Spaces, left: tuple[int, ...]
    ) -> tuple[int, Outcome] | None:
        best: tuple[int, Outcome] | None = None
        for head, size in enumerate(left):
            if size:
                engine.begin(head)
                outcome = self.search.find(spaces.open())
                if outcome is not None and (best is None or _rank(outcome) > _rank(best[1])):
                    best = head, outcome
        return best


def _rank(outcome: Outcome) -> tuple[float, int]:
    return outcome.score, -outcome.record.errors
