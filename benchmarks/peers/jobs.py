"""Jobs, one for each learner, table and fold; run in parallel, and stored as they end."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conjunct.experiments.store import RunKey, Store, TrialKey
from peers.environments import Absent, Ready
from peers.field import Environment, Learner
from peers.measures import judged
from peers.tables import Dataset
from peers.worker import Worker

Prepared = Mapping[Environment, Ready | Absent]
NOT_TRIED = "not tried, since another fold ran out of time"


@dataclass(frozen=True, eq=False)
class Job:
    """A learner, a table and the fold to predict."""

    learner: Learner
    dataset: Dataset
    fold: int

    @property
    def key(self) -> str:
        """The worker's name for the learner, with the seed if it has one."""
        key = self.learner.key
        return f"{key} random_state={self.dataset.seed}" if self.learner.has_seed else key

    @property
    def place(self) -> tuple[str, str, int, int]:
        """Key of the job: jobs with the same place have the same result."""
        return self.learner.name, self.dataset.digest, _seed(self.learner, self.dataset), self.fold


def _seed(learner: Learner, dataset: Dataset) -> int:
    return dataset.seed if learner.has_seed else 0


def why_not(learner: Learner, dataset: Dataset) -> str:
    """Return why a learner does not run on a table; empty if it does."""
    if learner.two_classes and len(dataset.classes) != 2:
        return "two classes only"
    return "one division only" if learner.runs != "always" and dataset.seed else ""


class Results:
    """The stored results, by learner, table and fold.

    Jobs that ran out of time are stored separately, with their limit: with another limit, or
    another version of the peer, they are tried again. Other failures are not stored, so they are
    tried again in the next run.

    Parameters
    ----------
    store : Store
        Where results are kept.
    prepared : mapping of Environment to Ready or Absent
        The versions in use.
    limit : float
        Limit of a fit, in processor seconds.
    """

    def __init__(self, store: Store, prepared: Prepared, limit: float) -> None:
        self._store, self._prepared, self._limit = store, prepared, limit
        self._runs: dict[tuple[str, int, bool], int] = {}
        self._failed: dict[tuple[str, str, int, int], dict[str, Any]] = {}

    def folds(self, learner: Learner, dataset: Dataset) -> dict[int, dict[str, Any]]:
        """Return the results of a learner on a table, by fold."""
        places = {fold: Job(learner, dataset, fold).place for fold in dataset.fold_numbers}
        failed = self._failed
        found = {fold: failed[place] for fold, place in places.items() if place in failed}
        if isinstance(self._prepared[learner.environment], Absent):
            return found
        for is_late in (True, False):
            run = self._run(learner, _seed(learner, dataset), is_late)
            trials = self._store.trials(run, dataset.name, dataset.digest)
            found |= {fold: rows[0] for fold, rows in trials.items()}
        return found

    def add(self, job: Job, result: dict[str, Any]) -> None:
        """Keep the result of a job."""
        is_late = result.get("is_late", False)
        if "failed" in result and not is_late:
            self._failed[job.place] = result
            return
        run = self._run(job.learner, _seed(job.learner, job.dataset), is_late)
        key = TrialKey(run, job.dataset.name, job.dataset.digest, job.fold)
        self._store.add(key, result.get("seconds", 0.0), [json.dumps(result)])

    def left(self, learners: Iterable[Learner], datasets: Sequence[Dataset]) -> list[Job]:
        """Return the jobs without a result, without duplicates."""
        jobs = [
            Job(learner, dataset, fold)
            for learner in learners
            if isinstance(self._prepared[learner.environment], Ready)
            for dataset in datasets
            if not why_not(learner, dataset)
            for fold in sorted(set(dataset.fold_numbers) - set(self.folds(learner, dataset)))
        ]
        return list({job.place: job for job in reversed(jobs)}.values())[::-1]

    def _run(self, learner: Learner, seed: int, is_late: bool) -> int:
        at = (learner.name, seed, is_late)
        if at not in self._runs:
            ready = self._prepared[learner.environment]
            settings = {"learner": learner.name, "key": learner.key}
            key = RunKey.of(
                "peers", ready.code, seed, settings | ({"limit": self._limit} if is_late else {})
            )
            self._runs[at] = self._store.run(key)
        return self._runs[at]


def run_all(
    jobs: Sequence[Job],
    prepared: Prepared,
    limit: float,
    n_slots: int,
    keep: Callable[[Job, dict[str, Any]], None],
) -> None:
    """Run jobs in several processes; `keep` is called in this process with each as it ends.

    If a learner runs out of time on a fold of a table, its other folds are not tried. An interrupt
    ends the workers at once and is raised again; stored results are kept.
    """
    todo: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        todo.put(job)
    done: queue.SimpleQueue[tuple[Job, dict[str, Any]] | BaseException] = queue.SimpleQueue()
    late: set[tuple[str, str]] = set()
    slots = [_Slot(todo, done, late, prepared, limit) for _ in range(min(n_slots, len(jobs)))]
    for slot in slots:
        slot.start()
    try:
        for _ in jobs:
            ended = done.get()
            if isinstance(ended, BaseException):
                raise ended
            keep(*ended)
    finally:
        for slot in slots:
            slot.end()


class _Slot(threading.Thread):
    """Runs jobs one after the other, with one worker at a time."""

    def __init__(
        self,
        todo: queue.SimpleQueue[Job],
        done: queue.SimpleQueue[Any],
        late: set[tuple[str, str]],
        prepared: Prepared,
        limit: float,
    ) -> None:
        super().__init__(daemon=True)
        self._todo, self._done, self._late = todo, done, late
        self._prepared, self._limit = prepared, limit
        self._worker: Worker | None = None
        self._is_ended = False

    def run(self) -> None:
        """Work until nothing is left."""
        try:
            while not self._is_ended:
                job = self._todo.get_nowait()
                answer = self._answer(job)
                if not self._is_ended:
                    self._done.put((job, _result(job, answer)))
        except queue.Empty:
            pass
        except BaseException as error:
            self._done.put(error)
        if self._worker is not None:
            self._worker.close()

    def end(self) -> None:
        """End the worker at once, and the thread with it."""
        self._is_ended = True
        if self._worker is not None:
            self._worker.stop()
        self.join()

    def _answer(self, job: Job) -> dict[str, Any]:
        pair = (job.learner.name, job.dataset.name)
        if pair in self._late:
            return {"failed": NOT_TRIED, "is_late": True}
        worker = self._worker_for(job)
        answer = worker.ask(job.key, job.dataset.folder, job.fold, self._limit)
        if answer.get("is_late"):
            self._late.add(pair)
        return answer

    def _worker_for(self, job: Job) -> Worker:
        ready = self._prepared[job.learner.environment]
        if self._worker is None or self._worker.ready is not ready:
            if self._worker is not None:
                self._worker.close()
            self._worker = Worker(ready)
        return self._worker


def _result(job: Job, answer: dict[str, Any]) -> dict[str, Any]:
    if "failed" in answer:
        return answer
    dataset = job.dataset
    return judged(answer, dataset.labels[dataset.folds == job.fold], dataset.classes)
