"""Jobs are done once; those that fail or take too long are told, and a run can be resumed."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.peers.fakes import FAKE, fake

from conjunct.experiments.store import Store
from peers.environments import Absent, Ready
from peers.field import Learner
from peers.jobs import NOT_TRIED, Job, Results, run_all, why_not
from peers.summary import Standing, standings
from peers.tables import Dataset

LIMIT = 1.0


def run(
    path: Path, prepared: Any, dataset: Dataset, learners: list[Learner], limit: float = LIMIT
) -> tuple[list[Job], list[Standing]]:
    """Run what is left; return it, and how the learners stand."""
    with Store(path) as store:
        results = Results(store, prepared, limit)
        jobs = results.left(learners, [dataset])
        run_all(jobs, prepared, limit, 2, results.add)
        return jobs, standings(learners, [dataset], results, prepared)


def test_a_learner_is_measured_on_every_fold(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    jobs, [found] = run(tmp_path / "r.sqlite", {FAKE: ready}, dataset, [fake("majority")])
    assert [job.fold for job in jobs] == [0, 1, 2]
    assert found.is_complete
    assert found.means["conditions"] == 2
    assert 0.4 < found.means["error"] < 0.7
    assert found.means["ece"] < 0.2


def test_what_is_done_is_not_done_again(tmp_path: Path, ready: Ready, dataset: Dataset) -> None:
    path, learners = tmp_path / "r.sqlite", [fake("majority")]
    _, before = run(path, {FAKE: ready}, dataset, learners)
    jobs, after = run(path, {FAKE: ready}, dataset, learners)
    assert jobs == []
    assert after[0].means == before[0].means


def test_another_version_of_a_peer_is_measured_anew(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    path, learners = tmp_path / "r.sqlite", [fake("majority")]
    run(path, {FAKE: ready}, dataset, learners)
    newer = Ready("1.1", "1.1+abc", ready.command, ready.variables)
    jobs, [found] = run(path, {FAKE: newer}, dataset, learners)
    assert len(jobs) == 3
    assert found.version == "1.1"


def test_an_interrupted_run_goes_on_where_it_was(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    path, prepared, learner = tmp_path / "r.sqlite", {FAKE: ready}, fake("majority")
    with Store(path) as store:
        results = Results(store, prepared, LIMIT)

        def keep(job: Job, result: dict[str, Any]) -> None:
            results.add(job, result)
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run_all(results.left([learner], [dataset]), prepared, LIMIT, 1, keep)
    jobs, [found] = run(path, prepared, dataset, [learner])
    assert len(jobs) == 2
    assert found.is_complete


def test_an_interrupt_does_not_wait_for_a_fit(ready: Ready, dataset: Dataset) -> None:
    jobs = [Job(fake("majority"), dataset, 0), Job(fake("endless"), dataset, 0)]

    def keep(job: Job, result: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_all(jobs, {FAKE: ready}, 60, 1, keep)
    assert time.monotonic() - start < 30


def test_a_fit_without_end_is_ended_and_told_and_the_others_go_on(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    learners = [fake("endless"), fake("majority")]
    path = tmp_path / "r.sqlite"
    _, [endless, majority] = run(path, {FAKE: ready}, dataset, learners, 0.2)
    assert endless.note == ("0 of 1 tables (penguins: no model within 0.2 s of processor time)")
    assert majority.is_complete
    assert run(path, {FAKE: ready}, dataset, learners, 0.2)[0] == []
    assert len(run(path, {FAKE: ready}, dataset, learners, 0.3)[0]) == 3


def test_other_folds_are_not_tried_after_one_ran_out_of_time(
    ready: Ready, dataset: Dataset
) -> None:
    found: dict[int, str] = {}

    def keep(job: Job, result: dict[str, Any]) -> None:
        found[job.fold] = result["failed"]

    jobs = [Job(fake("endless"), dataset, fold) for fold in range(3)]
    run_all(jobs, {FAKE: ready}, 0.2, 1, keep)
    assert found == {0: "no model within 0.2 s of processor time", 1: NOT_TRIED, 2: NOT_TRIED}


def test_a_learner_that_waits_instead_of_working_is_ended_by_the_clock(
    tmp_path: Path, ready: Ready, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("peers.worker.STARTING", 0)
    _, [found] = run(tmp_path / "r.sqlite", {FAKE: ready}, dataset, [fake("sleeper")], 0.5)
    assert found.note == "0 of 1 tables (penguins: no answer within 2 s)"


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("crash", "the worker ended with code 3: out of luck"),
        ("refusal", "ValueError: no such thing"),
        ("nobody", "KeyError: 'nobody'"),
    ],
)
def test_a_failure_is_told_and_tried_again_the_next_time(
    tmp_path: Path, ready: Ready, dataset: Dataset, key: str, why: str
) -> None:
    path, learners = tmp_path / "r.sqlite", [fake(key)]
    for _ in range(2):
        jobs, [found] = run(path, {FAKE: ready}, dataset, learners)
        assert len(jobs) == 3
        assert found.note == f"0 of 1 tables (penguins: {why})"


def test_a_worker_that_cannot_be_started_ends_the_run_in_a_sentence(
    tmp_path: Path, dataset: Dataset
) -> None:
    broken = Ready("1.0", "1.0", ("no-such-program",))
    _, [found] = run(tmp_path / "r.sqlite", {FAKE: broken}, dataset, [fake("majority")])
    assert "no-such-program cannot be started" in found.note


def test_a_peer_that_is_not_installed_is_told(tmp_path: Path, dataset: Dataset) -> None:
    absent = Absent("fake cannot be installed: no wheel")
    jobs, [found] = run(tmp_path / "r.sqlite", {FAKE: absent}, dataset, [fake("majority")])
    assert jobs == []
    assert found.note == "not installed: fake cannot be installed: no wheel"
    assert not found.is_complete


def test_a_learner_without_a_seed_is_not_run_again_for_one(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    datasets = [dataset, replace(dataset, seed=1)]
    seeded = replace(fake("seeded"), has_seed=True)
    with Store(tmp_path / "r.sqlite") as store:
        results = Results(store, {FAKE: ready}, LIMIT)
        assert len(results.left([fake("majority")], datasets)) == 3
        assert [job.key for job in results.left([seeded], datasets)] == [
            *["seeded random_state=0"] * 3,
            *["seeded random_state=1"] * 3,
        ]
        run_all(results.left([fake("majority")], datasets), {FAKE: ready}, LIMIT, 2, results.add)
        [found] = standings([fake("majority")], datasets, results, {FAKE: ready})
        assert found.is_complete
        assert found.standard_errors == {}


def test_learners_of_two_classes_are_not_tried_on_three(
    tmp_path: Path, ready: Ready, dataset: Dataset
) -> None:
    learner = replace(fake("majority"), two_classes=True)
    jobs, [found] = run(tmp_path / "r.sqlite", {FAKE: ready}, dataset, [learner])
    assert jobs == []
    assert found.note == "0 of 1 tables (penguins: two classes only)"


def test_slow_learners_see_the_first_division_only(dataset: Dataset) -> None:
    slow = replace(fake("majority"), runs="once")
    assert why_not(slow, dataset) == ""
    assert why_not(slow, replace(dataset, seed=1)) == "one division only"
