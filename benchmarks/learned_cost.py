"""Processor time of a fit with the learned heuristic beside that with classic ones.

The heuristics take turns, and the shortest time of each counts.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from conjunct import SeCoClassifier
from public_tables import add_data_dir, public_table

HEURISTICS = ("correlation", "laplace", "m_estimate", "learned")
ROUNDS = 15


def main() -> None:
    """Print one line per table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument(
        "--tables", default="vote,credit-a,diabetes,soybean,colic,sonar,lymph,segment"
    )
    args = parser.parse_args()
    print(f"{'table':12}", *(f"{name:>22}" for name in HEURISTICS), "  learned / correlation")
    ratios = []
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        learners = [SeCoClassifier(heuristic, promises=False) for heuristic in HEURISTICS]
        times = np.array([[_milliseconds(one, table) for one in learners] for _ in range(ROUNDS)])
        fastest = times.min(axis=0).tolist()
        cells = (
            f"{time:9.1f} ms, {one.rules_.n_conditions:5d} tests"
            for time, one in zip(fastest, learners, strict=True)
        )
        ratios.append(fastest[-1] / fastest[0])
        print(f"{name:12}", *cells, f"  {ratios[-1]:.2f}", flush=True)
    print(f"mean ratio {np.mean(ratios):.2f}, largest {max(ratios):.2f}")


def _milliseconds(learner: SeCoClassifier, table: object) -> float:
    start = time.process_time()
    learner.fit_table(table)
    return 1e3 * (time.process_time() - start)


if __name__ == "__main__":
    main()
