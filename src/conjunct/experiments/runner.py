"""Run the trials of a study that are not yet in the store, in parallel, and gather its results."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from joblib import Parallel, effective_n_jobs

from conjunct.data import Table
from conjunct.errors import StudyError
from conjunct.estimators.workers import deaf_to_interrupts, ending, work
from conjunct.experiments.digest import code_version, table_digest
from conjunct.experiments.sources import Found
from conjunct.experiments.store import RunKey, Store, TrialKey
from conjunct.experiments.study import Results, Study
from conjunct.experiments.tables import facts_of
from conjunct.experiments.trial import Row, Settings, Trial

# Called with the number of trials that are in the store, and of all that should be.
OnTrial = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """What to run: trials per table, and the settings that differ from those of the study."""

    study: Study
    found: Found
    trials: int
    seed: int = 0
    settings: Settings = field(default_factory=dict)

    @property
    def all_settings(self) -> dict[str, int | float | str]:
        """The settings of the study, changed where the plan says so."""
        return {**self.study.settings, **self.settings}


# A trial, its seconds and its rows as JSON, or why it failed.
_Outcome = tuple[TrialKey, float, list[str]] | StudyError


def run_study(
    plan: Plan, store: Store, n_jobs: int | None = None, on_trial: OnTrial | None = None
) -> Results:
    """Run every trial of a plan that the store does not hold, and return all results.

    Trials run in parallel on the backend that ``joblib.parallel_config`` names; only this process
    writes to the store, each trial as it arrives, trial 0 of every table first. None for `n_jobs`
    leaves the number of processes to joblib, -1 is one per core. `on_trial` is called at the start
    and after every trial. A trial that fails ends the run with a `StudyError`; others are kept.
    """
    calls = _missing(plan, store)
    total = plan.trials * len(plan.found.tables)
    tell = on_trial or (lambda done, of: None)
    tell(total - len(calls), total)
    with ending(_outcomes(calls, n_jobs)) as outcomes:
        for done, outcome in enumerate(outcomes, total - len(calls) + 1):
            if isinstance(outcome, StudyError):
                raise outcome
            store.add(*outcome)
            tell(done, total)
    return gather(plan, store)


def gather(plan: Plan, store: Store) -> Results:
    """Return the results of a plan that are in the store so far."""
    run, there = _run_of(plan, store), dict[str, Table]()
    rows: dict[str, list[list[Row]]] = {}
    for name, table in plan.found.tables:
        trials = store.trials(run, name, table_digest(table))
        if own := [trials[number] for number in trials if number < plan.trials]:
            rows[name], there[name] = own, table
    return Results(
        tables=tuple(facts_of(*one, plan.study.paper) for one in there.items()),
        rows=rows,
        trials=plan.trials,
        absent=plan.found.absent,
        settings=plan.all_settings,
        seed=plan.seed,
        waiting=tuple(name for name, _ in plan.found.tables if name not in rows),
    )


def _run_of(plan: Plan, store: Store) -> int:
    version = code_version(plan.study.run)
    return store.run(RunKey.of(plan.study.name, version, plan.seed, plan.all_settings))


def _missing(plan: Plan, store: Store) -> list[Any]:
    """Return calls for what is to be done, in the order of the trials' numbers."""
    run, tasks = _run_of(plan, store), []
    for name, table in plan.found.tables:
        digest = table_digest(table)
        there = store.trials(run, name, digest)
        for number in set(range(plan.trials)) - there.keys():
            trial = Trial(name, number, plan.seed, plan.all_settings)
            tasks.append((TrialKey(run, name, digest, number), table, trial))
    tasks.sort(key=lambda task: task[0].number)
    return [work(_attempt)(plan.study.name, plan.study.run, *task) for task in tasks]


def _outcomes(calls: Sequence[Any], n_jobs: int | None) -> Generator[_Outcome, None, None]:
    """Yield trials as they are finished, in any order."""
    try:
        # Single trials, not batches: a killed run loses only those that were being done.
        parallel = Parallel(n_jobs=n_jobs, batch_size=1, return_as="generator_unordered")
    except ValueError:  # the backend returns lists only: a few trials per worker in one call
        size = 4 * effective_n_jobs(n_jobs)
        with Parallel(n_jobs=n_jobs, batch_size=1) as parallel:
            for start in range(0, len(calls), size):
                yield from parallel(calls[start : start + size])
        return
    with deaf_to_interrupts():
        running = parallel(calls)
    yield from running


def _attempt(
    name: str, run: Callable[[Table, Trial], Any], key: TrialKey, table: Table, trial: Trial
) -> _Outcome:
    """Do one trial. A failure is returned, not raised: joblib would drop finished trials for it."""
    start = time.perf_counter()
    try:
        rows = [json.dumps(dict(row), allow_nan=False) for row in run(table, trial)]
    except Exception as error:
        which = f"trial {trial.number} of {name} on {trial.table}"
        failure = StudyError(f"{which} failed: {type(error).__name__}: {error}")
        failure.add_note(traceback.format_exc())
        return failure
    return key, time.perf_counter() - start, rows
