"""What a study is: tables, what one trial on one table does, and what its results say."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from conjunct.data import Table
from conjunct.experiments.findings import Findings, cell, words_of
from conjunct.experiments.tables import TableFacts, paper
from conjunct.experiments.trial import Row, Settings, Trial


@dataclass(frozen=True)
class Results:
    """All rows of a run that are in the store, by table and trial.

    `tables` have a trial, those in `waiting` have none yet, and those in `absent` were not found.
    `trials` is the planned number per table.
    """

    tables: tuple[TableFacts, ...]
    rows: Mapping[str, list[list[Row]]]
    trials: int
    absent: tuple[str, ...] = ()
    settings: Settings = field(default_factory=dict)
    seed: int = 0
    waiting: tuple[str, ...] = ()

    @property
    def with_rows(self) -> list[TableFacts]:
        """The tables that have a row, in the order of the study."""
        return [table for table in self.tables if any(self.rows.get(table.name, ()))]

    @property
    def missing(self) -> dict[str, int]:
        """The number of finished trials of each table that is not complete yet."""
        done = {table.name: len(self.rows.get(table.name, ())) for table in self.tables}
        done.update(dict.fromkeys(self.waiting, 0))
        return {name: count for name, count in done.items() if count < self.trials}

    @property
    def is_complete(self) -> bool:
        """Whether every table has all its trials."""
        return not self.absent and not self.missing


@dataclass(frozen=True)
class Study:
    """A published or own experiment.

    `source` is the paper and the place in it, or what the study is for. `trials` is the default
    number per table, `seconds` the processor time of one trial on all tables, on one core
    (``python benchmarks/study_times.py``; for ``meta`` and ``honesty`` part of a longer run). `run`
    does one trial on one table; workers import it from its module. `settings` have the defaults of
    what can be varied, `paper` what the paper says.
    """

    name: str
    title: str
    source: str
    tables: tuple[str, ...]
    trials: int
    seconds: float
    run: Callable[[Table, Trial], Iterable[Row]]
    findings: Callable[[Results], Findings]
    settings: Settings = field(default_factory=dict)
    paper: Mapping[str, Any] = field(default_factory=dict)


def make_study(
    name: str,
    run: Callable[[Table, Trial], Iterable[Row]],
    findings: Callable[[Results], Findings],
    **settings: int | float | str,
) -> Study:
    """Return a study whose title, source, tables (else its paper's) and trials are in its words.

    Without a row in any trial there is only the sentence ``none`` to say.
    """
    words = words_of(name)
    said = words.said

    def shown(results: Results) -> Findings:
        if any(map(any, results.rows.values())) or "none" not in said["say"]:
            return findings(results)
        return Findings((words.say("none"),))

    known = paper(said["paper"]) if "paper" in said else {}
    source = cell(said["source"], {"paper": known.get("paper", "")})
    tables = tuple(said["tables"] if "tables" in said else known["tables"])
    numbers = said["trials"], said["seconds"]
    return Study(name, said["title"], source, tables, *numbers, run, shown, settings, known)


REFERENCE = 0.031  # seconds of the calibration job where the times of the studies were measured


def expected_seconds(study: Study, trials: int, n_jobs: int, slowness: float = 1.0) -> float:
    """Return the time of a study on all its tables."""
    return study.seconds * trials * slowness / n_jobs


def machine_slowness() -> float:
    """Return how many times slower one core is here than there: the least disturbed of five."""
    return min(calibration_seconds() for _ in range(5)) / REFERENCE


def duration_text(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 10 else f"{round(hours)} h"


def calibration_seconds() -> float:
    """Return the time of a job that sorts, gathers and counts integers, as rule learning does."""
    values = np.random.default_rng(0).integers(0, 1 << 20, 200_000)
    start = time.process_time()
    for _ in range(2):
        order = np.argsort(values, kind="stable")
        np.bincount(values[order] & 1023, minlength=1024).cumsum()
        np.flatnonzero(values & 1)
    return time.process_time() - start
