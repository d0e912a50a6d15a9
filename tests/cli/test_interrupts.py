from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.pressed import interrupted
from typer.testing import Result

from conjunct.cli import explain
from conjunct.cli.interrupts import Stopping
from conjunct.cli.progress import ProgressBar

Run = Callable[..., Result]
COMPILING = "compiling once, this takes about half a minute…\n"
COMMAND = [sys.executable, "-c", "from conjunct.cli.app import main; main()"]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "Permission denied", "x.csv"), "x.csv: Permission denied"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_the_system_is_quoted_in_one_sentence(
    run: Run, model: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(explain, "open_rows", fail)
    result = run("explain", model, "loans.csv", "--row", "1")
    assert (result.exit_code, result.stderr) == (1, f"error: {sentence}\n")


def test_a_bug_is_not_hidden(run: Run, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "open_rows", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("explain", model, "loans.csv", "--row", "1")


def test_an_interrupt_ends_with_130_and_a_sentence(
    run: Run, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "open_rows", interrupt)
    result = run("explain", model, "loans.csv", "--row", "1")
    assert (result.exit_code, result.stderr) == (130, "\ninterrupted; no file was written\n")


def test_a_reader_that_leaves_early_ends_it_silently(model: Path, tmp_path: Path) -> None:
    rows = "".join(f"{number % 40}\n" for number in range(50_000))
    (tmp_path / "many.csv").write_text(f"income\n{rows}")
    with subprocess.Popen(
        [*COMMAND, "predict", str(model), str(tmp_path / "many.csv")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


SWALLOWS = """
import contextlib, os, signal, sys, time
from conjunct.cli import explain
from conjunct.cli.app import main

def swallow_then_go_on(*_):
    with contextlib.suppress(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)
    time.sleep(30)

explain.open_rows = swallow_then_go_on
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="timers are POSIX")
def test_an_interrupt_that_a_library_swallows_is_raised_again(model: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWS, "explain", str(model), "loans.csv", "--row", "1"],
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "\ninterrupted; no file was written\n")


@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
def test_an_interrupted_command_whose_end_hangs_is_ended_by_force(model: Path) -> None:
    script = SWALLOWS.replace(
        "main()\n", "import atexit\natexit.register(time.sleep, 60)\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "explain", str(model), "loans.csv", "--row", "1"],
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
    )
    assert done.returncode == 130


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
@pytest.mark.parametrize("seconds", [1.5, 3.0, 4.0, 7.0])
def test_interrupted_folds_stop_without_a_traceback(tmp_path: Path, seconds: float) -> None:
    lines = [
        f"{n * 7919 % 1013},{n * 104729 % 997},{n * 31 % 89},{n * n % 7 % 2}" for n in range(4000)
    ]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,c,class", *lines]))
    with subprocess.Popen(
        [*COMMAND, "evaluate", "t.csv", "--target", "class", "--learner", "layered", "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(seconds)
        _, messages = interrupted(process)
    assert process.returncode == 130, messages
    assert messages.removeprefix(COMPILING) == "\ninterrupted; no file was written\n"


class Learns:
    """Learns until it is interrupted; `heard` tells whether it can stop by itself."""

    def __init__(self, heard: bool) -> None:
        self.heard = heard

    def stop(self) -> bool:
        return self.heard


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let interrupts raise, also where the tests run in processes that ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_the_first_interrupt_of_learning_stops_it_and_the_second_one_leaves(capsys: Any) -> None:
    with Stopping(Learns(True)) as stopping:
        os.kill(os.getpid(), signal.SIGINT)
        assert stopping.pressed
        assert "press Ctrl-C again to leave at once" in capsys.readouterr().err
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("estimator", [Learns(False), object()])
def test_what_cannot_stop_is_interrupted(estimator: object) -> None:
    with Stopping(estimator) as stopping, pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    assert not stopping.pressed


def test_an_interrupted_card_is_printed_and_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interrupt comes when the second fold is done."""
    told = []

    def press(self: ProgressBar, share: float) -> None:
        told.append(share)
        if len(told) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ProgressBar, "__call__", press)
    result = run("learn", "--save", tmp_path / "model.json", "--jobs", "1")
    assert result.exit_code == 0
    assert "this is the best card so far." in result.stdout
    assert "stopping with the best model so far" in result.stderr
    assert (tmp_path / "model.json").exists()


@pytest.mark.parametrize("learner", ["layered", "cn2", "seco", "ripper"])
def test_an_interrupted_list_of_rules_is_printed_and_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner: str
) -> None:
    """The interrupt comes when something has been found."""
    told = []

    def press(self: ProgressBar, share: float) -> None:
        told.append(share)
        if len(told) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ProgressBar, "__call__", press)
    result = run("learn", "--learner", learner, "--save", tmp_path / "model.json", "--jobs", "1")
    assert result.exit_code == 0
    assert "this is the best model so far." in result.stdout
    assert "what to expect of the rules is not known." in result.stdout
    assert "stopping with the best model so far" in result.stderr
    assert (tmp_path / "model.json").exists()


@pytest.mark.parametrize("learner", ["layered", "cn2", "seco", "ripper", "knopf", "tree"])
def test_a_time_limit_of_any_learner_is_kept_and_said(run: Run, learner: str) -> None:
    result = run("learn", "--learner", learner, "--time-limit", "1e-9", "--json")
    assert result.exit_code == 0
    assert "Stopped by the time limit of 1e-09 s" in result.stdout
