"""Run a learner on the design tables or on the confirm tables, and compare it with another run.

    python benchmarks/protocol --learner card --params size=small --on design --name before
    python benchmarks/protocol --learner card --params size=small --on design --against before

Choices are made on design tables. A choice that was made is run once on confirm tables and entered
in log.md beside this file, with both numbers; a gain that does not confirm is taken back. Each seed
divides the rows anew, stratified by class, and is the random_state of learners that have one.
Results are kept as they arrive, by the code that made them: the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

if not __package__:  # started by the path of the folder
    sys.path[0] = str(Path(__file__).parents[1])

from conjunct.cli.streams import complain, inform, say
from conjunct.errors import ConjunctError, DataError
from conjunct.files import write_text
from peers.environments import WEKA_JAR
from peers.field import CONJUNCT, FIELD, Learner
from peers.measure import Bench, measured
from peers.workers.ours import KINDS, model
from protocol.divisions import N_FOLDS, N_SEEDS, divisions
from protocol.runs import path_of, read, run_of, save
from protocol.sides import LISTED, as_csv, tables_on
from protocol.text import as_text, compared_text
from public_tables import add_data_dir, public_table

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python benchmarks/protocol",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data_dir(parser)
    parser.add_argument("--learner", help=f"{', '.join(KINDS)}, or the name of a peer")
    parser.add_argument("--params", nargs="*", default=[], metavar="NAME=VALUE", help="of ours")
    parser.add_argument("--on", choices=("design", "confirm"), default="design")
    parser.add_argument("--tables", nargs="+", metavar="NAME", help="of that side; all if absent")
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--folds", type=int, default=N_FOLDS)
    parser.add_argument("--name", help="to keep the run under; learner and parameters if absent")
    parser.add_argument("--against", metavar="NAME", help="a run that was kept, to compare with")
    parser.add_argument("--limit", type=float, default=60.0, help="processor seconds of a fit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="side by side")
    parser.add_argument("--work", type=Path, default=ROOT / ".peers", help="environments, results")
    parser.add_argument("--weka", type=Path, default=WEKA_JAR, help="weka.jar")
    parser.add_argument("--list", action="store_true", help="write tables.csv anew, and stop")
    args = parser.parse_args(given)
    if args.limit <= 0 or args.jobs < 1 or args.seeds < 1 or args.folds < 2:
        parser.error("--limit, --jobs and --seeds must be above zero, --folds above one")
    if not args.list and not args.learner:
        parser.error("name a --learner, or write the list of tables by --list")
    return args


def learner_of(name: str, params: Sequence[str]) -> Learner:
    """Return the learner that the options name.

    Ours makes no promises about its rules unless asked to: they change no prediction.
    """
    if name in KINDS:
        key = " ".join([name, *params])
        try:
            has = model(key).get_params()
        except (TypeError, ValueError) as error:
            raise DataError(f"--params of {name} are wrong: {error}; write NAME=VALUE") from error
        if not any(one.startswith("promises=") for one in params) and "promises" in has:
            key += " promises=False"
        return Learner(" ".join([name, *params]), CONJUNCT, key, has_seed="random_state" in has)
    peers = {one.name: one for one in FIELD if not one.is_ours}
    if name not in peers:
        known = ", ".join([*KINDS, *peers])
        raise DataError(f"no learner is called {name!r}; choose of {known}")
    if params:
        raise DataError(f"{name} runs with its defaults; leave --params out")
    return peers[name]


def write_list(data_dir: Path) -> Path:
    """Write the file that lists the tables of both sides."""
    names = sorted(path.stem for path in data_dir.glob("*.arff"))
    return write_text(LISTED, as_csv({name: public_table(data_dir, name).n_rows for name in names}))


def run(args: argparse.Namespace) -> None:
    """Run, print and keep."""
    learner = learner_of(args.learner, args.params)
    names = tables_on(args.on, args.tables)
    folder = args.work / "runs"
    other = read(args.against, path_of(args.against, args.on, folder)) if args.against else None
    tables = divisions(args.data_dir, names, args.work / "tables", args.seeds, args.folds)
    bench = Bench(args.work, args.weka, args.limit, args.jobs)
    [standing] = measured([learner], tables, bench)
    name = args.name or learner.name
    found = run_of(name, standing)
    say(as_text(found, f" of the {args.on} side, {args.seeds} seeds, {args.folds} folds"))
    if other is not None:
        say("\n" + compared_text(found, other))
    inform(f"kept as {save(found, path_of(name, args.on, folder))}")


def main(given: Sequence[str] | None = None) -> int:
    """Do what the options say."""
    args = arguments(given)
    try:
        if not args.data_dir.is_dir():
            raise DataError(f"{args.data_dir} is no folder; name one with ARFF tables")
        if args.list:
            inform(f"wrote {write_list(args.data_dir)}")
        else:
            run(args)
    except ConjunctError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
