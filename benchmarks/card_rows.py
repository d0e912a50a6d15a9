"""Processor seconds and memory of a small card on up to a million rows of adult.

    python benchmarks/card_rows.py --rows 100000,300000,1000000

The rows are copies of those of the public table; the numbers of copies are changed by up to one
percent of the column's standard deviation, so that they differ. Each fit runs in a process of its
own, after a small fit that compiles the kernels. Memory is the peak beyond that of the data frame.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from conjunct import ScoreCardClassifier
from conjunct.data import Table
from public_tables import add_data_dir, public_table


def copies(table: Table, n_rows: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Return repeated rows of a table, with numbers changed a little."""
    assert table.target is not None
    random = np.random.default_rng(0)
    rows = np.arange(n_rows) % table.n_rows
    frame = {}
    for column in table.columns:
        values = column.values[rows]
        if column.kind == "numeric":
            spread = float(np.nanstd(column.values)) / 100
            moved = values + random.uniform(-spread, spread, n_rows)
            frame[column.name] = np.where(np.arange(n_rows) < table.n_rows, values, moved)
        else:
            frame[column.name] = pd.Categorical.from_codes(values, list(column.levels))
    return pd.DataFrame(frame), np.array(table.target.levels)[table.target.values[rows]]


def fit_once(n_rows: int, folder: Path) -> dict[str, float]:
    """Fit on copies of adult and return time, memory and size."""
    table = public_table(folder, "adult")
    ScoreCardClassifier(engine="local").fit(*copies(table, 5000))
    X, y = copies(table, n_rows)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, wall = time.process_time(), time.perf_counter()
    model = ScoreCardClassifier().fit(X, y)
    return {
        "seconds": time.process_time() - start,
        "wall": time.perf_counter() - wall,
        "added_mb": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
        "conditions": model.rules_.n_conditions,
    }


def main() -> None:
    """Print one line for each number of rows, then the exponent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_data_dir(parser)
    parser.add_argument("--rows", default="100000,300000,1000000")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(fit_once(args.one, args.data_dir)))
        return
    points = []
    print("     rows  processor s  wall s  added MB  conditions")
    for n_rows in map(int, args.rows.split(",")):
        command = [sys.executable, __file__, "--one", str(n_rows), "--data-dir", args.data_dir]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
        out = json.loads(done.stdout)
        points.append((math.log(n_rows), math.log(out["seconds"])))
        print(
            f"{n_rows:9,d} {out['seconds']:12.1f} {out['wall']:7.1f} {out['added_mb']:9.0f} "
            f"{out['conditions']:11.0f}",
            flush=True,
        )
    if len(points) > 1:
        slope = np.polyfit(*np.array(points).T, 1)[0]
        print(f"seconds grow as rows to the power {slope:.2f}")


if __name__ == "__main__":
    main()
