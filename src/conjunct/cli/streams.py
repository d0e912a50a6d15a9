"""Results to standard output, everything else to standard error, colours only on terminals."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import typer

DEFAULT_WIDTH = 100
"""Characters in a line if standard output is not a terminal."""
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]|\x1b(?!\\[[01]m)"
)
"""Control characters that a terminal would obey, except our own sequences for bold text."""


def say(text: str = "") -> None:
    """Print a result; on a terminal, control characters are escaped."""
    say_parts([f"{text}\n"])


def say_parts(texts: Iterable[str]) -> None:
    """Print a result in several pieces, as `say` does, but without adding newlines."""
    if sys.stdout is None:
        raise OSError("standard output is closed; leave >&- out, or name a file to write")
    for text in texts:
        sys.stdout.write(seen(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()


def seen(text: str) -> str:
    r"""Return a text with control characters escaped.

    Examples
    --------
    >>> print(seen("a\x9b31m\rb"))
    a\u009b31m\u000db
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say_json(document: Any) -> None:
    """Print one JSON document as the whole result."""
    import json

    say(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """Print a note on what was done to the data or guessed."""
    _message("note", text, typer.colors.YELLOW)


def complain(text: str) -> None:
    """Print one sentence on why the command fails."""
    _message("error", text, typer.colors.RED)


def inform(text: str) -> None:
    """Print a message about what is going on."""
    _tell(seen(text))


def _tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def width() -> int:
    """Return the number of characters in a line of standard output."""
    if sys.stdout is None or not sys.stdout.isatty():
        return DEFAULT_WIDTH
    return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns


def heading(text: str) -> str:
    """Return a heading for standard output, bold on a terminal."""
    return typer.style(text, bold=True) if sys.stdout and has_colours(sys.stdout) else text


def has_colours(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal on which the user wants colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def _message(sort: str, text: str, colour: str) -> None:
    prefix = f"{sort}:"
    if has_colours(sys.stderr):
        prefix = typer.style(prefix, fg=colour, bold=True)
    _tell(f"{prefix} {seen(text)}")
