"""A progress bar on standard error, for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from conjunct.cli.streams import inform

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


PATIENCE = 1.0
"""Seconds before the bar appears; most tables are learned in less."""

INTERVAL = 30.0
"""Seconds between two progress lines if standard error is not a terminal."""


class ProgressBar:
    """Shows the share of the work done, only on a terminal and after `PATIENCE` seconds.

    Parameters
    ----------
    text : str
        What is being done.
    is_telling : bool
        Whether the text itself shows the progress; it then has only a short bar before it.
    """

    def __init__(self, text: str, is_telling: bool = False) -> None:
        self._text = text
        self._is_telling = is_telling
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
        self.stop()

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, share: float, text: str | None = None) -> None:
        """Show the share of the work done, between 0 and 1, and perhaps another text."""
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._start < PATIENCE:
                return
            self._open()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=share, description=text or self._text)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
        from rich.progress import TimeRemainingColumn as TimeLeft

        text = TextColumn("{task.description}")
        columns = (text, BarColumn(), TaskProgressColumn(), TimeLeft())
        short = (BarColumn(bar_width=12), text)
        self._bar = Progress(
            *(short if self._is_telling else columns), console=Console(stderr=True), transient=True
        )
        self._task = self._bar.add_task(self._text, total=1.0)
        self._bar.start()


class TrialProgress:
    """Shows the number of trials done, their rate per second, and the remaining time.

    If standard error is not a terminal, a line is printed every `INTERVAL` seconds instead.

    Parameters
    ----------
    text : str
        Name of the study.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._bar = ProgressBar(text, is_telling=True)
        self._start = self._told = time.monotonic()
        self._before: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about: object) -> None:
        self._bar.stop()

    def __call__(self, done: int, of: int) -> None:
        """Show the number of trials done; those of the first call were finished earlier."""
        if self._before is None:
            self._before = done
        if not of or done == self._before:
            return
        line = self._line(done, of)
        self._bar(done / of, line)
        if not sys.stderr.isatty() and time.monotonic() - self._told >= INTERVAL:
            self._told = time.monotonic()
            inform(line)

    def _line(self, done: int, of: int) -> str:
        from conjunct.experiments.study import duration_text

        rate = (done - (self._before or 0)) / max(time.monotonic() - self._start, 1e-9)
        left = duration_text((of - done) / rate)
        return f"{self._text}: {done:,} of {of:,} trials, {rate:.3g} per second, {left} left"


def announce_compilation() -> None:
    """Print a line once if this run compiles, as the first run on a machine does."""
    from conjunct.count.engines import on_compilation

    on_compilation(lambda: inform("compiling once, this takes some seconds…"))
