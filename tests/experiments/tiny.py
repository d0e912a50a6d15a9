"""A study of a few milliseconds on tables of a few rows."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

import numpy as np
from cloudpickle import register_pickle_by_value

from conjunct.data import Table, read_table
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.sources import Found
from conjunct.experiments.study import Results, Study
from conjunct.experiments.trial import Row, Trial


def run(table: Table, trial: Trial) -> Iterable[Row]:
    """Give two rows; `nap` milliseconds are slept, and trial `bad` fails."""
    time.sleep(int(trial.settings["nap"]) / 1000)
    if trial.number == trial.settings["bad"]:
        raise ZeroDivisionError("no half\nof it")
    rng = np.random.default_rng([trial.seed, trial.number])
    for part in ("first", "second"):
        yield {"part": part, "draw": float(rng.random()), "rows": table.n_rows, "none": None}


def findings(results: Results) -> Findings:
    """Count trials."""
    counts = tuple((table.name, len(results.rows[table.name])) for table in results.tables)
    lines = tuple((name, str(count)) for name, count in counts)
    grid = Grid("counts", "Trials", ("table", "trials"), lines, ("table", "trials"), counts)
    return Findings((f"{results.trials} trials wanted",), (grid,))


STUDY = Study(
    name="tiny",
    title="A study for tests",
    source="no paper",
    tables=("left", "right"),
    trials=3,
    seconds=0.01,
    run=run,
    findings=findings,
    settings={"nap": 0, "bad": -1},
)


def table(name: str, n_rows: int = 8) -> Table:
    """Return a table of two columns."""
    columns = {"x": list(range(n_rows)), "y": ["ab"[n % 2] for n in range(n_rows)]}
    return read_table(columns, target="y")


def found(n_rows: int = 8) -> Found:
    """Return both tables of the study."""
    return Found(tuple((name, table(name, n_rows)) for name in STUDY.tables))


register_pickle_by_value(sys.modules[__name__])  # workers need not find the tests
