"""Rules as counting sees them, and the same search on parts of the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from operator import add
from typing import NamedTuple

import numpy as np

from conjunct.choose import FoldRules, RulePrior
from conjunct.count import CountingEngine, EngineWithin, Fold, class_counts, each_class
from conjunct.estimators.card_checks import FoldScores, fold_scores
from conjunct.estimators.wider import Wider, with_fewer_conditions, with_fewer_rules_before
from conjunct.model import Rule, RuleList, Rules, ScoreCard
from conjunct.search.outcome import tests_of
from conjunct.types import Flags, Floats, Ints

Progress = Callable[[float], None]
N_PARTS = 3
"""Parts of the rows in a division; the search is repeated without one after the other."""
SEEDS = (1995, 1996)
"""Draw the divisions. They are fixed: the same rows give the same promises."""
N_FOLDS = len(SEEDS) * N_PARTS
"""How often the search is repeated."""


def ignore(share: float) -> None:
    """Take no notice of progress."""


@dataclass(frozen=True, eq=False)
class Statements:
    """Rules as counting sees them: what each says, and about which rows.

    Parameters
    ----------
    heads : ndarray of int
        Class of each rule.
    against : ndarray of bool
        Whether the rule speaks against its class.
    lengths : ndarray of int
        Number of conditions.
    tried : int
        Candidates that were looked at to find all of them.
    tally : callable
        Takes a cover, returns the rows of it that each rule speaks about, ``(rules, classes)``.
    shares : callable
        Takes a prior, returns the logarithm of each rule's share of the confidence, and statements
        about the rows of the rules and more.
    counts : ndarray of int, (rules, classes)
        What `tally` returns for the rows that the rules were learned from.
    check : callable or None
        Takes a cover, returns how a score card does on its rows; None for other rules.
    """

    heads: Ints
    against: Flags
    lengths: Ints
    tried: int
    tally: Callable[[int], Ints]
    shares: Callable[[RulePrior], tuple[Floats, Wider]]
    counts: Ints
    check: Callable[[int], FoldScores] | None = None

    def wrong(self, counts: Ints, which: Ints | None = None) -> Ints:
        """Return how many of the rows contradict each rule, from rows by class.

        `which` are the rules that the counts are about, all of them in order if it is not given.
        """
        rules = np.arange(len(self.heads)) if which is None else which
        right = np.take_along_axis(counts, self.heads[rules, np.newaxis], axis=1)[:, 0]
        return np.asarray(np.where(self.against[rules], right, counts.sum(axis=1) - right))

    def usual(self, totals: Sequence[int]) -> Floats:
        """Return the share of all rows that contradict each rule, covered or not."""
        everywhere = np.broadcast_to(np.array(totals), (len(self.heads), len(totals)))
        return self.wrong(everywhere) / max(sum(totals), 1)


def statements_of(engine: CountingEngine, rules: Rules | Sequence[Rule]) -> Statements:
    """Return the rules of a list, set or card as counting sees them."""
    bodies = [tests_of(engine, rule.conditions) for rule in rules]
    first = isinstance(rules, RuleList) and rules.reached

    def tally(cover: int) -> Ints:
        counts = engine.tally(np.array([cover]), bodies, each_class(engine.n_classes), first)
        return np.asarray(counts[0])

    def shares(prior: RulePrior) -> tuple[Floats, Wider]:
        shorter = with_fewer_conditions(engine, bodies, prior)
        if not first:
            return prior.log_shares(bodies), shorter
        fewer = with_fewer_rules_before(engine, bodies, prior)
        is_last = np.diff(fewer.rule, append=len(bodies)) > 0
        return fewer.log_share[is_last], fewer.and_others(shorter)

    check = partial(fold_scores, engine, rules) if isinstance(rules, ScoreCard) else None
    return Statements(
        np.array([rule.head for rule in rules], np.int64),
        np.array([rule.against for rule in rules], bool),
        np.array([rule.n_conditions for rule in rules], np.int64),
        sum(rule.search.tried for rule in rules),
        tally,
        shares,
        np.array([rule.counts for rule in rules]).reshape(-1, engine.n_classes),
        check,
    )


class Repeated(NamedTuple):
    """What learning on parts of the rows found.

    Parameters
    ----------
    rules : FoldRules
        The rules of all parts, on the rows that they were learned from and on the others.
    scores : FoldScores or None
        How score cards do on the others; None for other rules.
    """

    rules: FoldRules
    scores: FoldScores | None


def repeated(
    engine: CountingEngine,
    learn: Callable[[CountingEngine], Statements],
    progress: Progress,
) -> Repeated:
    """Learn from the rows outside of one fold after the other, and count on the fold.

    The rows are divided twice.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    learn : callable
        Learns from the rows of an engine.
    progress : callable
        Told the share of the folds that are done.
    """
    found = []
    for number, (seed, part) in enumerate(product(SEEDS, range(N_PARTS)), 1):
        fold = Fold(seed, N_PARTS, part)
        new, rest = (engine.subset(engine.root(), fold=side) for side in (fold, fold.rest))
        if any(class_counts(engine, new)) and any(class_counts(engine, rest)):
            found.append(fold_rules(engine, learn(EngineWithin(engine, rest)), rest, new))
        engine.release(np.array([new, rest]))
        progress(number / N_FOLDS)
    return joined(found)


def joined(parts: Iterable[Repeated]) -> Repeated:
    """Put what several folds found together."""
    found = list(parts)
    none = np.empty(0)
    empty = FoldRules(none, none, none, none, none, n_folds=0)
    scores = [one.scores for one in found if one.scores is not None]
    rules = FoldRules.joined([*(one.rules for one in found), empty])
    return Repeated(rules, reduce(add, scores) if scores else None)


def fold_rules(engine: CountingEngine, rules: Statements, learned: int, new: int) -> Repeated:
    """Count what rules do on the rows that they were learned from, and on new ones.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    rules : Statements
        The rules.
    learned, new : int
        Covers of the rows that they were learned from, and of the others.
    """
    new_counts = rules.tally(new)
    found = FoldRules(
        rules.counts.sum(axis=1),
        rules.wrong(rules.counts),
        rules.usual(class_counts(engine, learned)),
        new_counts.sum(axis=1),
        rules.wrong(new_counts),
        n_empty=int(not len(rules.heads)),
    )
    return Repeated(found, None if rules.check is None else rules.check(new))
