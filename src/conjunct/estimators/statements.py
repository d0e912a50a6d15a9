"""Rules as statements about rows that can be counted, and the same search repeated on folds."""

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
"""Number of folds in each partition of the rows; the search is repeated without each of them."""
SEEDS = (1995, 1996)
"""Seeds of the partitions. They are fixed, so that the same rows give the same promises."""
N_FOLDS = len(SEEDS) * N_PARTS
"""Number of times that the search is repeated."""


def ignore(share: float) -> None:
    """Ignore progress."""


@dataclass(frozen=True, eq=False)
class Statements:
    """Rules as statements: what each one says, and about which rows.

    Parameters
    ----------
    heads : ndarray of int
        Class of each rule.
    against : ndarray of bool
        Whether each rule opposes its class.
    lengths : ndarray of int
        Number of conditions of each rule.
    tried : int
        Number of candidates tried to find all rules.
    tally : callable
        Takes a cover and returns the counts of its rows that each rule is about, by class, as an
        array ``(rules, classes)``.
    shares : callable
        Takes a prior and returns the logarithm of each rule's share of the confidence, and
        statements about supersets of the rules' rows.
    counts : ndarray of int, (rules, classes)
        The result of `tally` for the rows that the rules were learned from.
    check : callable or None
        Takes a cover and returns how a score card does on its rows; None for other rules.
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
        """Return the number of rows that contradict each rule, from counts by class.

        `which` are the positions of the rules that the counts belong to; by default all of them.
        """
        rules = np.arange(len(self.heads)) if which is None else which
        right = np.take_along_axis(counts, self.heads[rules, np.newaxis], axis=1)[:, 0]
        return np.asarray(np.where(self.against[rules], right, counts.sum(axis=1) - right))

    def usual(self, totals: Sequence[int]) -> Floats:
        """Return the share of all rows that contradict each rule, covered or not."""
        everywhere = np.broadcast_to(np.array(totals), (len(self.heads), len(totals)))
        return self.wrong(everywhere) / max(sum(totals), 1)

    def learned(self, totals: Sequence[int]) -> tuple[Ints, Ints, Floats]:
        """Return rows and wrong rows of each rule in training, and `usual` for these totals."""
        return self.counts.sum(axis=1), self.wrong(self.counts), self.usual(totals)


def statements_of(engine: CountingEngine, rules: Rules | Sequence[Rule]) -> Statements:
    """Return the rules of a list, set or card as statements."""
    bodies = tests_of(engine, [rule.conditions for rule in rules])
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
    """The results of the same search on parts of the rows.

    Parameters
    ----------
    rules : FoldRules
        The rules of all folds, counted on the rows that they were learned from and on the others.
    scores : FoldScores or None
        How score cards do on the other rows; None for other rules.
    """

    rules: FoldRules
    scores: FoldScores | None


def repeated(
    engine: CountingEngine,
    learn: Callable[[CountingEngine], Statements],
    progress: Progress,
) -> Repeated:
    """Learn without each fold in turn, and count the rules on that fold.

    There are two partitions of the rows into folds.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    learn : callable
        Function that learns from the rows of an engine.
    progress : callable
        Called with the share of the folds done.
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
    """Combine the results of several folds."""
    found = list(parts)
    none = np.empty(0)
    empty = FoldRules(none, none, none, none, none, n_folds=0)
    scores = [one.scores for one in found if one.scores is not None]
    rules = FoldRules.joined([*(one.rules for one in found), empty])
    return Repeated(rules, reduce(add, scores) if scores else None)


def fold_rules(engine: CountingEngine, rules: Statements, learned: int, new: int) -> Repeated:
    """Count how rules do on the rows that they were learned from, and on new ones.

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
        *rules.learned(class_counts(engine, learned)),
        new_counts.sum(axis=1),
        rules.wrong(new_counts),
        n_empty=int(not len(rules.heads)),
    )
    return Repeated(found, None if rules.check is None else rules.check(new))
