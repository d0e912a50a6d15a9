"""Theories by minimum description length: several are learned, and the cheapest is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.choose import CheapestTheory, Decided
from conjunct.count import CountingEngine, Tests, class_counts, one_class
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.theory_costs import TheoryCosts
from conjunct.model import Rule
from conjunct.search.foil import PRUNINGS, FoilRule, Pruning, grow_foil_rule, prune_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import Outcome, as_rule


class UncoveredRows:
    """The rows that no rule of a theory covers yet, and the bodies grown from them.

    Bodies are grown once and shared by all theories that leave the same rows uncovered.
    """

    def __init__(self, engine: CountingEngine, language: Language, cover: int) -> None:
        self.engine = engine
        self.language = language
        self.cover = cover
        self.left = class_counts(engine, cover)
        self._grown: dict[int, FoilRule | None] = {}
        self._without: dict[bytes, UncoveredRows] = {}

    def grown(self, head: int) -> FoilRule | None:
        """Return the body grown by FOIL's gain for a class, or None if there is none."""
        if head not in self._grown:
            channels = one_class(head, self.engine.n_classes)
            self._grown[head] = (
                grow_foil_rule(GrowingBody(self.engine, self.language, self.cover, channels))
                if self.left[head]
                else None
            )
        return self._grown[head]

    def without(self, body: Tests) -> UncoveredRows:
        """Return the rows that do not satisfy a body, whose conditions must be in order."""
        key = body.tobytes()
        if key not in self._without:
            rest = self.engine.subset(self.cover, without=[body])
            self._without[key] = UncoveredRows(self.engine, self.language, rest)
        return self._without[key]

    def release(self) -> None:
        """Release these rows, but not those returned by `without`."""
        self.engine.release(np.array([self.cover]))


class Theory(NamedTuple):
    """A learned decision list, and its cost in bits.

    `head` is the class of all its rules; None if they may have any class. Each rule counts the rows
    that no earlier rule covers; `left` are those that no rule covers, by class.
    """

    pruning: Pruning
    head: int | None
    rules: list[Rule]
    left: tuple[int, ...]
    cost: float

    @property
    def n_conditions(self) -> int:
        """Number of conditions of all rules."""
        return sum(rule.n_conditions for rule in self.rules)


@dataclass(frozen=True)
class Knopf:
    """KNOPF: learns theories in several ways, with the cost of each. Pfahringer (1995).

    A theory is a decision list. Each rule is grown by FOIL's gain on the rows that no earlier rule
    covers, and then pruned. Rules are added until they no longer make the theory cheaper. With two
    classes there are three theories for every pruning strategy: one with rules of each class alone,
    and one with rules of both. With more classes there is one, with rules of all classes. If rules
    may have any class, the rule that makes the theory cheapest is added.
    """

    ending: CheapestTheory
    limits: Limits

    def theories(
        self,
        engine: CountingEngine,
        progress: Callable[[float], None] | None = None,
        heads: Sequence[int | None] | None = None,
    ) -> list[Theory]:
        """Learn all theories and return them in the order of their cost, cheapest first.

        Of theories with equal costs, the one with fewer conditions comes first, then the one whose
        strategy is earlier in `conjunct.search.foil.PRUNINGS`. One theory is learned for each entry
        of `heads`: with rules of this class alone, or of all classes for None. `progress` is called
        with the share of the theories that are finished.
        """
        if heads is None:
            heads = (0, 1, None) if engine.n_classes == 2 else (None,)
        language = Language(engine.columns, self.limits, reuse="never")
        rows = UncoveredRows(engine, language, engine.root())
        found = [
            _Unfinished(pruning, head, rows, self.ending) for pruning in PRUNINGS for head in heads
        ]
        going = found
        while going:
            # All theories take their next rule together. Then none needs the earlier rows.
            before = {id(theory.rows): theory.rows for theory in going}
            going = [theory for theory in going if theory.take_rule()]
            for one in before.values():
                one.release()
            if progress is not None:
                progress(1.0 - len(going) / len(found))
        finished = [theory.result() for theory in found]
        return sorted(finished, key=lambda theory: (theory.cost, theory.n_conditions))


class _Next(NamedTuple):
    """A rule that could be added, and the cost of the theory with it."""

    cost: float
    decided: Decided
    outcome: Outcome


class _Unfinished:
    """A theory that is being learned."""

    def __init__(
        self, pruning: Pruning, head: int | None, rows: UncoveredRows, ending: CheapestTheory
    ) -> None:
        self._pruning: Pruning = pruning
        self._head = head
        self.rows = rows
        self._heads = range(len(rows.left)) if head is None else (head,)
        self._rules: list[Rule] = []
        self._costs = TheoryCosts(ending, rows.left, rows.language.n_tests, len(self._heads))

    def take_rule(self) -> bool:
        """Add the rule that makes the theory cheapest; tell whether to continue."""
        try:
            best = self._next()
        except TimeIsUpError:
            return False
        if best is None:
            return False
        rows = self.rows
        self._rules.append(as_rule(rows.engine, rows.cover, best.decided.head, best.outcome))
        self._costs.add(best.decided)
        if self._costs.is_over:
            return False
        self.rows = rows.without(best.outcome.body)
        return True

    def result(self) -> Theory:
        """Return the cheapest theory so far."""
        costs = self._costs
        rules = self._rules[: costs.size]
        return Theory(self._pruning, self._head, rules, costs.left, costs.cost)

    def _next(self) -> _Next | None:
        """Return the rule that makes the theory cheapest; of equal ones, the first class's."""
        engine, language, cover = self.rows.engine, self.rows.language, self.rows.cover
        best: _Next | None = None
        for head in self._heads:
            grown = self.rows.grown(head)
            if grown is None:
                continue
            channels = one_class(head, engine.n_classes)
            outcome = prune_foil_rule(
                engine, language, cover, channels, grown, self._pruning
            ).outcome()
            new = Decided(len(outcome.body), head, class_counts(engine, cover, outcome.body))
            cost = self._costs.with_rule(new)
            if best is None or cost < best.cost:
                best = _Next(cost, new, outcome)
        return best
