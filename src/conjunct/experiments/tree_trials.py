"""One trial with trees: grown on one half of a table, pruned in every way, tested on the other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from conjunct.data import Table
from conjunct.estimators import RuleTreeClassifier
from conjunct.estimators.tree import Simplify
from conjunct.experiments.trial import Row, Trial, error_of, halved
from conjunct.model import Rules
from conjunct.trees import ChiSquarePruning, Splitting

UNPRUNED = "unpruned"
CHANCES = (0.5, 0.2, 0.05, 0.01, 0.001)
"""Values of MaxPchance, from the largest trees to the smallest."""

CHI_SQUARE = {f"chi-square {chance:g}": ChiSquarePruning(chance) for chance in CHANCES}
PRUNINGS: Mapping[str, Any] = {
    **{UNPRUNED: None, **CHI_SQUARE},
    **{"reduced error": "reduced_error", "POE": "poe", "r_w": "layered"},
}
"""Pruning of every tree, in the order of tables and figures."""

RULES: Mapping[str, Simplify] = {
    "rules, pessimistic": "pessimistic",
    "rules, significance": "significance",
}
"""Rules made of the unpruned tree, by what is dropped."""

VERSIONS = (*PRUNINGS, *RULES)


def try_prunings(table: Table, trial: Trial) -> list[Row]:
    """Learn trees from one half of a table; return how each does on both halves."""
    train, test = halved(table, trial)
    return [
        {
            "version": version,
            "training_error": error_of(rules, train),
            "error": error_of(rules, test),
            "size": max(len(rules), 1),
            "conditions": rules.n_conditions,
            "seconds": seconds,
        }
        for version, rules, seconds in _versions(train, trial)
    ]


def _versions(train: Table, trial: Trial) -> Iterator[tuple[str, Rules, float]]:
    splitting = Splitting(
        "gain_ratio" if trial.settings.get("gain_ratio") else "gain",
        binary=bool(trial.settings.get("binary")),
    )
    trees = {
        version: RuleTreeClassifier(
            promises=False,
            criterion=splitting,
            missing=trial.missing,
            n_jobs=1,
            random_state=trial.seed + trial.number,
            pruning=pruning,
        )
        for version, pruning in PRUNINGS.items()
    }
    for version in VERSIONS:
        start = time.thread_time()
        if version in RULES:
            yield version, trees[UNPRUNED].to_rules(RULES[version]), time.thread_time() - start
        else:
            yield version, trees[version].fit_table(train).tree_, time.thread_time() - start
