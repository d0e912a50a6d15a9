"""A progress bar on standard error, for work that takes longer than a moment."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from conjunct.cli.streams import inform

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds without a bar; most tables are learned in less."""


class ProgressBar:
    """Shows the share of the work done, on a terminal and after `PATIENCE` seconds only.

    Parameters
    ----------
    text : str
        What is being done.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, share: float) -> None:
        """Show the share of the work done, between 0 and 1."""
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._start < PATIENCE:
                return
            self._open()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=share)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
        from rich.progress import TimeRemainingColumn as TimeLeft

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeLeft())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._text, total=1.0)
        self._bar.start()


def announce_compilation() -> None:
    """Say that the first run takes longer, if it is the first one."""
    from conjunct.count.warm import is_compiled

    if not is_compiled():
        inform("compiling once, this takes about half a minute…")
