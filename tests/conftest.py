"""Hypothesis profiles, and where the public tables are."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import conjunct
from conjunct.data import shipped_table

os.environ.setdefault("DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD", "forkserver")
"""All workers of Dask are forked from one process, which imports what they need once."""

settings.register_profile("default", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=500)
settings.register_profile(
    "plain",
    deadline=None,
    derandomize=True,
    max_examples=8,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


COMPILED_BY = {
    "gw0": ("ScoreCardClassifier",),
    "gw1": ("LayeredRuleClassifier", "RuleTreeClassifier", "RipperClassifier"),
}
"""Learners that use most kernels; each group is compiled by one process for all."""


def pytest_sessionstart() -> None:
    """Compile before tests are collected, so that no two processes compile the same."""
    from conjunct.count.jit import IS_COMPILED

    table = shipped_table().take(np.arange(0, 344, 8))
    for name in COMPILED_BY.get(os.environ.get("PYTEST_XDIST_WORKER", ""), ()):
        if IS_COMPILED:
            getattr(conjunct, name)(engine="local", promises=False).fit_table(table)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Never look for garbage in what is imported and collected, which stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def tables() -> Path:
    """Folder of the public ARFF tables; tests that need it are skipped if it is absent."""
    default = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("CONJUNCT_DATA", default))
    if not folder.is_dir():
        pytest.skip("the folder of public tables is not here; name it in CONJUNCT_DATA")
    return folder
