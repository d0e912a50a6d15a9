"""One trial with whole theories: several searches on one half of a table, tested on the other.

Quinlan & Cameron-Jones (1995), section 4; and the better criterion that section 6 asks for.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Literal

import numpy as np

from conjunct.choose import CRITERIA
from conjunct.choose.criteria import PATIENCE
from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import LayeredRuleClassifier
from conjunct.experiments.split import halves
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tables import missing_in

Search = Literal["greedy", "layered", "extensive"]
Criterion = Literal["layered", "poe", "length", "gumbel"]

SEARCHES: Mapping[str, tuple[Search, Criterion]] = {
    "greedy": ("greedy", "layered"),
    "layered": ("layered", "layered"),
    "extensive": ("extensive", "layered"),
    "length": ("layered", "length"),
    "gumbel": ("layered", "gumbel"),
    "poe": ("layered", "poe"),
}
"""GS, LS and ES of the paper, in the order of its Table 3; then LS with other criteria than r_w."""

MAX_WIDTH = 512
"""The widest beam, for the paper an approximation to exhaustive search."""


def learn_theories(table: Table, trial: Trial) -> list[Row]:
    """Learn a theory by each search from one half and return how each does on the other.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> rows = learn_theories(shipped_table(), Trial("penguins", 0, 0, {"max_width": 4}))
    >>> [row["search"] for row in rows if row["error"] < 0.1]
    ['greedy', 'layered', 'extensive', 'length', 'gumbel', 'poe']
    """
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    if test.target is None or test.n_rows == 0:
        raise DataError(f"{trial.table} has no rows to test on; it needs at least two rows")
    actual = np.array(test.target.levels)[test.target.values]
    _load_kernels()
    results: list[Row] = []
    for search in SEARCHES:
        learner = _learner(*SEARCHES[search], trial)
        start = time.thread_time()
        learner.fit_table(train)
        seconds = time.thread_time() - start
        results.append(
            {
                "search": search,
                "error": float(np.mean(learner.rules_.predict(test) != actual)),
                "rules": len(learner.rules_),
                "conditions": learner.rules_.n_conditions,
                "seconds": seconds,
            }
        )
    return results


def _learner(search: Search, criterion: Criterion, trial: Trial) -> LayeredRuleClassifier:
    return LayeredRuleClassifier(
        search,
        promises=False,
        criterion=replace(
            CRITERIA[criterion], patience=int(trial.settings.get("patience", PATIENCE))
        ),
        max_width=int(trial.settings.get("max_width", MAX_WIDTH)),
        missing=missing_in(trial),
        n_jobs=1,
    )


@cache
def _load_kernels() -> None:
    """Learn once a process from the table that is always there, so that loading is not timed."""
    table = shipped_table()
    for search, criterion in SEARCHES.values():
        learner = LayeredRuleClassifier(search, max_width=8, criterion=criterion, promises=False)
        learner.fit_table(table)
