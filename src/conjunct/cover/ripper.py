"""RIPPER: a decision list with the rules of the rarest class first. Cohen (1995)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import ClassVar, NamedTuple

import numpy as np

from conjunct.choose import Exceptions, condition_bits, exception_bits
from conjunct.count import (
    NO_TESTS,
    CountingEngine,
    Fold,
    Tests,
    class_counts,
    one_class,
    two_counts,
)
from conjunct.count.deadline import TimeIsUpError
from conjunct.cover.loop import rows_left
from conjunct.cover.rare_first import rare_first
from conjunct.model import Rule
from conjunct.params import Constraint, OneOf, OneVariant, Variant, Whole
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits
from conjunct.search.outcome import as_rule
from conjunct.search.ripper_rule import RipperRule, Worth, grow_ripper_rule, prune_ripper_rules
from conjunct.types import Count, Ints


@dataclass(frozen=True)
class IncrementalPruning(Variant):
    """Prune each rule on rows that it was not grown on, then optimise all rules.

    Parameters
    ----------
    folds : int
        Number of folds into which the rows are divided, anew for every rule: the rule is pruned on
        one and grown on the others.
    optimizations : int
        Number of optimisation passes over all rules of a class.

    Examples
    --------
    >>> from conjunct import RipperClassifier
    >>> RipperClassifier(pruning=IncrementalPruning(folds=5))
    RipperClassifier(pruning=IncrementalPruning(folds=5, optimizations=2))
    """

    folds: int = 3
    optimizations: int = 2
    _allowed: ClassVar[Mapping[str, Constraint]] = {"folds": Whole(2), "optimizations": Whole(0)}


AN_INCREMENTAL_PRUNING = OneVariant({"incremental": IncrementalPruning()}, OneOf((None,)))
"""The values that RIPPER's pruning parameter may have."""


@dataclass(frozen=True)
class RipperOptions:
    """How the rules of a class are learned; the defaults are those of Weka's JRip.

    Without `pruning`, rules are grown on all rows. Growing ends before a rule would cover fewer
    than `min_positives`. No further rule is added once the description length exceeds the shortest
    so far by more than `surplus` bits.
    """

    pruning: IncrementalPruning | None = field(default_factory=IncrementalPruning)
    min_positives: int = 2
    surplus: float = 64.0


class RipperClass:
    """RIPPER's rules of one class against all others: grown, optimised and reduced.

    `cover` has the rows that no rule of an earlier class covers. `share` is the class's share of
    these, for `exception_bits`. `random` draws the folds.
    """

    def __init__(
        self,
        engine: CountingEngine,
        language: Language,
        cover: int,
        head: int,
        share: float,
        options: RipperOptions,
        random: np.random.Generator,
    ) -> None:
        self._engine = engine
        self._language = language
        self._cover = cover
        self._channels = one_class(head, engine.n_classes)
        # Rules are evaluated repeatedly, so most description lengths are needed more than once.
        self._bits = cache(partial(exception_bits, share=share))
        self._length_bits = cache(partial(condition_bits, n_tests=language.n_tests))
        self._options = options
        self._random = random
        self._totals = two_counts(engine, cover, self._channels)

    def rules(self) -> list[RipperRule]:
        """Learn the rules and optimise them as often as the options say."""
        rules = self._extended([])
        pruning = self._options.pruning
        for _ in range(0 if pruning is None else pruning.optimizations):
            rules = self._thinned(self._extended(self._optimized(rules)))
        return rules

    def _extended(self, rules: list[RipperRule]) -> list[RipperRule]:
        """Add rules until the description gets too long, or half of a rule's rows are wrong."""
        got = self._got(self._cover, rules)
        if not self._positives_left(got):
            return rules
        rest = self._engine.subset(self._cover, without=_bodies(rules))
        bits = fewest = 0.0
        while self._positives_left(got):
            try:
                (rule,) = self._learned(rest, [NO_TESTS])
            except TimeIsUpError:
                break
            own = self._got(rest, [rule])
            negatives, positives = own[0].tolist()
            got = np.concatenate((got, own))
            bits += self._saving(self._exceptions(got), rule, positives, negatives)[0]
            fewest = min(fewest, bits)
            if bits > fewest + self._options.surplus or positives <= negatives:
                break
            rules = [*rules, rule]
            rest = rows_left(self._engine, rest, rule.body)
        self._engine.release(np.array([rest]))
        return rules

    def _optimized(self, rules: list[RipperRule]) -> list[RipperRule]:
        """Replace each rule by the best of itself, a revision and a replacement."""
        if not rules:
            return rules
        got, rest = self._got(self._cover, []), self._engine.subset(self._cover)
        for place in range(len(rules)):
            if not self._positives_left(got):
                break
            try:
                best, own = self._best_variant(rules[place:], rest, got)
            except TimeIsUpError:
                break  # the other rules stay unchanged
            rules = [*rules[:place], best, *rules[place + 1 :]]
            got, rest = np.concatenate((got, own)), rows_left(self._engine, rest, best.body)
        self._engine.release(np.array([rest]))
        return rules

    def _best_variant(
        self, rules: Sequence[RipperRule], rest: int, before: Ints
    ) -> tuple[RipperRule, Ints]:
        """Return the shortest variant of the first rule, and the counts of `rest` that it covers.

        Variants are the rule itself, a revision grown from it, and a replacement grown anew. The
        one with the fewest bits is returned; of equal ones, the first. A rule that covers no rows
        stays unchanged.
        """
        old, *after = rules
        own = self._got(rest, rules)
        if not own[0].any():
            return old, own[:1]
        # Variants are pruned for the error of the whole theory: rows of later rules do not count.
        variants = [old, *self._learned(rest, [old.body, NO_TESTS], "theory", after)]
        known = {old.body.tobytes(): own}
        for one in variants:
            if one.body.tobytes() not in known:
                known[one.body.tobytes()] = self._got(rest, [one, *after])
        covered = [known[one.body.tobytes()] for one in variants]
        bits = [
            self._length(one) + self._fewest_bits(before, got, after)
            for one, got in zip(variants, covered, strict=True)
        ]
        best = bits.index(min(bits))
        return variants[best].chosen_from(variants), covered[best][:1]

    def _fewest_bits(self, before: Ints, got: Ints, after: Sequence[RipperRule]) -> float:
        """Return the bits of the exceptions, minus what dropping later rules would save."""
        exceptions, saved = self._exceptions(before, got), 0.0
        for rule, (negatives, positives) in zip(after, got[1:].tolist(), strict=True):
            saving, without = self._saving(exceptions, rule, positives, negatives)
            if saving >= 0 or positives <= negatives:
                exceptions, saved = without, saved + saving
        return self._bits(exceptions) - saved

    def _thinned(self, rules: list[RipperRule]) -> list[RipperRule]:
        """Drop rules that cost more bits than they save, from the last one to the first."""
        got = self._got(self._cover, rules)
        exceptions = self._exceptions(got)
        kept: list[RipperRule] = []
        for rule, (negatives, positives) in zip(rules[::-1], got[::-1].tolist(), strict=True):
            saving, without = self._saving(exceptions, rule, positives, negatives)
            if saving >= 0 or positives <= negatives:
                exceptions = without
            else:
                kept.insert(0, rule)
        return kept

    def _saving(
        self, exceptions: Exceptions, rule: RipperRule, positives: int, negatives: int
    ) -> tuple[float, Exceptions]:
        """Return the bits that dropping a rule saves, and the exceptions without it.

        The rows that it covers count as uncovered, although a later rule may cover some of them.
        """
        without = exceptions.without(positives, negatives)
        return self._bits(exceptions) + self._length(rule) - self._bits(without), without

    def _learned(
        self,
        rest: int,
        bodies: Sequence[Tests],
        worth: Worth = "rule",
        after: Sequence[RipperRule] = (),
    ) -> list[RipperRule]:
        """Grow rules from some bodies, and prune them on rows that they were not grown on."""
        how = self._options.pruning
        if how is None:
            return [self._grown(rest, body) for body in bodies]
        engine, fold = self._engine, Fold(int(self._random.integers(2**62)), how.folds)
        growing = engine.subset(rest, fold=fold.rest)
        pruning = engine.subset(rest, fold=fold, without=_bodies(after))
        grown = [self._grown(growing, body) for body in bodies]
        pruned = prune_ripper_rules(engine, pruning, self._channels, grown, worth)
        engine.release(np.array([growing, pruning]))
        return pruned

    def _grown(self, cover: int, body: Tests) -> RipperRule:
        start = GrowingBody(self._engine, self._language, cover, self._channels, body)
        return grow_ripper_rule(start, self._options.min_positives)

    def _got(self, cover: int, rules: Sequence[RipperRule]) -> Ints:
        """Return the negatives and positives that each rule is the first to cover."""
        covers, bodies = np.array([cover]), _bodies(rules)
        got: Ints = self._engine.tally(covers, bodies, self._channels, first=True)[0]
        return got

    def _positives_left(self, got: Ints) -> Count:
        """Return the number of uncovered positives, from what each rule is the first to cover."""
        return self._totals[0] - got[:, 1].sum().item()

    def _exceptions(self, *got: Ints) -> Exceptions:
        """Return the exceptions of rules, from what each rule is the first to cover."""
        positives, negatives = self._totals
        lines = [line for part in got for line in part.tolist()]
        wrong, right = sum(line[0] for line in lines), sum(line[1] for line in lines)
        uncovered = positives + negatives - wrong - right
        return Exceptions(wrong + right, wrong, uncovered, positives - right)

    def _length(self, rule: RipperRule) -> float:
        return self._length_bits(len(rule.body))


def _bodies(rules: Sequence[RipperRule]) -> list[Tests]:
    return [rule.body for rule in rules]


class RipperTheory(NamedTuple):
    """Rules in their order, and the class of the rows that none of them covers."""

    rules: list[Rule]
    default: int


def learn_ripper(
    engine: CountingEngine,
    options: RipperOptions,
    random: np.random.Generator,
    progress: Callable[[float], None] | None = None,
) -> RipperTheory:
    """Learn the rules of one class after the other, from the rarest to the most frequent.

    Each class is separated from all remaining rows: those that no rule of an earlier class covers.
    The most frequent class has no rules. If all conditions of a rule are pruned away, its class is
    predicted for all remaining rows, and the list ends. `random` draws the folds that rules are
    grown and pruned on. `progress` is called after each class with the share of the rows that are
    done.
    """
    language = Language(engine.columns, Limits(("=", "<=", ">")), reuse="numeric")
    left = engine.root()
    counts = class_counts(engine, left)
    order = rare_first(counts)
    rules: list[Rule] = []
    default = order[-1]
    for place, head in enumerate(order[:-1]):
        share = counts[head] / sum(counts[one] for one in order[place:])
        for found in RipperClass(engine, language, left, head, share, options, random).rules():
            if not len(found.body):
                default = head
                break
            outcome = found.outcome(engine, language, left, head)
            rules.append(as_rule(engine, left, head, outcome))
            left = rows_left(engine, left, outcome.body)
        if default == head:
            break
        if progress is not None:
            progress(sum(counts[one] for one in order[: place + 1]) / sum(counts))
    engine.release(np.array([left]))
    return RipperTheory(rules, default)
