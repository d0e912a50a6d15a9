"""A run that is killed at any moment goes on where it stopped; two runs at once are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from conjunct.errors import StudyError
from conjunct.experiments.runner import Plan, gather, run_study
from conjunct.experiments.store import Store

from . import tiny

pytestmark = pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")

ROOT = Path(__file__).parents[2]
PLAN = Plan(tiny.STUDY, tiny.found(), 20, settings={"nap": 30})
RUN = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from tests.experiments.test_resume import PLAN, Store, run_study
with Store(Path(sys.argv[1])) as store:
    run_study(PLAN, store, int(sys.argv[2]), lambda done, of: print(done, flush=True))
"""


def start(path: Path, n_jobs: int) -> subprocess.Popen[str]:
    """Start a run of about a second, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(path), str(n_jobs)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(process: subprocess.Popen[str], done: int) -> int:
    """Wait until at least `done` trials are in the store; return their number."""
    assert process.stdout is not None
    return next(int(line) for line in process.stdout if int(line) >= done)


def kill_group(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def test_a_killed_run_loses_only_trials_in_flight_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with start(path, 1) as process:
        told = wait_for(process, 10)
        kill_group(process)
    calls: list[int] = []
    with Store(path) as store:
        kept = sum(map(len, gather(PLAN, store).rows.values()))
        results = run_study(PLAN, store, 1, lambda done, _: calls.append(done))
    assert told <= kept < 40
    assert calls[0] == kept
    assert results.is_complete
    with Store(tmp_path / "other.sqlite") as store:
        assert run_study(PLAN, store, 1).rows == results.rows


def test_two_runs_at_once_are_refused_and_the_first_is_not_disturbed(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with start(path, 1) as process:
        wait_for(process, 1)
        with pytest.raises(StudyError, match="another run is using"):
            Store(path)
        wait_for(process, 40)
        assert process.wait(timeout=30) == 0
    with Store(path) as store:
        assert gather(PLAN, store).is_complete


@pytest.mark.slow
def test_the_lock_vanishes_with_the_process_though_its_workers_live_on(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with start(path, 2) as process:
        wait_for(process, 3)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=10)
        start_of_wait = time.monotonic()
        Store(path).close()
        assert time.monotonic() - start_of_wait < 5
        kill_group(process)
