"""A run: the results of one learner on every table of a side, by seed, in a file of its own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from conjunct.errors import DataError
from conjunct.files import write_text
from peers.summary import Standing

MEASURES = ("error", "log_loss", "auc", "conditions", "points", "rules", "seconds")
BySeed = Mapping[str, Sequence[float]]


@dataclass(frozen=True, eq=False)
class Run:
    """The results of one learner on a side.

    Parameters
    ----------
    name : str
        Name of the run, for people.
    tables : mapping of str to mapping of str to sequence of float
        One value per seed, by table and by measure; measures that a table or a learner lacks are
        left out.
    missing : mapping of str to str
        Tables without results, and why.
    """

    name: str
    tables: Mapping[str, BySeed]
    missing: Mapping[str, str]

    def mean(self, measure: str) -> float | None:
        """Return the mean over seeds and over the tables that have the measure."""
        found = [np.mean(values[measure]) for values in self.tables.values() if measure in values]
        return float(np.mean(found)) if found else None

    def standard_error(self, measure: str) -> float | None:
        """Return the standard error of the mean over seeds; the tables are taken as given."""
        found = [values[measure] for values in self.tables.values() if measure in values]
        n_seeds = min(map(len, found), default=0)
        if n_seeds < 2:
            return None
        means = np.mean([values[:n_seeds] for values in found], axis=0)
        return float(np.std(means, ddof=1) / np.sqrt(n_seeds))


def run_of(name: str, standing: Standing) -> Run:
    """Return the run of a learner's results."""
    tables, missing = {}, {}
    for table, found in standing.tables.items():
        if found.why:
            missing[table] = found.why
            continue
        seeds = found.by_seed or (found.values,)
        tables[table] = {
            measure: [one[measure] for one in seeds] for measure in MEASURES if measure in seeds[0]
        }
    return Run(name, tables, missing)


def path_of(name: str, side: str, folder: Path) -> Path:
    """Return the path of a saved run."""
    plain = re.sub(r"[^\w=.,-]+", "_", name)
    return folder / f"{plain}-{side}.csv"


def save(run: Run, path: Path) -> Path:
    """Write one line for each table and seed."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["table", "seed", *MEASURES, "missing"])
    for table, values in run.tables.items():
        for seed in range(len(values["error"])):
            cells = [repr(values[one][seed]) if one in values else "" for one in MEASURES]
            writer.writerow([table, seed, *cells, ""])
    for table, why in run.missing.items():
        writer.writerow([table, "", *[""] * len(MEASURES), why])
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_text(path, text.getvalue())


def read(name: str, path: Path) -> Run:
    """Return a saved run."""
    if not path.is_file():
        raise DataError(f"there is no run {name!r} ({path}); run it first, under this --name")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    tables: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row["missing"]:
            continue
        values = tables.setdefault(row["table"], {})
        for measure in MEASURES:
            if row[measure]:
                values.setdefault(measure, []).append(float(row[measure]))
    return Run(name, tables, {row["table"]: row["missing"] for row in rows if row["missing"]})
