"""Worker of Conjunct.

A learner of ours takes part by a line in `KINDS` and one in `peers.field.FIELD`. Its key is the
word of that line, and parameters behind it: ``card size=5 random_state=2``.
"""

from __future__ import annotations

from ast import literal_eval
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

KINDS: dict[str, Callable[..., Any]] = {
    "card": ScoreCardClassifier,
    "ripper": RipperClassifier,
    "layered": LayeredRuleClassifier,
    "seco": SeCoClassifier,
    "cn2": CN2Classifier,
    "tree": RuleTreeClassifier,
    "knopf": KnopfClassifier,
}


def model(key: str) -> Any:
    """Return the classifier that a key stands for.

    Examples
    --------
    >>> card = model("card size=5 points=real")
    >>> card.size, card.points
    (5, 'real')
    """
    kind, *settings = key.split()
    return KINDS[kind](**{name: _value(text) for name, _, text in map(_parted, settings)})


def _parted(setting: str) -> tuple[str, str, str]:
    return setting.partition("=")


def _value(text: str) -> Any:
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text


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
        size = len(rules), rules.n_conditions, getattr(rules, "n_points", None)
        return Answer(decided, rules.predict_proba(self._test), *size)


class ByKey(dict[str, Callable[[Task], TableFit]]):
    """Learners by their keys, made when they are asked for."""

    def __missing__(self, key: str) -> Callable[[Task], TableFit]:
        return partial(TableFit, partial(model, key))


if __name__ == "__main__":
    serve(ByKey(), compiles=True)
