"""Worker of Conjunct.

A learner of ours takes part by a line in `OURS` and one in `peers.field.FIELD` with the same key.
The sizes of one learner are lines of their own that share a ``path``: the picture joins them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.data import Column, Table
from peers.workers.serve import serve
from peers.workers.task import Answer, Task

OURS: dict[str, Callable[[], Any]] = {
    "card-0.8": partial(ScoreCardClassifier, price=0.8),
    "card-0.7": partial(ScoreCardClassifier, price=0.7),
    "card-0.56": partial(ScoreCardClassifier, price=0.56),
    "card-0.35": partial(ScoreCardClassifier, price=0.35),
    "card": ScoreCardClassifier,
    "card-0.14": partial(ScoreCardClassifier, price=0.14),
    "card-accurate": partial(ScoreCardClassifier, size="accurate"),
    "ripper": partial(RipperClassifier, random_state=0),
    "layered": LayeredRuleClassifier,
    "seco": SeCoClassifier,
    "cn2": CN2Classifier,
    "tree": RuleTreeClassifier,
    "knopf": KnopfClassifier,
}


class TableFit:
    """One of our learners with the task as a table, in one thread."""

    def __init__(self, make: Callable[[], Any], task: Task) -> None:
        columns = tuple(Column(*column) for column in task.columns)
        target = Column("class", "nominal", task.labels.astype(np.int32), task.classes)
        table = Table(columns, target)
        self._train, self._test = table.take(task.train), table.take(task.test)
        self._model = make()
        if "n_jobs" in self._model.get_params():
            self._model.set_params(n_jobs=1)

    def fit(self) -> None:
        """Learn from the training rows."""
        self._model.fit_table(self._train)

    def answer(self) -> Answer:
        """Predict the test rows."""
        rules = self._model.rules_
        decided = rules.decide(self._test)
        return Answer(decided, rules.predict_proba(self._test), len(rules), rules.n_conditions)


LEARNERS = {name: partial(TableFit, make) for name, make in OURS.items()}

if __name__ == "__main__":
    serve(LEARNERS, compiles=True)
