"""Environments that cannot be made say why; nothing is downloaded here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.peers.fakes import FAKE

import conjunct
from peers import environments
from peers.environments import Absent, Ready, prepared, required
from peers.field import CONJUNCT, FIELD, WEKA, chosen
from peers.tables import Dataset
from peers.worker import Worker
from peers.workers.ours import KINDS


def test_weka_that_is_not_there_says_how_to_install_it(tmp_path: Path) -> None:
    jar = tmp_path / "weka.jar"
    found = prepared(WEKA, tmp_path, jar)
    assert found == Absent(
        f"{jar} is not there; install it with apt-get install weka, or name it with --weka"
    )


def test_a_package_that_cannot_be_installed_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environments, "_failure", lambda step: "ERROR: no matching distribution")
    assert prepared(FAKE, tmp_path) == Absent(
        "fake cannot be installed: ERROR: no matching distribution"
    )
    with pytest.raises(SystemExit, match="error: fake cannot be installed"):
        required(FAKE, tmp_path)


def test_what_pip_says_last_is_the_reason() -> None:
    program = "import sys; sys.exit('WARNING: slow\\nERROR: no  such thing')"
    assert environments._failure([sys.executable, "-c", program]) == "ERROR: no such thing"
    assert environments._failure([sys.executable, "-c", ""]) == ""


def test_a_damaged_environment_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "fake"
    folder.mkdir()
    (folder / "installed.txt").write_text("fake", encoding="utf-8")
    found = prepared(FAKE, tmp_path)
    assert found == Absent(f"{folder} is damaged; remove it, and it is made again")


def test_ours_runs_here_and_its_code_is_part_of_the_version(dataset: Dataset) -> None:
    ready = prepared(CONJUNCT, Path())
    assert isinstance(ready, Ready)
    assert ready.version == conjunct.__version__
    assert ready.code != ready.version
    worker = Worker(ready)
    try:
        answer = worker.ask("tree", dataset.folder, 0, 60)
    finally:
        worker.close()
    assert len(answer["predicted"]) == int((dataset.folds == 0).sum())
    assert answer["conditions"] > 0


def test_every_learner_of_ours_takes_part() -> None:
    assert {learner.key.split()[0] for learner in FIELD if learner.is_ours} == set(KINDS)


def test_names_of_learners_are_unique_and_a_wrong_one_is_refused() -> None:
    assert len({learner.name for learner in FIELD}) == len(FIELD)
    assert [learner.name for learner in chosen(["Weka JRip"])] == ["Weka JRip"]
    with pytest.raises(SystemExit, match="error: no learner is called 'JRIP'; there are score"):
        chosen(["JRIP"])


def test_an_edit_of_what_a_worker_imports_is_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        "fake": "from peers.workers.serve import serve\n",
        "serve": "from peers.workers.task import load\n",
        "task": "load = 1\n",
        "other": "x = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(environments, "WORKERS", tmp_path)
    before = environments._digest(FAKE)
    (tmp_path / "other.py").write_text("x = 2\n", encoding="utf-8")
    assert environments._digest(FAKE) == before
    (tmp_path / "task.py").write_text("load = 2\n", encoding="utf-8")
    assert environments._digest(FAKE) != before
