"""A small card from Parquet files larger than its memory limit: time, memory, growth.

    python benchmarks/mapped_rows.py --rows 1000000,4000000 --folder FOLDER

Files of 20 columns (12 of numbers, 8 of categories) are written to the folder once. Each number of
rows is learned in a process of its own by ``engine="mapped"``, after a small fit that compiles.
Memory is the peak of the process's private memory, without the pages of mapped files, which the
system may drop. One counting pass, over all refinements of ten covers of two conditions, is
measured on mapped codes and on a copy of them in memory, in turns.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd

from conjunct import ScoreCardClassifier, read_table
from conjunct.count import ranked_by_content
from conjunct.count.engines import rooms_of
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedTable, encode

FILE_ROWS = 1_000_000
LEVELS = np.array(list("abcdefghijkl"))


def write_file(path: Path, n_rows: int, seed: int) -> None:
    """Write rows whose class depends on five of the columns."""
    random = np.random.default_rng(seed)
    numbers = {f"n{at}": random.normal(size=n_rows).round(2 + at % 3) for at in range(12)}
    codes = {f"c{at}": random.integers(0, 3 + at, n_rows) for at in range(8)}
    signal = (numbers["n0"] > 0.5) * 1.5 + (numbers["n1"] < -0.3) + (codes["c2"] == 1) * 1.2
    signal += (numbers["n2"] > 0) * (codes["c3"] == 0) * 2 - (codes["c7"] > 5) - 1.5
    label = random.random(n_rows) < 1 / (1 + np.exp(-signal))
    texts = {name: pd.Categorical(LEVELS[own]) for name, own in codes.items()}
    frame = pd.DataFrame({**numbers, **texts, "label": np.where(label, "yes", "no")})
    frame.to_parquet(path, row_group_size=200_000)


def folder_of(folder: Path, n_rows: int) -> Path:
    """Return a folder with the given number of rows; write it if it does not exist."""
    own = folder / f"rows_{n_rows}"
    own.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(range(0, n_rows, FILE_ROWS)):
        path = own / f"{number:04d}.parquet"
        if not path.exists():
            write_file(path, min(FILE_ROWS, n_rows - start), number)
    return own


class Watch(threading.Thread):
    """Records the peak of the process's private memory, in MB."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0.0

    def run(self) -> None:
        """Check ten times per second."""
        while True:
            lines = Path("/proc/self/status").read_text().splitlines()
            own = next(line for line in lines if line.startswith("RssAnon"))
            self.peak = max(self.peak, int(own.split()[1]) / 1024)
            time.sleep(0.1)


def card() -> ScoreCardClassifier:
    """Return the learner of the card."""
    return ScoreCardClassifier(engine="mapped", promises=False, n_jobs=1)


def fit_once(folder: Path) -> dict[str, float]:
    """Learn from a folder and return time, memory and size."""
    small = folder.parent / "small.parquet"
    if not small.exists():
        write_file(small, 20_000, 0)
    card().fit(small, "label")
    watch = Watch()
    watch.start()
    start = time.process_time()
    with rooms_of("mapped"):
        table = read_table(folder, "label")
    read = time.process_time()
    model = card().fit_table(table)
    done = time.process_time()
    return {
        "rows": table.n_rows,
        "read": read - start,
        "learn": done - read,
        "peak_mb": watch.peak,
        "conditions": model.rules_.n_conditions,
    }


def count_once(folder: Path, repeats: int = 5) -> dict[str, float]:
    """Return processor seconds of a counting pass on mapped codes and on a copy in memory."""
    with rooms_of("mapped"):
        mapped = ranked_by_content(encode(read_table(folder, "label"), max_codes=255))
        engines = {"mapped": LocalEngine(mapped)}
    copy = CodedTable(
        mapped.columns,
        *(np.array(one) for one in (mapped.narrow, mapped.wide, mapped.place, mapped.labels)),
        mapped.classes,
        np.array(mapped.ranks),
    )
    engines["memory"] = LocalEngine(copy)
    return {name: min(_passes(engine, repeats)) for name, engine in engines.items()}


def _passes(engine: LocalEngine, repeats: int) -> list[float]:
    tests = np.array([[column, 2, 1] for column in range(10)])
    once = engine.refine(np.repeat(engine.root(), 10), tests)
    twice = engine.refine(once, np.roll(tests, 1, axis=0))
    channels, times = np.arange(engine.n_classes), []
    for _ in range(repeats):
        start = time.process_time()
        engine.count(twice, channels)
        times.append(time.process_time() - start)
    return times


def _in_process(what: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--one", what, "--folder", str(folder)]
    environment = {**os.environ, "TMPDIR": str(folder.parent)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print a line for each number of rows, then the exponent and the counting pass."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default="1000000,4000000")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--one", choices=("fit", "count"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps({"fit": fit_once, "count": count_once}[args.one](args.folder)))
        return
    points = []
    print("      rows  read s  learn s  own memory MB  conditions")
    for n_rows in map(int, args.rows.split(",")):
        found = _in_process("fit", folder_of(args.folder, n_rows))
        points.append((math.log(n_rows), math.log(found["read"] + found["learn"])))
        print(
            f"{n_rows:10,d} {found['read']:7.1f} {found['learn']:8.1f} {found['peak_mb']:14.0f} "
            f"{found['conditions']:11d}",
            flush=True,
        )
        counted = _in_process("count", folder_of(args.folder, n_rows))
        ratio = counted["mapped"] / counted["memory"]
        print(
            f"           a counting pass takes {ratio:.2f} times as long as in memory", flush=True
        )
    if len(points) > 1:
        (x1, y1), (x2, y2) = points[0], points[-1]
        print(f"time grows with exponent {(y2 - y1) / (x2 - x1):.2f}")


if __name__ == "__main__":
    main()
