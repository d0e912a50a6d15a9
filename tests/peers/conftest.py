"""A small table with folds, and a worker to ask."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest
from tests.peers.fakes import WORKER

from conjunct.data import shipped_table
from peers.environments import BENCHMARKS, Ready
from peers.folds import folds_of
from peers.tables import Dataset, write_dataset


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Ready:
    script = tmp_path_factory.mktemp("fake") / "fake_worker.py"
    script.write_text(WORKER, encoding="utf-8")
    path = os.pathsep.join([str(BENCHMARKS), os.environ.get("PYTHONPATH", "")])
    return Ready("1.0", "1.0+abc", (sys.executable, str(script)), {"PYTHONPATH": path})


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    table = shipped_table().take(np.arange(0, 344, 9))
    folds = folds_of(table, "penguins", None) % 3
    return write_dataset(table, "penguins", folds, tmp_path_factory.mktemp("tables"))
