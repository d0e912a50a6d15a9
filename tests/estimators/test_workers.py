"""Workers change nothing but the time, and end with the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from conjunct import LayeredRuleClassifier, RuleTreeClassifier
from conjunct.data import shipped_table
from conjunct.estimators.comparison import compare
from conjunct.estimators.stability import stability

SLOW = """
import os, sys, time
from pathlib import Path
from joblib import Parallel
from conjunct.estimators.workers import work

def sleep(folder, number):
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)

Parallel(n_jobs=2)(work(sleep)(sys.argv[1], number) for number in range(2))
"""


def is_running(process: int) -> bool:
    """Tell whether a process is there and has not ended; one that nobody waits for has."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def waited(until: float, is_done: Callable[[], bool]) -> bool:
    end = time.monotonic() + until
    while time.monotonic() < end:
        if is_done():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks into /proc")
@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow), signal.SIGKILL],
)
def test_no_worker_outlives_the_process_that_started_it(
    tmp_path: Path, number: signal.Signals
) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip(f"{number.name} is ignored here, as under nohup")
    folder = tmp_path / "workers"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert waited(30, lambda: len(list(folder.iterdir())) == 2)
        workers = [int(path.name) for path in folder.iterdir()]
        assert all(map(is_running, workers))
        process.send_signal(number)
        process.wait(5)
        assert waited(10, lambda: not any(map(is_running, workers)))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def test_samples_are_the_same_in_two_processes() -> None:
    learner = RuleTreeClassifier(promises=False, n_jobs=1)
    alone, together = (
        stability(shipped_table(), learner, n_samples=3, n_jobs=n_jobs).to_dict()
        for n_jobs in (1, 2)
    )
    assert alone == together


def test_folds_are_the_same_in_two_processes() -> None:
    greedy, layered = (
        LayeredRuleClassifier(name, promises=False, n_jobs=1) for name in ("greedy", "layered")
    )
    learners = {"greedy": greedy, "layered": layered}
    alone, together = (
        compare(shipped_table(), learners, n_folds=3, n_jobs=n_jobs) for n_jobs in (1, 2)
    )
    assert alone.sign_tests == together.sign_tests
    for one, other in zip(alone.learners, together.learners, strict=True):
        assert one.fold_errors == other.fold_errors
        assert (one.correct == other.correct).all()
        assert (one.n_rules, one.n_conditions) == (other.n_rules, other.n_conditions)
