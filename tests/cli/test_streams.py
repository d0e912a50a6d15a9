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


ODD = "a\x9b31m\x1b]0;b\x07\rc\u202ed\x1b[2J"
SEEN = r"a\u009b31m\u001b]0;b\u0007\u000dc\u202ed\u001b[2J"


def test_a_terminal_obeys_nothing_that_stands_in_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    streams.say(f"{streams.heading('x')}\n{ODD}\tend")
    streams.inform(ODD)
    assert terminal.getvalue() == f"\x1b[1mx\x1b[0m\n{SEEN}\tend\n{SEEN}\n"


def test_a_file_gets_results_as_they_are_and_messages_that_can_be_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    streams.say(ODD)
    streams.note(ODD)
    assert capsys.readouterr() == (f"{ODD}\n", f"note: {SEEN}\n")


def test_output_that_is_closed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OSError, match="standard output is closed"):
        streams.say("x")
