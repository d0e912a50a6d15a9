"""One trial of a study, and what most do: learn from one half of a table, test on the other."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from sklearn.base import clone

from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import RuleClassifier
from conjunct.experiments.tables import PUBLIC, target_of
from conjunct.model import Rules
from conjunct.model.condition import Missing
from conjunct.types import Ints

Row = Mapping[str, str | int | float | None]
"""One result of a trial: names and plain values, the same names in every row of a study."""

Settings = Mapping[str, int | float | str]
"""What else a study varies, e.g. ``{"max_width": 512}``."""

_loaded: set[str] = set()


@dataclass(frozen=True)
class Trial:
    """One repetition on one table; its randomness comes from the seed of the run and its number."""

    table: str
    number: int
    seed: int
    settings: Settings = field(default_factory=dict)

    @property
    def missing(self) -> Missing:
        """What a missing cell of the table is taken for."""
        return PUBLIC[self.table].missing if self.table in PUBLIC else "fails"


def halves(table: Table, trial: int, seed: int = 0) -> tuple[Ints, Ints]:
    """Return the rows of two random halves with the classes spread as evenly as possible.

    The rows of each class are shuffled and dealt out in turn, one class after the other.
    """
    labels = target_of(table).values
    rng = np.random.default_rng([seed, trial])
    order = np.lexsort((rng.random(len(labels)), labels))
    first = int(rng.integers(2))
    return np.sort(order[first::2]), np.sort(order[1 - first :: 2])


def halved(table: Table, trial: Trial) -> tuple[Table, Table]:
    """Return the half of a table that a trial learns from and the half that it tests on."""
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    if not train.n_rows or not test.n_rows:
        raise DataError(f"{trial.table} cannot be halved; it needs at least two rows")
    return train, test


def measured(learner: RuleClassifier, train: Table, test: Table) -> dict[str, float]:
    """Return the error of a learner, its rules and conditions, and its processor seconds.

    The error is the share of the test rows that its rules get wrong. The seconds are those of
    learning, without the time that compiled code takes to load: each learner learns once per
    process from the table that is always there.
    """
    version = f"{type(learner)} {learner.get_params()}"
    if version not in _loaded:
        _loaded.add(version)
        clone(learner).fit_table(shipped_table())
    start = time.thread_time()
    rules = learner.fit_table(train).rules_
    seconds = time.thread_time() - start
    size = {"rules": len(rules), "conditions": rules.n_conditions}
    return {"error": error_of(rules, test), **size, "seconds": seconds}


def error_of(rules: Rules, table: Table) -> float:
    """Return the share of the rows of a table that rules get wrong."""
    return float(np.mean(rules.decide(table) != target_of(table).values))
