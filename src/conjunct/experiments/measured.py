"""How well a learner does: learned from one table, tested on another."""

from __future__ import annotations

import time

import numpy as np
from sklearn.base import clone

from conjunct.data import Table, shipped_table
from conjunct.estimators import RuleClassifier
from conjunct.model import Rules

_loaded: set[str] = set()


def measured(learner: RuleClassifier, train: Table, test: Table) -> dict[str, float]:
    """Return the error of a learner, its rules and conditions, and its processor seconds.

    The error is the share of the test rows that its rules get wrong. The seconds are those of
    learning, without the time that compiled code takes to load.
    """
    _load_kernels(learner)
    start = time.thread_time()
    rules = learner.fit_table(train).rules_
    seconds = time.thread_time() - start
    size = {"rules": len(rules), "conditions": rules.n_conditions}
    return {"error": error_of(rules, test), **size, "seconds": seconds}


def error_of(rules: Rules, table: Table) -> float:
    """Return the share of the rows of a table that rules get wrong."""
    assert table.target is not None
    return float(np.mean(rules.decide(table) != table.target.values))


def _load_kernels(learner: RuleClassifier) -> None:
    """Learn once per process from the table that is always there."""
    version = f"{type(learner)} {learner.get_params()}"
    if version not in _loaded:
        _loaded.add(version)
        clone(learner).fit_table(shipped_table())
