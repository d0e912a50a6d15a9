"""Time of a fit with the learned heuristic over that with a classic one, side by side."""

from __future__ import annotations

import argparse

import numpy as np

from conjunct import SeCoClassifier
from fastest import fastest
from public_tables import add_data_dir, public_table

HEURISTICS = ("correlation", "laplace", "m_estimate", "learned")


def main() -> None:
    """Print one line a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument(
        "--tables", default="vote,credit-a,diabetes,soybean,colic,sonar,lymph,segment"
    )
    args = parser.parse_args()
    print(f"{'table':16}", *(f"{name:>22}" for name in HEURISTICS), "  learned / correlation")
    ratios = []
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        learners = [SeCoClassifier(heuristic) for heuristic in HEURISTICS]
        times = [fastest(lambda one=one, table=table: one.fit_table(table)) for one in learners]
        sizes = [one.rules_.n_conditions for one in learners]
        cells = (
            f"{time:9.1f} ms, {size:5d} tests" for time, size in zip(times, sizes, strict=True)
        )
        ratios.append(times[-1] / times[0])
        print(f"{name:16}", *cells, f"  {ratios[-1]:.2f}", flush=True)
    print(f"mean ratio {np.mean(ratios):.2f}, largest {max(ratios):.2f}")


if __name__ == "__main__":
    main()
