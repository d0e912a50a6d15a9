"""CN2 with a beam of 5 beside Orange's: processor seconds of a fit and 10-fold error, same folds.

On first use, Orange is installed in an environment of its own in the folder ``--work``.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from peers.environments import required
from peers.field import CONJUNCT, ORANGE
from peers.folds import N_FOLDS, folds_of
from peers.means import means
from peers.tables import write_dataset
from peers.worker import Worker
from public_tables import add_data_dir, public_table


def main() -> None:
    """Print one line per table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    default = Path(__file__).parents[1] / ".peers"
    parser.add_argument("--work", type=Path, default=default, help="folder of environments")
    parser.add_argument("--tables", default="credit-a,kr-vs-kp,soybean")
    parser.add_argument("--folds", type=int, default=N_FOLDS, help="of ten, how many to run")
    args = parser.parse_args()
    ours, orange = (
        Worker(required(environment, args.work / "environments"))
        for environment in (CONJUNCT, ORANGE)
    )
    print("table          ours s  Orange s  ratio  ours % Orange %")
    for name in args.tables.split(","):
        table = public_table(args.data_dir, name)
        with tempfile.TemporaryDirectory() as folder:
            dataset = write_dataset(table, name, folds_of(table, name, None), Path(folder))
            mine = means(ours, ["cn2"], dataset, range(args.folds))
            theirs = means(orange, ["cn2-beam-5"], dataset, range(args.folds))
        ratio = theirs["seconds"] / mine["seconds"]
        times = f"{mine['seconds']:8.3f} {theirs['seconds']:9.2f} {ratio:6.0f}"
        print(f"{name:12s} {times} {mine['error']:7.2f} {theirs['error']:8.2f}", flush=True)


if __name__ == "__main__":
    main()
