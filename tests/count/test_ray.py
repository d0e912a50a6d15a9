"""Parts that actors of Ray hold."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.count.lost_parts import AWAY

from conjunct import CN2Classifier, RuleTreeClassifier
from conjunct.count import NO_TESTS, NumpyEngine, as_tests, each_class, partitioned
from conjunct.count.ray_engine import RayEngine
from conjunct.data import shipped_table
from conjunct.encode import encode
from conjunct.errors import ConjunctError

ray = pytest.importorskip("ray", reason="ray is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")
TABLE = shipped_table()


def test_ray_must_be_started() -> None:
    with pytest.raises(ConjunctError, match=r"call ray.init\(\) first"):
        RayEngine(2)(encode(TABLE))


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    paths = {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    ray.init(
        num_cpus=4,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100_000_000,
        runtime_env={"env_vars": paths},
    )
    yield
    ray.shutdown()


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no row come home."""
    monkeypatch.setattr(partitioned, "FetchLimits", AWAY)


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("make", [CN2Classifier, RuleTreeClassifier])
def test_models_are_those_of_one_process(make: Any) -> None:
    one, two = (
        make(engine=engine, promises=False).fit_table(TABLE).rules_.to_json()
        for engine in ("numpy", RayEngine(2, "numpy"))
    )
    assert one == two


@pytest.mark.usefixtures("cluster", "far")
def test_an_actor_that_was_killed_is_made_again() -> None:
    coded = encode(TABLE)
    engine, plain = RayEngine(2, "numpy")(coded), NumpyEngine(coded)
    tests = as_tests([(0, 0, 1), (1, 2, 5)])
    ours, theirs = (one.refine(np.full(2, one.root()), tests) for one in (engine, plain))
    engine.count(ours, each_class(3))
    call = engine._all.places._actors[0].__ray_call__  # type: ignore[attr-defined]
    os.kill(ray.get(call.remote(lambda self: os.getpid())), signal.SIGKILL)
    got = engine.tally(ours, [NO_TESTS], each_class(3))
    np.testing.assert_array_equal(got, plain.tally(theirs, [NO_TESTS], each_class(3)))
