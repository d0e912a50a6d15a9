"""Workers that die, come and go, and a scheduler that is gone: the model, or one sentence."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.count.lost_parts import AWAY
from tests.estimators.cluster_rows import cluster_rows, in_dask
from tests.estimators.test_cluster import halves, model_of, new_cluster

from conjunct import CN2Classifier, ScoreCardClassifier
from conjunct.count import NO_TESTS, NumpyEngine, as_tests, dask_engine, each_class, partitioned
from conjunct.count.dask_engine import DaskEngine
from conjunct.data import shipped_table
from conjunct.encode import encode
from conjunct.errors import ConjunctError

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
KILLED: list[int] = []
CN2 = partial(CN2Classifier, promises=False)
CARD = partial(ScoreCardClassifier, size=2, promises=False)


@pytest.fixture(scope="module")
def lasting() -> Iterator[Any]:
    with new_cluster() as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def client(lasting: Any) -> Any:
    """A client of two workers; those that the test before has lost are there again."""
    lasting.wait_for_workers(2, timeout=30)
    return lasting


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no row come home, so that there are many round trips."""
    monkeypatch.setattr(partitioned, "FetchLimits", AWAY)


@pytest.fixture
def after(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Do something after some round trips, in the middle of a fit."""

    def wanted(n_trips: int, do: Any) -> None:
        ask, left = dask_engine._DaskPlaces.ask, [n_trips]

        def asked(self: Any, calls: Any, which: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                do()
            return ask(self, calls, which)

        monkeypatch.setattr(dask_engine._DaskPlaces, "ask", asked)

    return wanted


def kill_one(client: Any) -> None:
    pids = client.run(os.getpid)
    KILLED.append(pids[min(pids)])
    os.kill(KILLED[-1], signal.SIGKILL)


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize("where", [pytest.param("here", marks=pytest.mark.slow), "there"])
def test_a_killed_worker_does_not_change_the_model(where: str, client: Any, after: Any) -> None:
    frame = cluster_rows()
    wanted = model_of(CN2(engine="numpy"), frame)
    after(20, partial(kill_one, client))
    start = time.monotonic()
    rows = frame if where == "here" else in_dask(frame, (30, 60))
    assert model_of(CN2(engine="dask"), rows) == wanted
    assert time.monotonic() - start < 60
    with pytest.raises(ProcessLookupError):
        os.kill(KILLED[-1], 0)


def test_a_worker_killed_while_rows_come_home_does_not_change_the_model(
    client: Any, after: Any
) -> None:
    frame = cluster_rows()
    after(2, partial(kill_one, client))
    assert model_of(CN2(engine="dask"), in_dask(frame, (30, 60))) == model_of(
        CN2(engine="numpy"), frame
    )
    with pytest.raises(ProcessLookupError):
        os.kill(KILLED[-1], 0)


@pytest.mark.slow
@pytest.mark.usefixtures("far")
def test_a_worker_killed_while_it_counts_does_not_change_a_card(client: Any, after: Any) -> None:
    frame = cluster_rows(n_classes=2)
    soon = threading.Timer(0.01, partial(kill_one, client))
    after(200, soon.start)
    assert model_of(CARD(engine="dask"), frame) == model_of(CARD(engine="numpy"), frame)
    soon.join()


@pytest.mark.slow
@pytest.mark.usefixtures("far")
def test_a_worker_may_join(client: Any, after: Any) -> None:
    frame = cluster_rows()
    after(5, lambda: client.cluster.scale(3))
    assert model_of(CN2(engine="dask"), frame) == model_of(CN2(engine="numpy"), frame)
    client.wait_for_workers(3, timeout=30)
    again = DaskEngine(client)(encode(shipped_table()))
    assert again._all.places.n_places == 3


@pytest.mark.usefixtures("far")
def test_a_scheduler_that_is_gone_is_one_sentence(after: Any) -> None:
    with new_cluster() as cluster, distributed.Client(cluster):
        after(5, cluster.close)
        start = time.monotonic()
        with pytest.raises(ConjunctError, match="the Dask cluster"):
            CN2(engine="dask").fit(*halves(cluster_rows()))
        assert time.monotonic() - start < 60


@pytest.mark.slow
@pytest.mark.usefixtures("far")
def test_a_cluster_of_one_starts_its_only_worker_again() -> None:
    coded = encode(shipped_table())
    with new_cluster(1) as cluster, distributed.Client(cluster) as client:
        engine, plain = DaskEngine(client)(coded), NumpyEngine(coded)
        tests = as_tests([(0, 0, 1), (1, 2, 5)])
        ours, theirs = (one.refine(np.full(2, one.root()), tests) for one in (engine, plain))
        engine.count(ours, each_class(3))
        kill_one(client)
        got = engine.tally(ours, [NO_TESTS], each_class(3))
        np.testing.assert_array_equal(got, plain.tally(theirs, [NO_TESTS], each_class(3)))


@pytest.mark.usefixtures("far")
def test_a_frozen_worker_is_one_sentence(
    client: Any, after: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_engine, "SILENCE", 3.0)
    pids = client.run(os.getpid)
    frozen = min(pids)
    after(20, partial(os.kill, pids[frozen], signal.SIGSTOP))
    start = time.monotonic()
    try:
        with pytest.raises(ConjunctError, match=f"{frozen} .* has given no sign of life for 3 sec"):
            CN2(engine="dask").fit(*halves(cluster_rows()))
    finally:
        os.kill(pids[frozen], signal.SIGCONT)
    assert time.monotonic() - start < 60


def test_a_worker_that_freezes_while_a_frame_is_read_is_one_sentence(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_engine, "SILENCE", 3.0)
    pids = client.run(os.getpid)
    frozen = min(pids)
    os.kill(pids[frozen], signal.SIGSTOP)
    start = time.monotonic()
    try:
        with pytest.raises(ConjunctError, match=f"{frozen} .* has given no sign of life for 3 sec"):
            CN2().fit(*halves(in_dask(cluster_rows(), (30, 60, 90))))
    finally:
        os.kill(pids[frozen], signal.SIGCONT)
    assert time.monotonic() - start < 60
