"""By how much the shipped heuristic beats correlation, with intervals over seeds and tables.

    python benchmarks/learned_margin.py --seeds 10

Rule lists of both heuristics are compared by 10-fold cross-validation on the evaluation tables of
the study `meta`, which were not used for learning the heuristic, with the folds of every seed.
``--rival`` names another classic heuristic.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from conjunct.evaluate import as_heuristic
from conjunct.experiments.judging import margin_over_seeds, margin_over_tables
from conjunct.experiments.meta import STUDY
from conjunct.experiments.meta_trials import folds_of, validated
from conjunct.experiments.tables import PUBLIC
from public_tables import add_data_dir, public_table

FOLDS = 10


def outcomes(folder: Path, name: str, rival: str, seed: int) -> np.ndarray:
    """Return accuracy in percent and conditions of the shipped heuristic, then of its rival."""
    known = PUBLIC.get(name)
    missing = "fails" if known is None else known.missing
    folds = list(folds_of(public_table(folder, name), FOLDS, seed))
    found = [validated(as_heuristic(one), folds, missing) for one in ("learned", rival)]
    return np.array([(100 - 100 * one["error"], one["conditions"]) for one in found])


def print_margins(gains: np.ndarray) -> None:
    """Print both intervals, from the seeds so far."""
    by_table = list(gains.T)
    print(f"      over {len(by_table)} tables: {margin_over_tables(by_table)}", flush=True)
    seeds = margin_over_seeds(by_table)
    if seeds is not None:
        print(f"      over {len(gains)} seeds, on these tables: {seeds}", flush=True)


def main() -> None:
    """Print one line per seed, with the intervals so far."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--rival", default="correlation")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tables = STUDY.tables
    print(f"{'seed':4}  learned, conditions  {args.rival}, conditions  points  better  worse")
    found = []
    for seed in range(args.seeds):
        jobs = (delayed(outcomes)(args.data_dir, name, args.rival, seed) for name in tables)
        found.append(np.array(Parallel(args.jobs)(jobs)))
        gains = np.round(found[-1][:, 0, 0] - found[-1][:, 1, 0], 9)
        (one, size), (other, rival_size) = found[-1].mean(axis=0)
        print(
            f"{seed:4}  {one:.2f} {size:12.1f}  {other:.2f} {rival_size:16.1f}  {one - other:+.2f}"
            f"  {np.sum(gains > 0):6} {np.sum(gains < 0):6}",
            flush=True,
        )
        print_margins(np.array(found)[:, :, 0, 0] - np.array(found)[:, :, 1, 0])


if __name__ == "__main__":
    main()
