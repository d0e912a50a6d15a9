"""Trees beside scikit-learn's: 10-fold error, leaves and time of a fit, on the same folds.

scikit-learn's tree gets nominal attributes as one column per category, and is pruned with the cost
complexity that is best in 5-fold cross-validation. ``--weka`` names weka.jar to run J48, too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from conjunct import RuleTreeClassifier
from conjunct.data import Table
from conjunct.estimators.comparison import stratified_folds
from fastest import REPEATS
from peers.environments import required
from peers.field import WEKA
from peers.means import LIMIT
from peers.tables import Dataset, write_dataset
from peers.worker import Worker
from peers.workers.numbers import as_numbers
from peers.workers.scikit_learn import pruned_by_validation
from public_tables import add_data_dir, public_table

TABLES = (
    "breast-cancer,vote,credit-a,hepatitis,diabetes,promoters,heart-c,kr-vs-kp,tic-tac-toe,lymph,"
    "glass,soybean,autos,primary-tumor,anneal,audiology,balance-scale,breast-w,car,colic,"
    "column2C,credit-g,flag,haberman,heart-h,ionosphere,iris,labor,liver-disorders,"
    "segment,sonar,spect,vowel,wine,zoo"
)
NUMERIC = (
    "iris,wine,glass,sonar,ionosphere,diabetes,segment,spambase,waveform-5000,pendigits,letter"
)
OURS = {
    "chi2": {},
    "r_w": {"criterion": "gain_ratio", "pruning": "layered", "binary": True},
}


Fold = Callable[[int], tuple[int, int]]


def theirs(table: Table, folds: np.ndarray) -> Fold:
    """Return a function that fits scikit-learn's tree without a fold and counts errors on it."""
    X, y = as_numbers(table.columns), table.target.values

    def fit(fold: int) -> tuple[int, int]:
        train, test = folds != fold, folds == fold
        tree = pruned_by_validation(X[train], y[train])
        return int((tree.predict(X[test]) != y[test]).sum()), tree.get_n_leaves()

    return fit


def ours(table: Table, folds: np.ndarray, params: dict[str, object]) -> Fold:
    """Return the same function for our tree."""

    def fit(fold: int) -> tuple[int, int]:
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        tree = RuleTreeClassifier(**params, promises=False).fit_table(table.take(train)).tree_
        wrong = tree.decide(table.take(test)) != table.target.values[test]
        return int(wrong.sum()), len(tree)

    return fit


def weka(worker: Worker, dataset: Dataset) -> Fold:
    """Return the same function for Weka's J48."""

    def fit(fold: int) -> tuple[int, int]:
        answer = worker.ask("trees.J48", dataset.folder, fold, LIMIT)
        if "failed" in answer:
            raise SystemExit(f"error: J48 on {dataset.name}: {answer['failed']}")
        wrong = np.array(answer["predicted"]) != dataset.labels[dataset.folds == fold]
        return int(wrong.sum()), answer["rules"]

    return fit


def compare(folder: Path, names: list[str], jar: str | None) -> None:
    """Print error and leaves of every learner on every table, and the averages."""
    learners = [*OURS, "scikit-learn", *(["J48"] if jar else [])]
    print("table          " + "".join(f"{name + ' %':>16}{'leaves':>8}" for name in learners))
    found = []
    worker = Worker(required(WEKA, folder, Path(jar))) if jar else None
    for name in names:
        table = public_table(folder, name)
        folds = stratified_folds(table.target.values, 10)
        fits = [*(ours(table, folds, params) for params in OURS.values()), theirs(table, folds)]
        line = []
        with tempfile.TemporaryDirectory() as files:
            if worker is not None:
                fits.append(weka(worker, write_dataset(table, name, folds, Path(files))))
            found_by = [[fit(fold) for fold in range(10)] for fit in fits]
        for parts in found_by:
            wrong, leaves = np.array(parts).sum(axis=0).tolist()
            line += [100 * wrong / table.n_rows, leaves / 10]
        found.append(line)
        print(f"{name:<15}" + _cells(line), flush=True)
    print(f"{'mean':<15}" + _cells(np.mean(found, axis=0).tolist()))


def _cells(line: list[float]) -> str:
    return "".join(f"{one:{16 if at % 2 == 0 else 8}.2f}" for at, one in enumerate(line))


def processor_ms(work: Callable[[], object]) -> float:
    """Return the shortest of several processor times, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


def race(folder: Path, names: list[str]) -> None:
    """Print the processor milliseconds of growing a full tree by gain on numeric tables.

    Our tree is converted to rules when it is first inspected or used to predict. The second time
    and the second ratio include that.
    """
    print(
        "\ntable             rows  columns  ours ms  with look  scikit-learn ms  ratio  with look"
    )
    for name in names:
        table = public_table(folder, name)
        X, y = as_numbers(table.columns), np.array(table.target.levels)[table.target.values]
        learner = RuleTreeClassifier(pruning=None, promises=False, n_jobs=1).fit(X, y)
        peer = DecisionTreeClassifier(criterion="entropy", random_state=0)
        mine, other = (processor_ms(partial(one.fit, X, y)) for one in (learner, peer))
        look = processor_ms(lambda learner=learner, X=X, y=y: learner.fit(X, y).tree_)
        size = f"{table.n_rows:8,} {X.shape[1]:8}"
        times = f"{mine:8.1f} {look:10.1f} {other:16.1f} {mine / other:6.2f} {look / other:10.2f}"
        print(f"{name:<14}{size} {times}", flush=True)


def main() -> None:
    """Print the comparison, then the race."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--tables", default=TABLES)
    parser.add_argument("--numeric", default=NUMERIC)
    parser.add_argument("--weka", help="weka.jar")
    args = parser.parse_args()
    if args.tables:
        compare(args.data_dir, args.tables.split(","), args.weka)
    if args.numeric:
        race(args.data_dir, args.numeric.split(","))


if __name__ == "__main__":
    main()
