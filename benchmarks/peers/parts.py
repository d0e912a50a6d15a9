"""Parts of the page: learners on one set of tables, with a description of the tables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conjunct.errors import DataError
from peers.folds import folds_of
from peers.summary import Standing
from peers.tables import Dataset, write_dataset
from protocol.divisions import MOST_ROWS, N_FOLDS, N_SEEDS, divisions
from protocol.sides import tables_on
from public_tables import public_table

CONFIRM = f"""\
No choice of the second version of the score cards was made on these tables; a digest of their
names chose them (``benchmarks/protocol``). The rows of each are divided {N_SEEDS} times into
{N_FOLDS} folds, stratified by class; learners with a seed get another one each time. Of tables
with more than {MOST_ROWS:,} rows as many are drawn. Behind ± is the standard error of the mean
over the divisions; without it a learner was run on the first division only."""
GIVEN = "The tables that were asked for, in ten folds each."


@dataclass(frozen=True, eq=False)
class Part:
    """A set of tables with the results of learners.

    Parameters
    ----------
    name, title, about : str
        Name of the set for programs, and its title and description for people.
    datasets : sequence of Dataset
        One for each table, or one for each table and seed.
    found : sequence of Standing
        Results of the learners; empty before they are measured.
    """

    name: str
    title: str
    about: str
    datasets: Sequence[Dataset]
    found: Sequence[Standing] = ()

    @property
    def tables(self) -> list[Dataset]:
        """One dataset for each table."""
        return list({one.name: one for one in reversed(self.datasets)}.values())[::-1]

    def on_two_classes(self) -> list[Standing]:
        """Return the results on the tables with two classes; empty without such tables."""
        names = [table.name for table in self.tables if len(table.classes) == 2]
        return [one.on(names) for one in self.found] if names else []


def parts_of(args: argparse.Namespace) -> list[Part]:
    """Read the tables, and write the files for the workers."""
    if not args.data_dir.is_dir():
        raise DataError(f"{args.data_dir} is no folder; name one with ARFF tables by --data-dir")
    if args.folds is not None and not args.folds.is_dir():
        raise DataError(f"{args.folds} is no folder; leave --folds out to have folds made")
    if args.tables:
        return [Part("given", "Tables", GIVEN, folded(args, args.tables))]
    within = args.work / "tables"
    confirming = divisions(args.data_dir, tables_on("confirm"), within)
    return [Part("confirm", "Confirm tables", CONFIRM, confirming)]


def folded(args: argparse.Namespace, names: Sequence[str]) -> list[Dataset]:
    """Return tables in their fixed folds."""
    if list(names) == ["all"]:
        names = sorted(path.stem for path in args.data_dir.glob("*.arff"))
    found = []
    for name in names:
        if not (args.data_dir / f"{name}.arff").is_file():
            raise DataError(f"{args.data_dir} has no {name}.arff; choose other --tables")
        table = public_table(args.data_dir, name)
        folds = folds_of(table, name, _folder(args))
        found.append(write_dataset(table, name, folds, args.work / "tables"))
    return found


def _folder(args: argparse.Namespace) -> Path | None:
    beside = args.data_dir.parent / "peers" / "folds"
    return args.folds or (beside if beside.is_dir() else None)
