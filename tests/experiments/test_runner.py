from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import joblib
import pytest

from conjunct.errors import StudyError
from conjunct.experiments import runner
from conjunct.experiments.runner import Plan, gather, run_study
from conjunct.experiments.sources import Found, bundled_table
from conjunct.experiments.store import Store
from conjunct.experiments.theories import learn_theories

from . import tiny


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.sqlite") as store:
        yield store


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_all_trials_of_all_tables_are_run_in_order(store: Store, n_jobs: int) -> None:
    results = run_study(Plan(tiny.STUDY, tiny.found(), 5, seed=3), store, n_jobs)
    assert results.is_complete
    assert [facts.name for facts in results.tables] == ["left", "right"]
    assert [len(results.rows[name]) for name in ("left", "right")] == [5, 5]
    trials = (runner.Trial("left", number, 3, tiny.STUDY.settings) for number in range(5))
    assert results.rows["left"] == [list(tiny.run(tiny.table("left"), one)) for one in trials]
    assert (results.trials, results.seed) == (5, 3)


def test_trials_that_are_there_are_not_run_again(store: Store) -> None:
    calls: list[tuple[int, int]] = []
    run_study(Plan(tiny.STUDY, tiny.found(), 2), store)
    run_study(Plan(tiny.STUDY, tiny.found(), 3), store, on_trial=lambda *call: calls.append(call))
    assert calls == [(4, 6), (5, 6), (6, 6)]


def test_the_first_trial_of_every_table_comes_first(store: Store) -> None:
    done: list[dict[str, int]] = []
    plan = Plan(tiny.STUDY, tiny.found(), 2)

    def look(*_: int) -> None:
        done.append({name: len(trials) for name, trials in gather(plan, store).rows.items()})

    run_study(plan, store, n_jobs=1, on_trial=look)
    assert done[2] == {"left": 1, "right": 1}


@pytest.mark.parametrize(
    "other",
    [
        Plan(tiny.STUDY, tiny.found(), 2, seed=1),
        Plan(tiny.STUDY, tiny.found(n_rows=10), 2),
        Plan(tiny.STUDY, tiny.found(), 2, settings={"bad": 7}),
        Plan(replace(tiny.STUDY, name="other"), tiny.found(), 2),
        None,
    ],
    ids=["seed", "content of tables", "setting", "study", "version of the code"],
)
def test_another_plan_starts_anew(
    store: Store, other: Plan | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(tiny.STUDY, tiny.found(), 2)
    run_study(plan, store)
    if other is None:
        monkeypatch.setattr(runner, "code_version", lambda _: "0.1.0+changed")
    assert gather(other or plan, store).waiting == ("left", "right")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_trial_that_fails_is_named_and_those_before_it_stay(store: Store, n_jobs: int) -> None:
    plan = Plan(tiny.STUDY, tiny.found(), 4, settings={"bad": 2})
    with pytest.raises(
        StudyError, match=r"trial 2 of tiny on (left|right) failed: ZeroDivisionError: no half"
    ):
        run_study(plan, store, n_jobs)
    rows = gather(plan, store).rows
    n_before, n_in_flight = 4, n_jobs - 1
    assert sum(map(len, rows.values())) >= n_before - n_in_flight


def test_rows_that_json_cannot_hold_fail_as_a_trial(store: Store) -> None:
    study = replace(tiny.STUDY, run=lambda *_: [{"error": float("nan")}])
    with pytest.raises(StudyError, match="trial 0 of tiny on left failed: ValueError"):
        run_study(Plan(study, tiny.found(), 1), store, 1)


def test_a_part_knows_what_it_lacks_and_fewer_trials_are_the_first(store: Store) -> None:
    plan = Plan(tiny.STUDY, tiny.found(), 3)

    def stop(done: int, _: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(plan, store, 1, stop)
    part = gather(plan, store)
    assert not part.is_complete
    assert [facts.name for facts in part.tables] == ["left"]
    assert part.waiting == ("right",)
    whole = run_study(plan, store, 1)
    assert whole.is_complete
    assert gather(replace(plan, trials=2), store).rows["left"] == whole.rows["left"][:2]


def test_a_backend_of_joblib_that_hands_out_lists_will_do(store: Store) -> None:
    plan = Plan(tiny.STUDY, tiny.found(), 6)
    with joblib.parallel_config(backend="multiprocessing", n_jobs=2):
        results = run_study(plan, store)
    assert results.is_complete


THEORIES = replace(
    tiny.STUDY, tables=("iris",), trials=4, run=learn_theories, settings={"max_width": 2}
)


def test_a_dask_cluster_gives_the_same_results(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    table = bundled_table("iris")
    plan = Plan(THEORIES, Found((("iris", table),)), trials=4)
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
    for trial in (*here.rows["iris"], *there.rows["iris"]):
        for row in trial:
            del row["seconds"]  # type: ignore[attr-defined]
    assert there.rows == here.rows
