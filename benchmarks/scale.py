"""Fit seconds, peak memory and growth exponent of greedy and layered search.

Each fit runs in a process of its own, so that peak memory is its own. The exponent is the slope of
log seconds on log rows over the generated tables.
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

from conjunct import LayeredRuleClassifier
from conjunct.encode import encode
from generated import mixed_table
from public_tables import add_data_dir, public_table


def fit_once(source: str, search: str, folder: Path, max_rules: int | None) -> dict[str, object]:
    """Fit on one table and return time, memory and size."""
    table = mixed_table(int(source)) if source.isdigit() else public_table(folder, source)
    LayeredRuleClassifier(search, promises=False).fit_table(mixed_table(200))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    model = LayeredRuleClassifier(search, max_rules=max_rules, promises=False, n_jobs=-1)
    model.fit_table(table)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "rows": table.n_rows,
        "seconds": seconds,
        "rules": len(model.rules_),
        "conditions": model.rules_.n_conditions,
        "peak_mb": peak / 1024,
        "added_mb": (peak - before) / 1024,
        "coded_mb": encode(table).nbytes / 2**20,
    }


def main() -> None:
    """Print one line for each table and search, then the exponents."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--tables", default="10000,100000,1000000,letter,adult")
    parser.add_argument("--searches", default="greedy,layered")
    parser.add_argument("--max-rules", type=int, default=None)
    parser.add_argument("--limit", type=float, default=900, help="seconds for one fit")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(fit_once(*args.one, args.data_dir, args.max_rules)))
        return
    print(f"{'table':>10s} {'search':8s} seconds   rules conditions  peak MB  added MB  coded MB")
    points: dict[str, list[tuple[float, float]]] = {}
    for source in args.tables.split(","):
        for search in args.searches.split(","):
            command = [sys.executable, __file__, "--one", source, search]
            command += ["--data-dir", str(args.data_dir)]
            command += ["--max-rules", str(args.max_rules)] if args.max_rules else []
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=args.limit, check=True
                )
            except subprocess.TimeoutExpired:
                print(f"{source:>10s} {search:8s} stopped after {args.limit:.0f} s", flush=True)
                continue
            out = json.loads(done.stdout)
            print(
                f"{source:>10s} {search:8s} {out['seconds']:7.2f} {out['rules']:7d} "
                f"{out['conditions']:10d} {out['peak_mb']:8.0f} {out['added_mb']:9.0f} "
                f"{out['coded_mb']:9.1f}",
                flush=True,
            )
            if source.isdigit():
                points.setdefault(search, []).append(
                    (math.log(out["rows"]), math.log(out["seconds"]))
                )
    for search, line in points.items():
        if len(line) > 1:
            (x0, y0), (x1, y1) = line[0], line[-1]
            print(f"{search}: seconds grow as rows to the power {(y1 - y0) / (x1 - x0):.2f}")


if __name__ == "__main__":
    main()
