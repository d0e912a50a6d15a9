from __future__ import annotations

import io
import re
import sys

import pytest

from conjunct.cli import progress
from conjunct.cli.progress import ProgressBar, TrialProgress
from conjunct.count.engines import tell_compilation


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def as_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_work_of_a_moment_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    with ProgressBar("rows covered") as bar:
        bar(0.5)
        bar(1.0)
    assert terminal.getvalue() == ""


def test_longer_work_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with ProgressBar("rows covered") as bar:
        bar(0.5)
    assert "rows covered" in terminal.getvalue()
    assert "50%" in terminal.getvalue()


def test_a_file_gets_no_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with ProgressBar("rows covered") as bar:
        bar(0.5)
    assert capsys.readouterr().err == ""


def test_trials_show_their_rate_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with TrialProgress("layered") as bar:
        bar._start -= 10.0
        bar(1000, 6000)
        bar(1050, 6000)
    line = r"layered: 1,050 of 6,000 trials, [\d.]+ per second, \d+ min left"
    assert re.search(line, terminal.getvalue())


def test_a_file_gets_a_line_about_trials_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with TrialProgress("layered") as bar:
        bar(0, 40)
        bar(1, 40)
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(progress, "INTERVAL", 0.0)
        bar(2, 40)
    line = capsys.readouterr().err
    assert line.startswith("layered: 2 of 40 trials, ")
    assert line.endswith(" left\n")


def test_no_trials_to_do_show_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with TrialProgress("layered") as bar:
        bar(40, 40)
    assert capsys.readouterr().err == ""


def test_compiling_is_announced_when_it_happens_and_only_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the other tests leave the announcement out
    tell_compilation()  # whoever was waiting in tests before
    capsys.readouterr()
    progress.announce_compilation()
    assert capsys.readouterr().err == ""
    for _ in range(2):
        tell_compilation()
    assert capsys.readouterr().err == "compiling once, this takes some seconds…\n"
