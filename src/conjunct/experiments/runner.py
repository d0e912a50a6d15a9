"""Run the trials of a study that are not yet in the store, in parallel, and gather its results."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from joblib import Parallel, effective_n_jobs

from conjunct.data import Table
from conjunct.errors import StudyError
from conjunct.estimators.workers import deaf_to_interrupts, ending, work
from conjunct.experiments.digest import code_version, table_digest
from conjunct.experiments.sources import Found
from conjunct.experiments.store import RunKey, Store, TrialKey
from conjunct.experiments.study import Results, Row, Settings, Study, Trial
from conjunct.experiments.tables import facts_of

OnTrial = Callable[[int, int], None]
"""Called with the number of trials that are in the store, and of all that should be."""

_ROUND = 4
"""Trials per worker in one call, for backends that return results only as lists."""


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


class _Task(NamedTuple):
    key: TrialKey
    table: Table
    trial: Trial


class _Done(NamedTuple):
    key: TrialKey
    seconds: float
    rows: list[str]


class _Failed(NamedTuple):
    sentence: str
    trace: str


_Outcomes = Generator[_Done | _Failed, None, None]


def run_study(
    plan: Plan, store: Store, n_jobs: int | None = None, on_trial: OnTrial | None = None
) -> Results:
    """Run every trial of a plan that the store does not hold, and return all results.

    Trials run in parallel by joblib, on whatever backend ``joblib.parallel_config`` names; only
    this process writes to the store, each trial as it arrives. Trial 0 of every table comes
    first, then trial 1 and so on, so that results are useful before all trials are done.

    Parameters
    ----------
    plan : Plan
        What is to be run.
    store : Store
        Where trials are kept.
    n_jobs : int or None, default=None
        Number of processes; None leaves it to joblib, -1 is one per core.
    on_trial : callable or None
        Called at the start and after every trial.

    Raises
    ------
    StudyError
        When a trial fails or the store cannot be written. Finished trials stay in the store.
    """
    run = _run_of(plan, store)
    tasks = _missing(plan, store, run)
    total = plan.trials * len(plan.found.tables)
    done = total - len(tasks)
    if on_trial is not None:
        on_trial(done, total)
    with ending(_outcomes(plan.study, tasks, n_jobs)) as outcomes:
        for outcome in outcomes:
            _kept(outcome, store)
            done += 1
            if on_trial is not None:
                on_trial(done, total)
    return gather(plan, store)


def gather(plan: Plan, store: Store) -> Results:
    """Return the results of a plan that are in the store so far."""
    run = _run_of(plan, store)
    rows: dict[str, list[list[Row]]] = {}
    for name, table in plan.found.tables:
        trials = store.trials(run, name, table_digest(table))
        rows[name] = [trials[number] for number in trials if number < plan.trials]
    there = [(name, table) for name, table in plan.found.tables if rows[name]]
    return Results(
        tables=tuple(facts_of(*one, plan.study.listed.get(one[0])) for one in there),
        rows={name: trials for name, trials in rows.items() if trials},
        trials=plan.trials,
        absent=plan.found.absent,
        settings=plan.all_settings,
        seed=plan.seed,
        waiting=tuple(name for name, trials in rows.items() if not trials),
    )


def _run_of(plan: Plan, store: Store) -> int:
    version = code_version(plan.study.run)
    return store.run(RunKey.of(plan.study.name, version, plan.seed, plan.all_settings))


def _missing(plan: Plan, store: Store, run: int) -> list[_Task]:
    """List what is to be done, in the order of the trials' numbers."""
    tasks = []
    for name, table in plan.found.tables:
        digest = table_digest(table)
        there = store.numbers(run, name, digest)
        for number in range(plan.trials):
            if number not in there:
                trial = Trial(name, number, plan.seed, plan.all_settings)
                tasks.append(_Task(TrialKey(run, name, digest, number), table, trial))
    return sorted(tasks, key=lambda task: task.trial.number)


def _outcomes(study: Study, tasks: Sequence[_Task], n_jobs: int | None) -> _Outcomes:
    """Yield trials as they are finished, in any order."""
    calls = [work(_attempt)(study.name, study.run, task) for task in tasks]
    try:
        # Single trials, not batches: a killed run loses only those that were being done.
        parallel = Parallel(n_jobs=n_jobs, batch_size=1, return_as="generator_unordered")
    except ValueError:  # the backend returns lists only
        yield from _outcomes_in_rounds(calls, n_jobs)
        return
    with deaf_to_interrupts():
        running = parallel(calls)
    yield from running


def _outcomes_in_rounds(calls: Sequence[Any], n_jobs: int | None) -> Iterator[_Done | _Failed]:
    size = _ROUND * effective_n_jobs(n_jobs)
    with Parallel(n_jobs=n_jobs, batch_size=1) as parallel:
        for start in range(0, len(calls), size):
            yield from parallel(calls[start : start + size])


def _attempt(name: str, run: Callable[[Table, Trial], Any], task: _Task) -> _Done | _Failed:
    """Do one trial. A failure is returned, not raised: joblib would drop finished trials for it."""
    start = time.perf_counter()
    try:
        rows = [json.dumps(dict(row), allow_nan=False) for row in run(task.table, task.trial)]
    except Exception as error:
        which = f"trial {task.trial.number} of {name} on {task.trial.table}"
        return _Failed(f"{which} failed: {type(error).__name__}: {error}", traceback.format_exc())
    return _Done(task.key, time.perf_counter() - start, rows)


def _kept(outcome: _Done | _Failed, store: Store) -> None:
    """Write a trial to the store; raise what made it fail."""
    if isinstance(outcome, _Done):
        store.add(*outcome)
        return
    error = StudyError(outcome.sentence)
    error.add_note(outcome.trace)
    raise error
