from __future__ import annotations

import io
import sys

import pytest

from conjunct.cli import progress
from conjunct.cli.progress import ProgressBar


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


@pytest.mark.parametrize(
    ("compiled", "message"),
    [(True, ""), (False, "compiling once, this takes about half a minute…\n")],
)
def test_the_first_run_says_that_it_compiles(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    compiled: bool,
    message: str,
) -> None:
    monkeypatch.setattr("conjunct.count.warm.is_compiled", lambda: compiled)
    progress.announce_compilation()
    assert capsys.readouterr().err == message
