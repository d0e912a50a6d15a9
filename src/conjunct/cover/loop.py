"""Separate and conquer: one rule at a time, class by class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, as_tests
from conjunct.cover.account import Account
from conjunct.evaluate import Heuristic
from conjunct.model import Rule
from conjunct.search import BitSpace, Language, Limits, Outcome, SearchSpace, Spaces, as_rule


class RuleSearch(Protocol):
    """A search for one rule."""

    def find(self, space: SearchSpace | BitSpace) -> Outcome | None:
        """Return the best rule of a search space, or None."""


@dataclass(frozen=True)
class PerClassCovering:
    """Learn rules for each class until all its rows are covered.

    Quinlan & Cameron-Jones (1995), section 4: each search looks at the rows of the class that no
    rule covers yet and at all rows of the other classes; a rule then covers the rows of its class
    that satisfy it. A class ends when no uncovered row of it can be covered.

    Parameters
    ----------
    search : RuleSearch
        How one rule is found.
    heuristic : Heuristic
        The score of a candidate.
    limits : Limits
        What may be tried.
    max_rules : int or None
        The largest number of rules in all.
    criterion : str
        Name of the estimate, of `conjunct.choose.ESTIMATES`, that corrects a rule's error.
    theory : CheapestTheory or None
        Ends the rules of a class where they no longer pay for themselves; None goes on.
    """

    search: RuleSearch
    heuristic: Heuristic
    limits: Limits
    max_rules: int | None = None
    criterion: str = "layered"
    theory: CheapestTheory | None = None

    def rules(
        self, engine: CountingEngine, progress: Callable[[float], None] | None = None
    ) -> list[Rule]:
        """Learn the rules of all classes, in the order they are found.

        Parameters
        ----------
        engine : CountingEngine
            The rows.
        progress : callable or None
            Called after each rule with the share of the work done: rows covered, class by class.
        """
        found: list[Rule] = []
        for rule, share in islice(self._rules(engine), self.max_rules):
            found.append(rule)
            if progress is not None:
                progress(share)
        return found

    def _rules(self, engine: CountingEngine) -> Iterator[tuple[Rule, float]]:
        language = Language(engine.columns, self.limits)
        spaces = Spaces(engine, language, self.heuristic)
        class_counts = engine.class_counts(as_tests([]))
        n_rows = sum(class_counts)
        for head, size in enumerate(class_counts):
            done = sum(class_counts[:head])
            found: Iterable[_Found] = self._found(engine, spaces, head, size)
            if self.theory is not None:
                found = _paying(self.theory, engine, head, language.n_tests, found)
            for outcome, left in found:
                rule = as_rule(engine, head, outcome, self.criterion)
                yield rule, (done + size - left) / n_rows

    def _found(
        self, engine: CountingEngine, spaces: Spaces, head: int, left: int
    ) -> Iterator[_Found]:
        engine.begin(head)
        while left:
            outcome = self.search.find(spaces.open())
            if outcome is None:
                return
            left -= engine.drop(outcome.body)
            yield _Found(outcome, left)


class _Found(NamedTuple):
    """A rule of a class, and the rows of the class that are uncovered after it."""

    outcome: Outcome
    left: int


def _paying(
    theory: CheapestTheory, engine: CountingEngine, head: int, n_tests: int, found: Iterable[_Found]
) -> list[_Found]:
    """Return the first rules of a class, those that tell it from all others in the fewest bits."""

    def as_two(counts: tuple[int, ...]) -> tuple[int, int]:
        return sum(counts) - counts[head], counts[head]

    account = Account(theory, as_two(engine.class_counts(as_tests([]))), n_tests, n_heads=1)
    kept: list[_Found] = []
    for one in found:
        body = one.outcome.body
        account.add(Decided(len(body), 1, as_two(engine.class_counts(body))))
        kept.append(one)
        if account.is_over:
            break
        engine = engine.without(body)
    return kept[: account.size]
