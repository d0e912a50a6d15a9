"""Worker of Orange: unordered CN2."""

from __future__ import annotations

from functools import partial

import numpy as np
from Orange.classification.rules import CN2UnorderedLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from peers.workers.codes import as_codes
from peers.workers.serve import serve
from peers.workers.task import Answer, Task


class Unordered:
    """CN2 that learns rules of every class from all rows."""

    def __init__(self, beam_width: int | None, task: Task) -> None:
        self._task = task
        variables = [
            DiscreteVariable(column.name, column.levels)
            if column.levels
            else ContinuousVariable(column.name)
            for column in task.columns
        ]
        domain = Domain(variables, DiscreteVariable("class", task.classes))
        values = as_codes(task.columns)
        self._data = Table.from_numpy(domain, values, task.labels.astype(float))
        self._learner = CN2UnorderedLearner()
        if beam_width is not None:
            self._learner.rule_finder.search_algorithm.beam_width = beam_width
        np.random.seed(0)  # noqa: NPY002 - ties are broken by the global generator

    def fit(self) -> None:
        """Learn from the training rows."""
        self._model = self._learner(self._data[self._task.train])

    def answer(self) -> Answer:
        """Predict the test rows."""
        predicted, probabilities = self._model(self._data[self._task.test], self._model.ValueProbs)
        lengths = [len(rule.selectors) for rule in self._model.rule_list]
        rules = sum(length > 0 for length in lengths)
        return Answer(predicted, probabilities, rules, sum(lengths))


if __name__ == "__main__":
    serve({"cn2": partial(Unordered, None), "cn2-beam-5": partial(Unordered, 5)})
