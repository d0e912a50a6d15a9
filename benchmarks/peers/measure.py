"""Measure learners on tables: jobs without a result are run, and stored as they end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from conjunct.cli.progress import TrialProgress
from conjunct.cli.streams import inform
from conjunct.experiments.store import Store
from peers.environments import Absent, is_installed, prepared
from peers.field import Learner
from peers.jobs import Job, Prepared, Results, run_all
from peers.summary import Standing, standings
from peers.tables import Dataset


@dataclass(frozen=True)
class Bench:
    """The setup in which learners are measured.

    Parameters
    ----------
    work : Path
        Folder of environments and results.
    weka : Path
        The archive of Weka.
    limit : float
        Limit of a fit, in processor seconds.
    n_jobs : int
        Number of parallel processes.
    """

    work: Path
    weka: Path
    limit: float
    n_jobs: int


def environments(
    learners: Sequence[Learner], bench: Bench, idle: Collection[Learner] = ()
) -> Prepared:
    """Make the environments that the learners need; nothing is installed for idle learners."""
    found = {}
    needed = {learner.environment for learner in learners if learner not in idle}
    for environment in dict.fromkeys(learner.environment for learner in learners):
        folder = bench.work / "environments"
        if environment not in needed and not is_installed(environment, folder):
            found[environment] = Absent("it is slow, and runs when --learners names it")
            continue
        ready = prepared(environment, folder, bench.weka)
        found[environment] = ready
        if isinstance(ready, Absent):
            inform(f"{environment.name} is left out: {ready.reason}")
    return found


def measured(
    learners: Sequence[Learner],
    tables: Sequence[Dataset],
    bench: Bench,
    idle: Collection[Learner] = (),
) -> list[Standing]:
    """Run the jobs without a result, and return all results; idle learners are not run."""
    ready = environments(learners, bench, idle)
    with Store(bench.work / "results.sqlite") as store, TrialProgress("peers") as progress:
        results = Results(store, ready, bench.limit)
        jobs = results.left([one for one in learners if one not in idle], tables)
        done = 0
        progress(done, len(jobs))

        def keep(job: Job, result: dict[str, object]) -> None:
            nonlocal done
            results.add(job, result)
            done += 1
            progress(done, len(jobs))

        try:
            run_all(jobs, ready, bench.limit, bench.n_jobs, keep)
        except KeyboardInterrupt:
            inform(
                f"interrupted; {done:,} of {len(jobs):,} jobs are kept, the same command goes on"
            )
            raise
        return standings(learners, tables, results, ready)
