"""Can probabilities be trusted? Calibration error and Brier score, on the same folds.

    python benchmarks/calibration.py

Small score cards and RIPPER's rules, whose probabilities are smoothed frequencies, are compared
with scikit-learn's trees, grown until pure and pruned by cost complexity, and with its logistic
regression. `RipperClassifier` gives rows that no rule covers the frequencies of the whole table;
"rows left" are the same rules with the frequencies of the training rows that no rule covers. Weka's
own JRip is measured by ``make peers``. scikit-learn gets nominal attributes as one column per
category. The fold of every row is read from ``NAME.txt`` in the folder ``--folds``, if given.

The expected calibration error (ECE) uses ten bins of equal width for the probability of the
predicted class. It is the mean gap between that probability and the share of correct rows, weighted
by the rows of the bins; the test rows of all folds share the bins. The Brier score is half the
squared distance to the outcome, from 0 to 1. Both are printed in percent.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from conjunct import RipperClassifier, ScoreCardClassifier
from conjunct.data import Table
from conjunct.model.probability import class_distribution
from peers.folds import folds_of
from peers.measures import brier, calibration_error
from peers.workers import scikit_learn
from peers.workers.ours import TableFit
from peers.workers.task import Answer, Column, Task
from public_tables import CORE14, add_data_dir, public_table

RIPPER = partial(RipperClassifier, random_state=0)


class RowsLeft(TableFit):
    """Learns rules; uncovered rows get the frequencies of the uncovered training rows."""

    def answer(self) -> Answer:
        """Predict the test rows."""
        answer, rules = super().answer(), self._model.rules_
        left = self._train.target.values[rules.first_match(self._train) < 0]
        counts = np.bincount(left, minlength=len(rules.classes))
        default = class_distribution(counts, rules.default)
        is_left = rules.first_match(self._test) < 0
        return answer._replace(
            probabilities=np.where(is_left[:, None], default, answer.probabilities)
        )


LEARNERS: dict[str, Callable[[Task], Any]] = {
    "score card": partial(TableFit, ScoreCardClassifier),
    "RIPPER": partial(TableFit, RIPPER),
    "RIPPER, rows left": partial(RowsLeft, RIPPER),
    "tree": scikit_learn.tree,
    "pruned tree": scikit_learn.pruned_tree,
    "logistic": scikit_learn.logistic,
}


def answers(table: Table, folds: np.ndarray, learner: Callable[[Task], Any]) -> Answer:
    """Return the predictions of a learner for every row, learned from the other folds."""
    columns = tuple(Column(one.name, one.kind, one.values, one.levels) for one in table.columns)
    classes = table.target.levels
    predicted = np.empty(table.n_rows, np.int64)
    probabilities = np.empty((table.n_rows, len(classes)))
    for fold in np.unique(folds):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        model = learner(Task(columns, table.target.values, classes, train, test))
        model.fit()
        answer = model.answer()
        predicted[test], probabilities[test] = answer.predicted, answer.probabilities
    return Answer(predicted, probabilities, None, None)


def measured(answer: Answer, labels: np.ndarray) -> tuple[float, float, float]:
    """Return error, calibration error and Brier score, in percent."""
    correct = answer.predicted == labels
    said = answer.probabilities[np.arange(len(labels)), answer.predicted]
    shares = (1 - correct.mean(), calibration_error(said, correct))
    return 100 * shares[0], 100 * shares[1], 100 * brier(answer.probabilities, labels)


def compare(folder: Path, folds: Path | None, names: list[str]) -> None:
    """Print the three numbers of every learner on every table, and their means."""
    print(f"{'':<15}" + "".join(f"{name:>21}" for name in LEARNERS))
    print(f"{'table':<15}" + f"{'error':>7}{'ECE':>7}{'Brier':>7}" * len(LEARNERS))
    found = []
    for name in names:
        table = public_table(folder, name)
        dealt = folds_of(table, name, folds)
        line = [
            number
            for learner in LEARNERS.values()
            for number in measured(answers(table, dealt, learner), table.target.values)
        ]
        found.append(line)
        print(f"{name:<15}" + _cells(line), flush=True)
    print(f"{'mean':<15}" + _cells(np.mean(found, axis=0).tolist()))


def _cells(line: list[float]) -> str:
    return "".join(f"{number:7.1f}" for number in line)


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add_data_dir(parser)
    parser.add_argument("--folds", type=Path, help="folder of NAME.txt with the fold of every row")
    parser.add_argument("--tables", nargs="+", default=list(CORE14), metavar="NAME")
    args = parser.parse_args()
    beside = args.data_dir.parent / "peers" / "folds"
    compare(args.data_dir, args.folds or (beside if beside.is_dir() else None), args.tables)


if __name__ == "__main__":
    main()
