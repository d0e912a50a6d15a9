"""How much sooner a small card is learned with several threads than with one.

    python benchmarks/threads_speedup.py --rows 1000000 --threads 2

Both ways are timed in turn on the same rows, 20 columns, and the shortest time of each counts. One
thread takes as long as its processor time where nothing else runs; where it takes much longer, the
cores are busy with something else and the ratio says nothing, which is told.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import pandas as pd

from conjunct import ScoreCardClassifier

BUSY = 1.1
"""Seconds for each second of processor time, from which on the cores were busy."""


def noisy_rows(n_rows: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Return 14 numeric and 6 nominal columns; three of them say something about the class."""
    random = np.random.default_rng(0)
    X = pd.DataFrame({f"n{i}": random.normal(size=n_rows).round(2) for i in range(14)})
    for i in range(6):
        X[f"c{i}"] = pd.Categorical.from_codes(random.integers(0, 6, n_rows), list("abcdef"))
    odds = 1.5 * (X.n0 > 0.5) + (X.n1 < -0.3) + 1.2 * (X.c2 == "b") - 1.5
    return X, (random.random(n_rows) < 1 / (1 + np.exp(-odds))).to_numpy().astype(int)


def timed(X: pd.DataFrame, y: np.ndarray, n_jobs: int) -> tuple[float, float, str]:
    """Fit once; return the time, the processor time and the model."""
    wall, processor = time.perf_counter(), time.process_time()
    model = ScoreCardClassifier(promises=False, n_jobs=n_jobs).fit(X, y)
    return time.perf_counter() - wall, time.process_time() - processor, model.rules_.to_json()


def main() -> None:
    """Print the shortest times, their ratio, and whether the models are equal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    X, y = noisy_rows(args.rows)
    timed(X[:70_000], y[:70_000], 1)  # compiles
    runs = [[timed(X, y, n) for n in (1, args.threads)] for _ in range(args.repeats)]
    one, several = (min(pair[at][:2] for pair in runs) for at in (0, 1))
    print(f"{args.rows:,} rows, 20 columns: s (processor s)")
    print(f"  1 thread   {one[0]:6.2f} ({one[1]:.2f})")
    print(f"{args.threads:3d} threads  {several[0]:6.2f} ({several[1]:.2f})")
    print(f"{one[0] / several[0]:.2f} times as fast")
    print("equal models" if len({run[2] for pair in runs for run in pair}) == 1 else "NOT EQUAL")
    if one[0] > BUSY * one[1]:
        print("The cores were busy with something else: measure again when they are idle.")


if __name__ == "__main__":
    main()
