"""Many fits in one process, in threads, and in processes that are forked or spawned after one."""

from __future__ import annotations

import gc
import multiprocessing
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from conjunct import CN2Classifier, RipperClassifier, RuleTreeClassifier, ScoreCardClassifier

LEARNERS: list[Any] = [
    ScoreCardClassifier(size=3, promises=False, n_jobs=1),
    CN2Classifier(promises=False, n_jobs=1),
    RipperClassifier(promises=False, random_state=0, n_jobs=1),
    RuleTreeClassifier(n_jobs=1),
]


def rows(seed: int) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    X = random.integers(0, 6, (40, 3))
    return X, (X[:, 0] + random.integers(0, 3, 40) > 4).astype(int)


def learned(seed: int) -> str:
    """Return the models that all learners make of some rows, and what they predict."""
    from sklearn import clone

    X, y = rows(seed)
    models = [clone(learner).fit(X, y) for learner in LEARNERS]
    return "".join(f"{model.rules_}{model.predict(X)}" for model in models)


def test_eight_threads_give_the_models_of_one() -> None:
    seeds = list(range(4)) * 3
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(learned, seeds)) == [learned(seed) for seed in seeds[:4]] * 3


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_process_that_is_started_after_a_fit_gives_the_same_model(method: Any) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    here = learned(3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks of a process with threads
        context = multiprocessing.get_context(method)
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            assert pool.submit(learned, 3).result(timeout=100) == here


def resident() -> int:
    """Return the kilobytes that the process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS[1:3], ids=lambda one: type(one).__name__)
def test_memory_stays_flat_over_many_fits(learner: Any) -> None:
    try:
        resident()
    except OSError:
        pytest.skip("needs /proc")
    X, y = rows(0)
    held = []
    for _ in range(3):
        for _ in range(60):
            learner.fit(X, y)
        gc.collect()
        held.append(resident())
    assert held[2] - held[1] < 2_000, held
