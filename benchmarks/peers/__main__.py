"""Measure the field: rule learners and trees of other packages beside ours, on the same folds.

Every peer gets a virtual environment of its own in the folder --work. Results are kept there as
they arrive, by the version and the code that made them: a run that was interrupted goes on where it
was, and only what is new is run. Ours are run anew after each change of the package. Slow peers are
run when they are named by --learners; what is kept of them is shown.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from conjunct.cli.streams import complain, inform, say
from conjunct.errors import ConjunctError
from peers.environments import WEKA_JAR
from peers.field import FIELD, chosen
from peers.measure import Bench, measured
from peers.page import write_page
from peers.parts import parts_of
from peers.report import as_markdown, write_files
from public_tables import add_data_dir

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="make peers", description=__doc__)
    add_data_dir(parser)
    parser.add_argument("--folds", type=Path, help="folder of NAME.txt with the fold of every row")
    parser.add_argument(
        "--tables",
        nargs="+",
        metavar="NAME",
        help="or: all; if absent the confirm tables",
    )
    parser.add_argument(
        "--learners", nargs="+", metavar="NAME", help="all that are quick if absent"
    )
    parser.add_argument("--limit", type=float, default=60.0, help="processor seconds of a fit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="side by side")
    parser.add_argument("--work", type=Path, default=ROOT / ".peers", help="environments, results")
    parser.add_argument("--weka", type=Path, default=WEKA_JAR, help="weka.jar")
    parser.add_argument("--docs", type=Path, help="folder to write the page and pictures into, too")
    args = parser.parse_args(given)
    if args.limit <= 0 or args.jobs < 1:
        parser.error("--limit and --jobs must be above zero")
    return args


def main(given: list[str] | None = None) -> int:
    """Measure, print the tables, and write the files."""
    args = arguments(given)
    try:
        learners = chosen(args.learners)
        idle = [] if args.learners else [one for one in FIELD if one.runs == "asked"]
        bench = Bench(args.work, args.weka, args.limit, args.jobs)
        parts = [
            replace(part, found=measured(learners, part.datasets, bench, idle))
            for part in parts_of(args)
        ]
        say(as_markdown(parts))
        for path in write_files(parts, args.work):
            inform(f"wrote {path}")
        if args.docs is not None:
            for path in write_page(parts, args.limit, args.docs):
                inform(f"wrote {path}")
    except ConjunctError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
