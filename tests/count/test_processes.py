"""Parts in other processes of this machine."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest
from tests.count.lost_parts import AWAY

from conjunct import CN2Classifier, RuleTreeClassifier
from conjunct.count import NO_TESTS, NumpyEngine, as_tests, each_class, partitioned
from conjunct.count.processes import Processes
from conjunct.data import shipped_table
from conjunct.encode import encode

TABLE = shipped_table()
LIMIT = "__import__('joblib').externals.loky.process_executor._MAX_MEMORY_LEAK_SIZE"


def killed(engine: Any, place: int) -> None:
    """Kill the process of a part, and wait for its end."""
    process = engine._all.places._processes[place]
    pid = process.submit(os.getpid).result()
    os.kill(pid, signal.SIGKILL)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no row come home."""
    monkeypatch.setattr(partitioned, "FetchLimits", AWAY)


@pytest.mark.parametrize("make", [CN2Classifier, RuleTreeClassifier])
def test_models_are_those_of_one_process(make: Any) -> None:
    one, two = (
        make(engine=engine, promises=False).fit_table(TABLE).rules_.to_json()
        for engine in ("numpy", Processes(2, "numpy"))
    )
    assert one == two


def test_a_process_may_need_more_and_more_memory() -> None:
    engine = Processes(1, "numpy")(encode(TABLE))
    process = engine._all.places._processes[0]  # type: ignore[attr-defined]
    assert process.submit(eval, LIMIT).result() == float("inf")


@pytest.mark.usefixtures("far")
def test_a_process_that_was_killed_is_started_again() -> None:
    coded = encode(TABLE)
    engine, plain = Processes(2, "numpy")(coded), NumpyEngine(coded)
    tests = as_tests([(0, 0, 1), (1, 2, 5)])
    ours, theirs = (one.refine(np.full(2, one.root()), tests) for one in (engine, plain))
    engine.count(ours, each_class(3))
    for place in (0, 1):
        killed(engine, place)
        got = engine.tally(ours, [NO_TESTS], each_class(3))
        np.testing.assert_array_equal(got, plain.tally(theirs, [NO_TESTS], each_class(3)))
