"""Trees beside scikit-learn's: 10-fold error, leaves and time of a fit, on the same folds.

scikit-learn's tree sees nominal attributes as one column a value, and is pruned by the cost
complexity that 5-fold cross-validation finds best. ``--weka`` names weka.jar to run J48, too.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from conjunct import RuleTreeClassifier
from conjunct.data import Table
from conjunct.estimators.comparison import stratified_folds
from fastest import REPEATS
from public_tables import add_data_dir, public_table

MOST_ALPHAS = 20
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


def as_numbers(table: Table) -> np.ndarray:
    """Return the attributes as numbers, a column for every value of a nominal one."""
    columns = []
    for column in table.columns:
        if column.kind == "numeric":
            columns.append(column.values)
        else:
            columns += [(column.values == code) * 1.0 for code in range(len(column.levels))]
    return np.column_stack(columns)


def pruned_by_validation(X: np.ndarray, y: np.ndarray) -> DecisionTreeClassifier:
    """Return scikit-learn's tree with the cost complexity of the lowest cross-validated error."""
    alphas = DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y).ccp_alphas
    alphas = np.unique(np.clip(alphas, 0, None))
    places = np.unique(np.linspace(0, len(alphas) - 1, MOST_ALPHAS).round().astype(int))
    fewest = int(np.bincount(y)[np.unique(y)].min())
    folds = StratifiedKFold(max(2, min(5, fewest)), shuffle=True, random_state=0)
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"ccp_alpha": alphas[places]}, cv=folds
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # classes with fewer rows than folds
        return search.fit(X, y).best_estimator_


Fold = Callable[[np.ndarray, np.ndarray], tuple[int, int]]


def theirs(table: Table) -> Fold:
    """Return what fits scikit-learn's tree on some rows and counts errors on others."""
    X, y = as_numbers(table), table.target.values

    def fit(train: np.ndarray, test: np.ndarray) -> tuple[int, int]:
        tree = pruned_by_validation(X[train], y[train])
        return int((tree.predict(X[test]) != y[test]).sum()), tree.get_n_leaves()

    return fit


def ours(table: Table, params: dict[str, object]) -> Fold:
    """Return what fits our tree on some rows and counts errors on others."""

    def fit(train: np.ndarray, test: np.ndarray) -> tuple[int, int]:
        tree = RuleTreeClassifier(**params).fit_table(table.take(train)).tree_
        wrong = tree.decide(table.take(test)) != table.target.values[test]
        return int(wrong.sum()), len(tree)

    return fit


def weka(table: Table, jar: str, path: Path) -> Fold:
    """Return what fits Weka's J48 on some rows of a file and counts errors on others."""
    head, rows = path.read_text(encoding="utf-8").split("@data", 1)
    lines = [line for line in rows.splitlines()[1:] if line.strip()]

    def fit(train: np.ndarray, test: np.ndarray) -> tuple[int, int]:
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name, chosen in (("train", train), ("test", test)):
                files.append(Path(folder) / f"{name}.arff")
                text = "\n".join(lines[row] for row in chosen)
                files[-1].write_text(f"{head}@data\n{text}\n", encoding="utf-8")
            command = ["java", "-cp", jar, "weka.classifiers.trees.J48", "-v"]
            command += ["-t", str(files[0]), "-T", str(files[1])]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        leaves = int(re.search(r"Number of Leaves\s*:\s*(\d+)", said)[1])
        wrong = re.search(r"Incorrectly Classified Instances\s+(\d+)", said)
        return int(wrong[1]) if wrong else 0, leaves

    return fit


def compare(folder: Path, names: list[str], jar: str | None) -> None:
    """Print error and leaves of every learner on every table, and the averages."""
    learners = [*OURS, "scikit-learn", *(["J48"] if jar else [])]
    print("table          " + "".join(f"{name + ' %':>16}{'leaves':>8}" for name in learners))
    found = []
    for name in names:
        table = public_table(folder, name)
        folds = stratified_folds(table.target.values, 10)
        fits = [*(ours(table, params) for params in OURS.values()), theirs(table)]
        fits += [weka(table, jar, folder / f"{name}.arff")] if jar else []
        line = []
        for fit in fits:
            parts = [
                fit(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold))
                for fold in range(10)
            ]
            wrong, leaves = np.array(parts).sum(axis=0).tolist()
            line += [100 * wrong / table.n_rows, leaves / 10]
        found.append(line)
        print(f"{name:<15}" + _cells(line), flush=True)
    print(f"{'mean':<15}" + _cells(np.mean(found, axis=0).tolist()))


def _cells(line: list[float]) -> str:
    return "".join(f"{one:{16 if at % 2 == 0 else 8}.2f}" for at, one in enumerate(line))


def processor_ms(work: Callable[[], object]) -> float:
    """Return the shortest of several times, in milliseconds of the processor."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


def race(folder: Path, names: list[str]) -> None:
    """Print the processor milliseconds of growing a full tree by gain on numeric tables.

    Our tree is written in words when it is first looked at, or asked to predict: the second time,
    and the second ratio, are those of a fit and a look.
    """
    print(
        "\ntable             rows  columns  ours ms  with look  scikit-learn ms  ratio  with look"
    )
    for name in names:
        table = public_table(folder, name)
        X, y = as_numbers(table), np.array(table.target.levels)[table.target.values]
        learner = RuleTreeClassifier(pruning=None, n_jobs=1).fit(X, y)
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
