from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.pressed import interrupted
from tests.experiments import tiny
from typer.testing import Result

from conjunct.cli import reproduce
from conjunct.experiments import registry, sources
from conjunct.experiments.store import Store

Run = Callable[..., Result]

ROOT = Path(__file__).parents[2]
COMMAND = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from conjunct.cli.app import main
from conjunct.experiments import registry
registry.STUDIES["tiny"] = "tests.experiments.tiny"
main()
"""


@pytest.fixture(autouse=True)
def studies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a study of milliseconds, and a twin of it, in the place of the real ones."""
    module = tiny.__name__
    monkeypatch.setattr(registry, "STUDIES", {"tiny": module, "twin": f"{module}.twin"})
    twin = type(sys)(f"{module}.twin")
    twin.STUDY = replace(tiny.STUDY, name="twin", title="The twin")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"{module}.twin", twin)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with both tables of the study, in two formats."""
    folder = tmp_path / "tables"
    folder.mkdir()
    rows = "\n".join(f"{n},{'ab'[n % 2]}" for n in range(8))
    (folder / "left.csv").write_text(f"x,y\n{rows}\n")
    head = "@relation r\n@attribute x numeric\n@attribute y {a,b}\n@data\n"
    (folder / "right.arff").write_text(head + rows)
    return folder


def test_a_study_is_run_printed_and_written(run: Run, data: Path, tmp_path: Path) -> None:
    result = run("reproduce", "tiny", "--data-dir", data, "--out", "studies", "--jobs", "1")
    assert result.exit_code == 0
    assert "tiny: A study for tests" in result.stdout
    assert "left        3" in result.stdout
    assert result.stderr == "written to studies/index.html\n"
    assert "A study for tests" in (tmp_path / "studies" / "index.html").read_text()
    assert (tmp_path / "studies" / "tiny" / "counts.csv").read_text() == (
        "table,trials\nleft,3\nright,3\n"
    )


def test_settings_are_printed_and_written(run: Run, data: Path, tmp_path: Path) -> None:
    arguments = ("--set", "nap=1", "--data-dir", data, "--jobs", "1", "--trials", "1")
    result = run("reproduce", "tiny", *arguments)
    assert "Seed 0; 1 trial of each of 2 tables.\nSettings: nap 1, bad -1.\n" in result.stdout
    folder = tmp_path / "conjunct-studies"
    assert "Settings: nap 1, bad -1." in (folder / "index.html").read_text()
    assert "- Settings: nap 1, bad -1." in (folder / "tiny" / "report.md").read_text()


def test_the_same_command_shows_what_is_stored(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    monkeypatch.setattr(tiny.np.random, "default_rng", lambda _: 1 / 0)
    again = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    assert (again.exit_code, again.stdout) == (0, first.stdout)


def test_the_page_holds_the_studies_that_were_run_before(
    run: Run, data: Path, tmp_path: Path
) -> None:
    run("reproduce", "twin", "--trials", "2", "--data-dir", data, "--jobs", "1")
    result = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    assert "The twin" not in result.stdout
    page = (tmp_path / "conjunct-studies" / "index.html").read_text()
    assert page.index("A study for tests") < page.index("The twin")


def test_all_runs_every_study_as_json(run: Run, data: Path) -> None:
    arguments = ("--trials", "2", "--seed", "4", "--data-dir", data, "--jobs", "1", "--json")
    result = run("reproduce", "all", *arguments)
    document = json.loads(result.stdout)
    assert [study["study"] for study in document["studies"]] == ["tiny", "twin"]
    one = document["studies"][0]
    assert (one["trials"], one["seed"], one["complete"]) == (2, 4, True)
    assert [(table["name"], table["trials"]) for table in one["tables"]] == [
        ("left", 2),
        ("right", 2),
    ]
    assert one["grids"][0]["rows"] == [["left", 2], ["right", 2]]


def test_the_real_study_of_table_3_runs_from_end_to_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "STUDIES", {"layered": "conjunct.experiments.layered"})
    arguments = ("--tables", "iris,wine", "--trials", "2", "--max-width", "4", "--json")
    result = run("reproduce", "layered", *arguments)
    assert result.exit_code == 0, result.stderr
    (study,) = json.loads(result.stdout)["studies"]
    assert study["complete"]
    assert study["settings"] == {"max_width": 4, "patience": 3}
    assert [table["name"] for table in study["tables"]] == ["iris", "wine"]
    written = {path.name for path in (tmp_path / "conjunct-studies" / "layered").iterdir()}
    assert {f"{grid['name']}.csv" for grid in study["grids"]} <= written
    page = (tmp_path / "conjunct-studies" / "index.html").read_text()
    assert "<svg" in page
    assert "wine" in page


@pytest.mark.parametrize("arguments", [(), ("--list",), ("tiny", "--list")])
def test_the_list_has_every_study_and_its_time(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("reproduce", *arguments, "--jobs", "2")
    assert result.exit_code == 0
    if "twin" in result.stdout:
        assert "    2 tables, 3 trials each; about 1 s on 2 cores\ntwin: " in result.stdout
    assert result.stdout.startswith("tiny: A study for tests\n    no paper\n    2 tables, 3 trials")
    assert "Times are processor time shared by the cores" in result.stdout
    assert ("twin" in result.stdout) == ("tiny" not in arguments)


def test_the_list_is_also_data(run: Run) -> None:
    listed = json.loads(run("reproduce", "--list", "--trials", "7", "--json").stdout)
    assert [(one["study"], one["trials"]) for one in listed] == [("tiny", 7), ("twin", 7)]
    assert all(one["expected_seconds"] > 0 for one in listed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tinny"], "there is no study 'tinny'; did you mean 'tiny'?"),
        (["zzz"], "there is no study 'zzz'; the studies are tiny, twin"),
        (["tiny", "--trials", "0"], "--trials"),
        (["tiny", "--seed", "-1"], "--seed"),
        (["tiny", "--set", "width=3"], "'width=3' is not NAME=N; the settings are bad"),
        (["tiny", "--set", "bad=x"], "'bad=x' is not NAME=N"),
        (["tiny", "--max-width", "4"], "'max_width=4' is not NAME=N"),
        (["tiny", "--tables", ","], "',' names no table"),
    ],
)
def test_a_wrong_call_exits_with_2(run: Run, arguments: list[str], message: str) -> None:
    result = run("reproduce", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def refused(result: Result, sentence: str) -> None:
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_folder_without_tables_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    refused(
        run("reproduce", "tiny", "--data-dir", "empty"),
        "empty holds none of the tables left, right; put files such as left.arff",
    )
    refused(run("reproduce", "tiny", "--data-dir", "nowhere"), "there is no folder nowhere")


def test_a_table_that_was_asked_for_must_be_there(run: Run, data: Path) -> None:
    refused(
        run("reproduce", "tiny", "--data-dir", data, "--tables", "left,middle"),
        "does not hold middle",
    )


def test_a_folder_that_lacks_a_table_of_the_study_is_used_and_said_so(run: Run, data: Path) -> None:
    (data / "right.arff").unlink()
    result = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    assert result.exit_code == 0
    assert "does not hold right" in result.stderr
    assert "left        3" in result.stdout


def test_without_folder_and_network_the_sets_of_scikit_learn_are_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offline(_: str) -> None:
        raise ConnectionError("no network")

    monkeypatch.setattr(sources, "_from_openml", offline)
    monkeypatch.setattr(sources, "PUBLIC", {"left": None, "right": None})
    result = run("reproduce", "tiny", "--jobs", "1", "--trials", "1")
    assert result.exit_code == 0
    assert "OpenML cannot be reached (no network)" in result.stderr
    assert "not found: left, right" in result.stderr
    assert all(name in result.stdout for name in sources.BUNDLED)
    refused(run("reproduce", "tiny", "--tables", "left"), "OpenML cannot be reached")


def test_a_trial_that_fails_is_one_sentence(run: Run, data: Path) -> None:
    arguments = ("--set", "bad=1", "--data-dir", data, "--jobs", "1")
    refused(
        run("reproduce", "tiny", *arguments),
        "trial 1 of tiny on left failed: ZeroDivisionError: no half of it",
    )


def test_a_store_that_is_in_use_or_none_is_refused(run: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "studies" / reproduce.STORE
    arguments = ("reproduce", "tiny", "--data-dir", data, "--out", "studies")
    with Store(path):
        refused(run(*arguments), "another run is using studies/results.sqlite")
    path.write_text("my notes")
    refused(run(*arguments), "studies/results.sqlite is no store of results")


def test_an_interrupt_without_a_finished_trial_says_so(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reproduce, "_run", interrupt)
    result = run("reproduce", "tiny", "--data-dir", data)
    assert result.exit_code == 130
    assert "these results are partial, and the same command continues" in result.stderr
    assert "tiny: no trial is finished" in result.stderr


def test_an_interrupt_while_writing_loses_no_trial(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("conjunct.experiments.output.write_report", interrupt)
        result = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    assert result.exit_code == 130
    assert "all trials are kept" in result.stderr
    assert "Traceback" not in result.stderr


def test_without_jinja2_all_but_the_page_is_there(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = run("reproduce", "tiny", "--data-dir", data, "--jobs", "1")
    assert result.exit_code == 0
    assert "tables are written to conjunct-studies; the page of all studies needs" in result.stderr
    assert result.stdout.startswith("tiny: A study for tests")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
@pytest.mark.parametrize(("jobs", "seconds"), [("1", 0.5), ("2", 0.0), ("2", 3.0)])
def test_ctrl_c_leaves_a_partial_table_and_the_same_command_goes_on(
    tmp_path: Path, data: Path, jobs: str, seconds: float
) -> None:
    def start(trials: str) -> subprocess.Popen[str]:
        options = ("--set", "nap=20", "--data-dir", str(data), "--jobs", jobs)
        return subprocess.Popen(
            [sys.executable, "-c", COMMAND, "reproduce", "tiny", "--trials", trials, *options],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    store = tmp_path / "conjunct-studies" / reproduce.STORE
    with start("3000") as process:
        while not store.exists():
            time.sleep(0.05)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        printed, messages = interrupted(process)
    assert process.returncode == 130, messages
    assert "Traceback" not in messages
    assert "Warning" not in messages
    if "no file was written" not in messages:  # else it came before the first trial
        assert "these results are partial, and the same command continues" in messages
        assert "A study for tests" in printed or "tiny: no trial is finished" in messages
    with start("5") as process:
        printed, messages = process.communicate(timeout=60)
    assert process.returncode == 0, messages
    assert "left        5" in printed
