"""Accuracy and theory size of the classic heuristics, by 10-fold cross-validation.

    python benchmarks/heuristics.py --ties positives random

prints the means over all tables, one line for each heuristic and way to break ties, beside the
published means (Janssen & Fürnkranz 2007, table 3, over 30 tables that it does not name). All
heuristics use the same folds. ``--refinement`` names heuristics that select refinements, while
those of ``--heuristics`` select rules.
"""

from __future__ import annotations

import argparse
import time
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.model_selection import StratifiedKFold

from conjunct import SeCoClassifier
from conjunct.data import Table
from conjunct.search import RefinementHeuristic
from public_tables import add_data_dir, public_table

TABLES = (
    *("audiology", "autos", "balance-scale", "breast-cancer", "breast-w", "colic", "credit-a"),
    *("credit-g", "diabetes", "echocardiogram", "glass", "haberman", "hayes-roth", "heart-c"),
    *("heart-h", "hepatitis", "ionosphere", "iris", "labor", "liver-disorders", "lymph"),
    *("monks-1", "monks-2", "monks-3", "primary-tumor", "promoters", "sonar", "soybean", "spect"),
    *("tic-tac-toe", "vote", "vowel", "wine", "zoo"),
)
PUBLISHED = {
    "accuracy": (75.60, 104.77),
    "precision": (76.22, 129.17),
    "laplace": (76.89, 118.83),
    "wra": (75.80, 12.13),
    "correlation": (77.57, 47.5),
}


def folds(table: Table, seed: int) -> list[tuple[Table, Table]]:
    """Return the ten training and test parts of a table."""
    splitter = StratifiedKFold(10, shuffle=True, random_state=seed)
    labels = table.target.values
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # classes of fewer rows than folds
        parts = list(splitter.split(labels, labels))
    return [(table.take(train), table.take(test)) for train, test in parts]


def result(folder: Path, name: str, seed: int, settings: dict[str, Any]) -> tuple[float, ...]:
    """Return the mean accuracy in percent, number of conditions and seconds of a fit over folds."""
    table = public_table(folder, name)
    lines = []
    for train, test in folds(table, seed):
        start = time.perf_counter()
        rules = (
            SeCoClassifier(**settings, random_state=seed, promises=False).fit_table(train).rules_
        )
        seconds = time.perf_counter() - start
        actual = np.array(test.target.levels)[test.target.values]
        right = np.mean(rules.predict(test) == actual)
        lines.append((100 * right * len(actual) / table.n_rows * 10, rules.n_conditions, seconds))
    return tuple(np.mean(lines, axis=0))


def main() -> None:
    """Run all heuristics, and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--heuristics", nargs="*", default=list(PUBLISHED))
    parser.add_argument("--refinement", nargs="*", default=[None])
    parser.add_argument("--ties", nargs="*", default=["positives"])
    parser.add_argument("--tables", nargs="*", default=list(TABLES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    print(f"{len(args.tables)} tables, 10-fold, seed {args.seed}")
    print("selects       refines       ties       accuracy  conditions  seconds  published")
    for selects, refines, ties in product(args.heuristics, args.refinement, args.ties):
        refining = RefinementHeuristic(refines, ties)
        settings = {"heuristic": selects, "refinement_heuristic": refining}
        found = Parallel(args.jobs)(
            delayed(result)(args.data_dir, name, args.seed, settings) for name in args.tables
        )
        accuracy, conditions, seconds = np.mean(found, axis=0)
        published = ""
        if selects in PUBLISHED and refines is None:
            published = "{:.2f} ({:.1f})".format(*PUBLISHED[selects])
        print(
            f"{selects:13} {refines or selects:13} {ties:9}  {accuracy:7.2f}  {conditions:10.1f}"
            f"  {seconds:7.3f}  {published}",
            flush=True,
        )


if __name__ == "__main__":
    main()
