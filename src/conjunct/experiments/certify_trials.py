"""One trial of `certify`: draw classes with known chances, learn, and compare bounds with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np

from conjunct.choose import safe_threshold
from conjunct.choose.score_threshold import Rate
from conjunct.data import Table
from conjunct.estimators import CN2Classifier, LayeredRuleClassifier, ScoreCardClassifier
from conjunct.estimators.ripper import RipperClassifier
from conjunct.evaluate import error_limit
from conjunct.experiments.made_tables import Drawn, draw_known, draw_noise, with_classes
from conjunct.experiments.promise_trials import NOISE_PREFIX, spoken_about
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Row, Trial
from conjunct.model import Rules
from conjunct.types import Floats

KNOWN_PREFIX = "known-"
DOUBT = 0.05  # share of the runs in which a bound may be below the truth
DEPTHS = (2, 4, 6)
MAX_RULES = 5  # rules of a list: the first ones are those that were searched for hardest

_list = partial(LayeredRuleClassifier, max_rules=MAX_RULES)
EXHAUSTIVE = "exhaustive"
LEARNERS: Mapping[str, Callable[..., Any]] = {
    "greedy": partial(_list, "greedy"),
    "beam of 5": partial(_list, "extensive", max_width=5),
    "beam of 64": partial(_list, "extensive", max_width=64),
    "layered": partial(_list, max_width=64),
    EXHAUSTIVE: partial(LayeredRuleClassifier, "exhaustive", max_rules=1),
    "ordered list": partial(CN2Classifier, ordered=True, max_rules=MAX_RULES),
    "small card": ScoreCardClassifier,
    "accurate card": partial(ScoreCardClassifier, size="accurate"),
}
"""The learners. Each runs with every depth; exhaustive search runs with the smallest only."""

HELD_OUT = "RIPPER, hold_out=0.3"
THRESHOLDS: Mapping[str, tuple[Rate, float]] = {
    "threshold, false positives ≤ 14 %": ("false positive rate", 0.14),
    "threshold, precision ≥ 70 %": ("precision", 0.7),
}
"""Budgets of the threshold on a score, each just below the true rate at one of the thresholds."""

COVERS = (500, 5_000)
SLACK_DEPTHS = (1, 2, 4)
"""Minimum cover and maximum number of conditions of the rules whose slack is measured."""

LARGE, LARGE_TRIALS = 10_000, 20
"""Tables with more rows are for the slack, and only the first trials run on them."""

FRESH = 20_000  # rows that a promise about new rows is checked on


def bounds_and_truth(table: Table, trial: Trial) -> Iterator[Row]:
    """Learn from rows whose chances are known; say whether a bound is below the truth.

    The chances of noise and of ``known-…`` are those they are drawn with, and both are drawn anew.
    The classes of any other table are permuted, so that every row has the shares of the table. From
    large tables rules are learned that cover many rows.
    """
    drawn = _drawn(table, trial)
    if table.n_rows > LARGE:
        names = ("greedy", "beam of 5", "small card") if trial.number < LARGE_TRIALS else ()
        for name, depth, cover in product(names, SLACK_DEPTHS, COVERS):
            learner = LEARNERS[name](max_conditions=depth, min_coverage=cover, promises=False)
            yield _row(name, learner, drawn, drawn, depth, cover)
        return
    for name, make in LEARNERS.items():
        for depth in DEPTHS[:1] if name == EXHAUSTIVE else DEPTHS:
            learner = make(max_conditions=depth, promises=False, missing=trial.missing)
            yield _row(name, learner, drawn, drawn, depth)
    if trial.table.startswith(KNOWN_PREFIX):
        # Rules of an ordered list are bounded by rows held out too; the truth is that of all rows.
        ripper = RipperClassifier(random_state=0, hold_out=0.3, promises=False)
        yield _row(HELD_OUT, ripper, drawn, _fresh())
        yield from _budgets(trial)


def truths(rules: Rules, drawn: Drawn) -> Floats:
    """Return the mean chance of the rows of each rule to contradict it."""
    found = []
    for rule, rows in zip(rules, spoken_about(rules, drawn.table), strict=True):
        chance = drawn.chances[rows, rule.head]
        chance = chance if rule.against else 1.0 - chance
        found.append(chance.mean() if len(chance) else np.nan)
    return np.array(found, float)


def _drawn(table: Table, trial: Trial) -> Drawn:
    seed = (trial.seed, trial.number)
    if trial.table.startswith(NOISE_PREFIX):
        return draw_noise(table.n_rows, seed)
    if trial.table.startswith(KNOWN_PREFIX):
        return draw_known(table.n_rows, seed)
    target = target_of(table)
    shares = np.bincount(target.values, minlength=len(target.levels)) / table.n_rows
    permuted = np.random.default_rng(seed).permutation(target.values)
    return Drawn(with_classes(table, permuted), np.tile(shares, (table.n_rows, 1)))


def _row(
    name: str, learner: Any, drawn: Drawn, known: Drawn, depth: int = 0, cover: int = 0
) -> Row:
    """Learn rules from rows, and hold their bounds against the truth in others, or the same."""
    rules = learner.fit_table(drawn.table).rules_
    truth, bounds = truths(rules, known), np.array([rule.at_most for rule in rules], float)
    facts = [(rule.covered, rule.errors, max(rule.search.tried, 1)) for rule in rules]
    covered, errors, tried = np.array(facts, float).reshape(len(facts), 3).T
    by_tried = error_limit(covered, errors, DOUBT / tried)
    broken, tried_broken = (int(np.any(one < truth - 1e-9)) for one in (bounds, by_tried))
    slack = (bounds - truth)[covered >= max(cover, 1)]
    median = float(np.nanmedian(slack)) if np.isfinite(slack).any() else None
    about: Row = {"learner": name, "depth": depth, "cover": cover, "rules": len(facts)}
    return {**about, "broken": broken, "tried_broken": tried_broken, "slack": median}


@cache
def _fresh() -> Drawn:
    return draw_known(FRESH, 1995)


def _budgets(trial: Trial) -> Iterator[Row]:
    """Choose thresholds on a score by rows held out, and look at the rates of all rows."""
    held_out = draw_known(FRESH // 40, (trial.seed, trial.number, 1))
    scores, everywhere = _score(held_out.table), _score(_fresh().table)
    positive = target_of(held_out.table).values == 1
    for name, (rate, limit) in THRESHOLDS.items():
        threshold = safe_threshold(scores, positive, np.arange(9.0), rate, limit)
        called = everywhere >= (np.inf if threshold is None else threshold)
        wrong = _fresh().chances[:, 0]
        share = wrong[called].sum() / (wrong.sum() if rate != "precision" else max(called.sum(), 1))
        broken = share > (limit if rate != "precision" else 1.0 - limit)
        none = {"depth": 0, "cover": 0, "tried_broken": 0, "slack": None}
        yield {"learner": name, "rules": int(called.any()), "broken": int(broken), **none}


def _score(table: Table) -> Floats:
    """Return the points of each row on a card that knows the relation roughly."""
    first, second, third = (table.column(name).values for name in ("a1", "a2", "a3"))
    word = table.column("b1").values
    return np.asarray(3.0 * (first > 0) + 2.0 * (word != 2) + 2.0 * (second > 1) + (third > 0))
