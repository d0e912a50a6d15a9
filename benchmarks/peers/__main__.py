"""Measure the field: rule learners and trees of other packages beside ours, on the same folds.

Every peer gets a virtual environment of its own in the folder --work. Results are kept there as
they arrive: a run that was interrupted goes on where it was, and only what is new is run.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from conjunct.cli.streams import complain, inform, say
from conjunct.errors import ConjunctError, DataError
from peers.environments import WEKA_JAR
from peers.field import chosen
from peers.folds import folds_of
from peers.measure import Bench, measured
from peers.page import write_page
from peers.report import as_markdown, write_files
from peers.tables import Dataset, write_dataset
from public_tables import CORE14, add_data_dir, public_table

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
        default=list(CORE14),
        metavar="NAME",
        help="or: all; CORE14 if absent",
    )
    parser.add_argument("--learners", nargs="+", metavar="NAME", help="all if absent")
    parser.add_argument("--limit", type=float, default=300.0, help="processor seconds of a fit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="side by side")
    parser.add_argument("--work", type=Path, default=ROOT / ".peers", help="environments, results")
    parser.add_argument("--weka", type=Path, default=WEKA_JAR, help="weka.jar")
    parser.add_argument("--docs", type=Path, help="folder to write the page and pictures into, too")
    args = parser.parse_args(given)
    if args.limit <= 0 or args.jobs < 1:
        parser.error("--limit and --jobs must be above zero")
    return args


def datasets(args: argparse.Namespace) -> list[Dataset]:
    """Read the tables, and write what the workers read."""
    if not args.data_dir.is_dir():
        raise DataError(f"{args.data_dir} is no folder; name one with ARFF tables by --data-dir")
    if args.folds is not None and not args.folds.is_dir():
        raise DataError(f"{args.folds} is no folder; leave --folds out to have folds made")
    names = args.tables
    if names == ["all"]:
        names = sorted(path.stem for path in args.data_dir.glob("*.arff"))
    folder = args.folds
    if folder is None and (args.data_dir.parent / "peers" / "folds").is_dir():
        folder = args.data_dir.parent / "peers" / "folds"
    found = []
    for name in names:
        if not (args.data_dir / f"{name}.arff").is_file():
            raise DataError(f"{args.data_dir} has no {name}.arff; choose other --tables")
        table = public_table(args.data_dir, name)
        folds = folds_of(table, name, folder)
        found.append(write_dataset(table, name, folds, args.work / "tables"))
    return found


def main(given: list[str] | None = None) -> int:
    """Measure, print the table, and write the files."""
    args = arguments(given)
    try:
        tables = datasets(args)
        bench = Bench(args.work, args.weka, args.limit, args.jobs)
        found = measured(chosen(args.learners), tables, bench)
        say(as_markdown(found))
        for path in write_files(found, args.work):
            inform(f"wrote {path}")
        if args.docs is not None:
            for path in write_page(found, tables, args.limit, args.docs):
                inform(f"wrote {path}")
    except ConjunctError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
