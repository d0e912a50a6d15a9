"""Results to standard output, everything else to standard error, colours only on terminals."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any, TextIO

import typer

DEFAULT_WIDTH = 100
"""Characters in a line where standard output is not a terminal."""


def say(text: str = "") -> None:
    """Print a result."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def say_json(document: Any) -> None:
    """Print one JSON document as the whole result."""
    import json

    say(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """Tell what was done to the data or guessed."""
    _message("note", text, typer.colors.YELLOW)


def complain(text: str) -> None:
    """Tell in one sentence why the command ends here."""
    _message("error", text, typer.colors.RED)


def inform(text: str) -> None:
    """Tell what is going on."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def width() -> int:
    """Return how many characters a line of standard output holds."""
    if not sys.stdout.isatty():
        return DEFAULT_WIDTH
    return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns


def heading(text: str) -> str:
    """Return a heading of standard output, bold on a terminal."""
    return typer.style(text, bold=True) if has_colours(sys.stdout) else text


def has_colours(stream: TextIO) -> bool:
    """Say whether a stream is a terminal that the user wants colours on."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def _message(sort: str, text: str, colour: str) -> None:
    prefix = f"{sort}:"
    if has_colours(sys.stderr):
        prefix = typer.style(prefix, fg=colour, bold=True)
    inform(f"{prefix} {text}")
