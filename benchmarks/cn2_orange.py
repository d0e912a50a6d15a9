"""CN2 with a beam of 5 beside Orange's: processor seconds of a fit and 10-fold error, same folds.

Orange runs in a Python of its own (``--orange``, with orange3 installed), in turn with ours.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from conjunct import CN2Classifier
from conjunct.data import Table
from conjunct.estimators.comparison import stratified_folds
from public_tables import add_data_dir, public_table

ORANGE = """
import json, sys, time
import numpy as np
from Orange.classification.rules import CN2UnorderedLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
task = json.load(sys.stdin)
variables = [
    DiscreteVariable(c["name"], c["levels"]) if c["levels"] else ContinuousVariable(c["name"])
    for c in task["columns"]
]
domain = Domain(variables, DiscreteVariable("class", task["classes"]))
X = np.array([[np.nan if v is None else v for v in c["values"]] for c in task["columns"]]).T
y = np.array(task["labels"], float)
data = Table.from_numpy(domain, X.reshape(len(y), len(variables)), y)
folds = np.array(task["folds"])
wrong, seconds = 0, 0.0
for fold in task["wanted"]:
    learner = CN2UnorderedLearner()
    learner.rule_finder.search_algorithm.beam_width = 5
    start = time.process_time()
    model = learner(data[folds != fold])
    seconds += time.process_time() - start
    wrong += int((model(data[folds == fold]) != y[folds == fold]).sum())
tested = int(np.isin(folds, task["wanted"]).sum())
print(json.dumps({"seconds": seconds / len(task["wanted"]), "error": wrong / tested}))
"""


def as_task(table: Table, folds: np.ndarray, wanted: list[int]) -> dict[str, object]:
    """Return a table as plain data for the other Python."""
    columns = []
    for column in table.columns:
        missing = np.isnan(column.values) if column.kind == "numeric" else column.values < 0
        values = [
            None if gone else v for v, gone in zip(column.values.tolist(), missing, strict=True)
        ]
        columns.append({"name": column.name, "levels": list(column.levels), "values": values})
    target = table.target
    return {
        "columns": columns,
        "classes": list(target.levels),
        "labels": target.values.tolist(),
        "folds": folds.tolist(),
        "wanted": wanted,
    }


def ours(table: Table, folds: np.ndarray, wanted: list[int]) -> tuple[float, float]:
    """Return processor seconds of a fit and the error over the wanted folds."""
    wrong, seconds = 0, 0.0
    labels = np.array(table.target.levels)[table.target.values]
    CN2Classifier(n_jobs=1).fit_table(table.take(np.arange(0, table.n_rows, 7)))
    for fold in wanted:
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        start = time.process_time()
        model = CN2Classifier(n_jobs=1).fit_table(table.take(train))
        seconds += time.process_time() - start
        wrong += int((model.rules_.predict(table.take(test)) != labels[test]).sum())
    return seconds / len(wanted), wrong / int(np.isin(folds, wanted).sum())


def main() -> None:
    """Print one line a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--orange", default=sys.executable, help="Python with orange3")
    parser.add_argument("--tables", default="credit-a,kr-vs-kp,soybean")
    parser.add_argument("--folds", type=int, default=10, help="of ten, how many to run")
    args = parser.parse_args()
    print("table          ours s  Orange s  ratio  ours % Orange %")
    for name in args.tables.split(","):
        table = public_table(Path(args.data_dir), name)
        folds = stratified_folds(table.target.values, 10)
        wanted = list(range(args.folds))
        seconds, error = ours(table, folds, wanted)
        answer = subprocess.run(
            [args.orange, "-c", ORANGE],
            input=json.dumps(as_task(table, folds, wanted)),
            capture_output=True,
            text=True,
            check=True,
        )
        theirs = json.loads(answer.stdout)
        ratio = theirs["seconds"] / seconds
        times = f"{seconds:8.3f} {theirs['seconds']:9.2f} {ratio:6.0f}"
        print(f"{name:12s} {times} {100 * error:7.2f} {100 * theirs['error']:8.2f}", flush=True)


if __name__ == "__main__":
    main()
