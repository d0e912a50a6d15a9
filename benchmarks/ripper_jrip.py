"""`RipperClassifier` beside Weka's JRip: 10-fold error, conditions and processor time of a fit.

    python benchmarks/ripper_jrip.py --weka /usr/share/java/weka.jar

Both learn from the same folds, ``folds/NAME.txt`` in the folder ``--peers`` (one fold number per
row), with seeds 1, 2 and so on, taking turns table by table. JRip needs a JDK. Java compiles at run
time, so its time depends on ``--java``: the time of the fitting thread, after one fit of the table
(``warm``) or on the first run (``first``); or of all threads of a Java process that learns the
whole table once, minus those of one that learns ZeroR (``process``). Without ``--weka``, JRip's
numbers come from ``results.csv`` in the folder ``--peers``.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from conjunct import RipperClassifier
from conjunct.data import Table
from peers.environments import required
from peers.field import WEKA
from peers.folds import folds_of
from peers.means import means
from peers.tables import Dataset, write_dataset
from peers.worker import Worker
from public_tables import CORE14, add_data_dir, public_table


def ours(table: Table, folds: np.ndarray, seeds: int, wanted: int) -> tuple[float, ...]:
    """Return error in percent, conditions and processor seconds of a fit."""
    labels = np.array(table.target.levels)[table.target.values]
    wrong, conditions, seconds = 0, 0, 0.0
    RipperClassifier(random_state=0, promises=False).fit_table(
        table.take(np.arange(0, table.n_rows, 7))
    )
    for fold in range(wanted):
        train, test = (table.take(np.flatnonzero(part)) for part in (folds != fold, folds == fold))
        for seed in range(1, seeds + 1):
            start = time.process_time()
            rules = RipperClassifier(random_state=seed, promises=False).fit_table(train).rules_
            seconds += time.process_time() - start
            conditions += rules.n_conditions
            wrong += int((rules.predict(test) != labels[folds == fold]).sum())
    fits = seeds * wanted
    tested = seeds * int((folds < wanted).sum())
    return 100 * wrong / tested, conditions / fits, seconds / fits


def weka(worker: Worker, dataset: Dataset, seeds: int, wanted: int) -> tuple[float, ...]:
    """Return the same numbers for JRip."""
    keys = [f"rules.JRip -S {seed}" for seed in range(1, seeds + 1)]
    found = means(worker, keys, dataset, range(wanted))
    return found["error"], found["conditions"], found["seconds"]


def process_seconds(jar: str, arff: Path) -> float:
    """Return the seconds of a Java process with JRip minus one with ZeroR; shortest of three."""

    def taken(learner: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["java", "-cp", jar, learner, "-t", str(arff), "-no-cv", "-v", "-o"]
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    jrip, zero = (
        min(taken(f"weka.classifiers.rules.{name}") for _ in range(3)) for name in ("JRip", "ZeroR")
    )
    return jrip - zero


def published(peers: Path) -> dict[str, tuple[float, ...]]:
    """Return JRip's numbers by table."""
    with (peers / "results.csv").open(encoding="utf-8") as lines:
        return {
            line["dataset"]: (
                100 * float(line["error"]),
                float(line["conditions"]),
                float(line["fit_seconds"]),
            )
            for line in csv.DictReader(lines)
            if line["peer"] == "JRip"
        }


def main() -> None:
    """Print one line per table, and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    default = Path(__file__).parents[2] / "shared" / "peers"
    parser.add_argument("--peers", type=Path, default=default, help="results.csv and folds")
    parser.add_argument("--weka", help="weka.jar: run JRip, instead of reading its numbers")
    parser.add_argument("--tables", nargs="*", default=list(CORE14))
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--folds", type=int, default=10, help="of ten, how many to run")
    parser.add_argument("--java", choices=("warm", "first", "process"), default="warm")
    args = parser.parse_args()
    print("                     error %         conditions          CPU seconds")
    print("table             ours    JRip      ours    JRip       ours     JRip  JRip / ours")
    lines = []
    worker = None
    if args.weka:
        ready = required(WEKA, args.data_dir, Path(args.weka))
        worker = Worker(replace(ready, command=(*ready.command, args.java)))
    for name in args.tables:
        table = public_table(args.data_dir, name)
        folds = folds_of(table, name, args.peers / "folds")
        mine = ours(table, folds, args.seeds, args.folds)
        if worker is not None:
            with tempfile.TemporaryDirectory() as folder:
                dataset = write_dataset(table, name, folds, Path(folder))
                theirs = weka(worker, dataset, args.seeds, args.folds)
            if args.java == "process":
                seconds = process_seconds(args.weka, args.data_dir / f"{name}.arff")
                theirs = (*theirs[:2], seconds)
        else:
            theirs = published(args.peers)[name]
        lines.append((mine, theirs))
        print(line(name, mine, theirs), flush=True)
    print(line("mean", *np.mean(lines, axis=0)))


def line(name: str, mine: tuple[float, ...], theirs: tuple[float, ...]) -> str:
    """Return a line of the table."""
    error, conditions, seconds = zip(mine, theirs, strict=True)
    return (
        f"{name:14} {error[0]:7.2f} {error[1]:7.2f}   {conditions[0]:7.1f} {conditions[1]:7.1f}"
        f"   {seconds[0]:8.4f} {seconds[1]:8.4f}  {seconds[1] / seconds[0]:11.1f}"
    )


if __name__ == "__main__":
    main()
