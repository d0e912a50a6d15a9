from __future__ import annotations

import io
import os
import sys

import pytest

from conjunct.cli import streams


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def as_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard output and error a terminal that wants colours."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    streams.complain("no")
    assert terminal.getvalue() == "\x1b[31m\x1b[1merror:\x1b[0m no\n"
    assert streams.heading("x") == "\x1b[1mx\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_declined(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    terminal = as_terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    streams.note("so")
    assert terminal.getvalue() == "note: so\n"
    assert streams.heading("x") == "x"


def test_files_get_no_colours(capsys: pytest.CaptureFixture[str]) -> None:
    streams.complain("no")
    assert capsys.readouterr().err == "error: no\n"


def test_the_width_is_the_one_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    as_terminal(monkeypatch)
    monkeypatch.setattr("shutil.get_terminal_size", lambda _: os.terminal_size((132, 40)))
    assert streams.width() == 132


def test_the_width_is_100_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda _: os.terminal_size((132, 40)))
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert streams.width() == 100
