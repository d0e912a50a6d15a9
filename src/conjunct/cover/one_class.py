"""RIPPER's rules of one class against all others: built, optimised and thinned out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.choose import Exceptions, condition_bits, exception_bits
from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.search import Language
from conjunct.search.draft import Draft, grow, prune
from conjunct.types import Ints

SURPLUS = 64.0
"""No further rule is added when the bits exceed the fewest so far by more than this."""

_NOTHING = as_tests([])


@dataclass(frozen=True)
class Plan:
    """How the rules of a class are learned.

    Parameters
    ----------
    optimizations : int
        How often all rules are gone through again.
    folds : int
        One of so many folds of the rows is used to prune a rule, the others to grow it.
    min_positives : int
        Growing ends before a rule would cover fewer positives.
    prune : bool
        Whether to prune and to optimise; if not, rules are grown on all rows.
    """

    optimizations: int = 2
    folds: int = 3
    min_positives: int = 2
    prune: bool = True


class OneClass:
    """The rules of the class that an engine was set to by ``begin``. Cohen (1995).

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    share : float
        The class's share of the rows, as the bits of exceptions take it.
    plan : Plan
        How they are learned.
    random : Generator
        Splits the rows into a growing and a pruning part, anew for every rule.
    """

    def __init__(
        self,
        engine: CountingEngine,
        language: Language,
        share: float,
        plan: Plan,
        random: np.random.Generator,
    ) -> None:
        self._engine = engine
        self._language = language
        self._share = share
        self._plan = plan
        self._random = random
        self._totals = engine.totals(engine.root())

    def rules(self) -> list[Draft]:
        """Build the rules, and go through them again as often as is wanted."""
        rules = self._extended([])
        for _ in range(self._plan.optimizations if self._plan.prune else 0):
            rules = self._thinned(self._extended(self._optimized(rules)))
        return rules

    def _extended(self, rules: list[Draft]) -> list[Draft]:
        """Add rules until the bits say stop, or the last one is wrong about half of its rows."""
        bits = fewest = 0.0
        while True:
            rest, before = self._rest(rules)
            if not self._engine.totals(rest)[0]:
                return rules
            rule = self._new(rest)
            own = self._got(rest, [rule])
            with_rule = self._exceptions(before, own)
            negatives, positives = own[0].tolist()
            without = with_rule.without(positives, negatives)
            bits += self._bits(with_rule) + self._length(rule) - self._bits(without)
            fewest = min(fewest, bits)
            if bits > fewest + SURPLUS or positives <= negatives:
                return rules
            rules = [*rules, rule]

    def _optimized(self, rules: list[Draft]) -> list[Draft]:
        """Put for each rule the best of itself, a revision and a replacement."""
        for place in range(len(rules)):
            rest, before = self._rest(rules[:place])
            if not self._engine.totals(rest)[0]:
                break
            best = self._best_variant(rules[place:], rest, before)
            rules = [*rules[:place], best, *rules[place + 1 :]]
        return rules

    def _best_variant(self, rules: Sequence[Draft], rest: int, before: Ints) -> Draft:
        """Return the variant of the first rule with the fewest bits; of equal ones the first.

        A rule that covers nothing is left as it is.
        """
        old, *after = rules
        own = self._got(rest, rules)
        if not own[0].any():
            return old
        variants = [old, *self._variants(rest, old, after)]
        covered = [own, *(self._got(rest, [one, *after]) for one in variants[1:])]
        bits = [
            self._length(one) + self._fewest_bits(before, got, after)
            for one, got in zip(variants, covered, strict=True)
        ]
        return variants[bits.index(min(bits))].chosen_from(variants)

    def _variants(self, rest: int, old: Draft, after: Sequence[Draft]) -> list[Draft]:
        """Return a revision, grown from the old rule, and a replacement, grown anew.

        They are pruned for the error of the whole theory: rows of later rules do not count.
        """
        growing, pruning = self._engine.hold_out(rest, self._plan.folds, self._random)
        if after:
            pruning, _ = self._engine.deal(pruning, [rule.tests for rule in after])
        narrowed, _ = self._engine.follow(growing, old.tests)
        grown = [self._grown(narrowed, old.tests), self._grown(growing, _NOTHING)]
        return [prune(self._engine, pruning, one, "theory") for one in grown]

    def _fewest_bits(self, before: Ints, got: Ints, after: Sequence[Draft]) -> float:
        """Return the bits of the exceptions, less what dropping the last rules would save."""
        exceptions, saved = self._exceptions(before, got), 0.0
        for rule, (negatives, positives) in zip(after, got[1:].tolist(), strict=True):
            saving, without = self._saving(exceptions, rule, positives, negatives)
            if saving >= 0 or positives <= negatives:
                exceptions, saved = without, saved + saving
        return self._bits(exceptions) - saved

    def _thinned(self, rules: list[Draft]) -> list[Draft]:
        """Drop rules that cost more bits than they save, from the last one to the first."""
        _, got = self._rest(rules)
        exceptions = self._exceptions(got)
        kept: list[Draft] = []
        for rule, (negatives, positives) in zip(rules[::-1], got[::-1].tolist(), strict=True):
            saving, without = self._saving(exceptions, rule, positives, negatives)
            if saving >= 0 or positives <= negatives:
                exceptions = without
            else:
                kept.insert(0, rule)
        return kept

    def _saving(
        self, exceptions: Exceptions, rule: Draft, positives: int, negatives: int
    ) -> tuple[float, Exceptions]:
        """Return the bits that dropping a rule saves, and the exceptions without it.

        The rows that it covers count as uncovered, although a later rule may cover some of them.
        """
        without = exceptions.without(positives, negatives)
        return self._bits(exceptions) + self._length(rule) - self._bits(without), without

    def _new(self, rest: int) -> Draft:
        if not self._plan.prune:
            return self._grown(rest, _NOTHING)
        growing, pruning = self._engine.hold_out(rest, self._plan.folds, self._random)
        return prune(self._engine, pruning, self._grown(growing, _NOTHING))

    def _grown(self, cover: int, tests: Tests) -> Draft:
        return grow(self._engine, self._language, cover, tests, self._plan.min_positives)

    def _rest(self, rules: Sequence[Draft]) -> tuple[int, Ints]:
        """Start a search: the rows that no rule covers, and what each rule is first to cover."""
        return self._engine.deal(self._engine.root(), [rule.tests for rule in rules])

    def _got(self, cover: int, rules: Sequence[Draft]) -> Ints:
        """Return the negatives and positives of a cover that each rule is the first to cover."""
        return self._engine.deal(cover, [rule.tests for rule in rules])[1]

    def _exceptions(self, *got: Ints) -> Exceptions:
        """Return the exceptions of rules from what each of them is the first to cover."""
        positives, negatives = self._totals
        lines = [line for part in got for line in part.tolist()]
        wrong, right = sum(line[0] for line in lines), sum(line[1] for line in lines)
        uncovered = positives + negatives - wrong - right
        return Exceptions(wrong + right, wrong, uncovered, positives - right)

    def _bits(self, exceptions: Exceptions) -> float:
        return exception_bits(exceptions, self._share)

    def _length(self, rule: Draft) -> float:
        return condition_bits(len(rule.tests), self._language.n_tests)
