"""How long fits with array operations have taken on this machine, kept from run to run.

A short command cannot know whether compiling will pay: the next one may be the last. So each
learner's seconds are added up over runs. When they reach what compiling takes, the learner is
compiled, and from then on its compiled code is used.
"""

from __future__ import annotations

import math
from contextlib import suppress
from functools import cache
from pathlib import Path

from conjunct.count.kernel_cache import kernel_folder

COMPILING = 15.0
"""Seconds that compiling a learner takes (6 to 20); fits with array operations may take as long."""
LOADING = 0.5
"""Seconds that loading compiled code takes, about; shorter fits do not ask for it."""


def is_due(learner: str) -> bool:
    """Return whether a learner has been compiled, or has taken as long as compiling would."""
    return _seconds(learner) >= COMPILING


def add_fit(learner: str, seconds: float) -> None:
    """Record a fit with array operations."""
    if seconds > LOADING:
        _keep(learner, _seconds(learner) + seconds)


def add_compiled(learner: str) -> None:
    """Record that a learner is compiled for these sources."""
    _add_once(kernel_folder(), learner)


@cache
def _add_once(folder: Path | None, learner: str) -> None:
    """Record a compiled learner in a folder; the file is read only once in a process."""
    if folder is not None and not math.isinf(_seconds(learner)):
        _keep(learner, math.inf)


def _file(learner: str) -> Path | None:
    folder = kernel_folder()
    return None if folder is None else folder / f"{learner}.seconds"


def _seconds(learner: str) -> float:
    file = _file(learner)
    with suppress(OSError, ValueError):  # not written yet, or being written by another process
        return float(file.read_text()) if file else 0.0
    return 0.0


def _keep(learner: str, seconds: float) -> None:
    file = _file(learner)
    with suppress(OSError):
        if file:
            file.write_text(repr(seconds))
