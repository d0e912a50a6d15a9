"""Trials on a Dask cluster: the same rows as here, by nothing but joblib's backend."""

from __future__ import annotations

from pathlib import Path

import joblib
import pytest

from conjunct.experiments.findings import Findings
from conjunct.experiments.runner import Plan, run_study
from conjunct.experiments.sources import Found, bundled_table
from conjunct.experiments.store import Store
from conjunct.experiments.study import Study
from conjunct.experiments.theories import learn_theories

distributed = pytest.importorskip("distributed", reason="distributed is not installed")

STUDY = Study(
    name="theories",
    title="Theories of iris",
    source="no paper",
    tables=("iris",),
    trials=4,
    seconds=0.1,
    run=learn_theories,
    findings=lambda _: Findings(()),
    settings={"max_width": 2},
)


def test_a_dask_cluster_gives_the_same_results(tmp_path: Path) -> None:
    table = bundled_table("iris")
    plan = Plan(STUDY, Found((("iris", table),)), trials=4)
    with Store(tmp_path / "here.sqlite") as store:
        here = run_study(plan, store, 1)
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    with (
        Store(tmp_path / "there.sqlite") as store,
        cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        there = run_study(plan, store)
    assert there.is_complete
    assert _without_seconds(there.rows["iris"]) == _without_seconds(here.rows["iris"])


def _without_seconds(trials: list[list[dict[str, object]]]) -> list[list[dict[str, object]]]:
    return [
        [{name: row[name] for name in row if name != "seconds"} for row in rows] for rows in trials
    ]
