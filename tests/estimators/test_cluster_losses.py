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
from tests.estimators.cluster_rows import cluster_rows, in_dask
from tests.estimators.test_cluster import halves, model_of, new_cluster

from conjunct import CN2Classifier, ScoreCardClassifier
from conjunct.count import NO_TESTS, NumpyEngine, as_tests, each_class
from conjunct.count.dask_engine import DaskEngine
from conjunct.data import shipped_table
from conjunct.encode import CodedTable, encode
from conjunct.errors import ConjunctError

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
CARD = partial(ScoreCardClassifier, size=2, promises=False)


@pytest.fixture
def client() -> Iterator[Any]:
    with new_cluster() as cluster, distributed.Client(cluster) as client:
        yield client


class AfterTrips:
    """Does something after some round trips of an engine, in the middle of a fit."""

    def __init__(self, client: Any, n_trips: int, do: Any) -> None:
        self.client, self.n_trips, self.do, self.engine = client, n_trips, do, None

    def __call__(self, table: CodedTable) -> Any:
        self.engine = DaskEngine(self.client)(table)
        ask, left = self.engine._places.ask, [self.n_trips]

        def asked(calls: Any, which: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                self.do()
            return ask(calls, which)

        self.engine._places.ask = asked
        return self.engine


def kill_one(client: Any) -> None:
    pids = client.run(os.getpid)
    os.kill(pids[min(pids)], signal.SIGKILL)


def test_a_killed_worker_does_not_change_the_model(client: Any) -> None:
    frame = cluster_rows()
    engine = AfterTrips(client, 100, partial(kill_one, client))
    start = time.monotonic()
    found = model_of(CARD(engine=engine), frame)
    assert found == model_of(CARD(engine="numpy"), frame)
    assert time.monotonic() - start < 60
    assert engine.engine.traffic.trips > 100


def test_a_worker_killed_while_it_counts_does_not_change_the_model(client: Any) -> None:
    frame = cluster_rows()
    soon = threading.Timer(0.01, partial(kill_one, client))
    engine = AfterTrips(client, 20, soon.start)
    found = model_of(CARD(engine=engine), frame)
    soon.join()
    assert found == model_of(CARD(engine="numpy"), frame)


def test_parts_of_a_dask_frame_are_made_again(client: Any) -> None:
    frame = cluster_rows()
    there = in_dask(frame, (30, 60))
    killed = threading.Timer(1.5, partial(kill_one, client))
    killed.start()
    found = model_of(CARD(engine="dask"), there)
    killed.join()
    assert found == model_of(CARD(engine="numpy"), frame)


def test_a_worker_may_join(client: Any) -> None:
    frame = cluster_rows()
    engine = AfterTrips(client, 5, lambda: client.cluster.scale(3))
    make = partial(CN2Classifier, promises=False)
    assert model_of(make(engine=engine), frame) == model_of(make(engine="numpy"), frame)
    client.wait_for_workers(3, timeout=30)
    again = DaskEngine(client)(encode(shipped_table()))
    assert again._places.n_places == 3


def test_a_scheduler_that_is_gone_is_one_sentence(client: Any) -> None:
    engine = AfterTrips(client, 5, client.cluster.close)
    start = time.monotonic()
    with pytest.raises(ConjunctError, match="the Dask cluster"):
        CN2Classifier(engine=engine).fit(*halves(cluster_rows()))
    assert time.monotonic() - start < 60


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
