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

INTERVAL = 30.0
"""Seconds between two lines about trials where there is no terminal."""


class ProgressBar:
    """Shows the share of the work done, on a terminal and after `PATIENCE` seconds only.

    Parameters
    ----------
    text : str
        What is being done.
    is_telling : bool
        Whether the text itself tells how far the work is; the bar is then a short one before it.
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
        """Take the bar away."""
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
    """Shows how many trials are done, how many a second, and how long the others will take.

    Where standard error is no terminal, a line is printed every `INTERVAL` seconds instead.

    Parameters
    ----------
    text : str
        Whose trials they are.
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
        """Show the number of trials done; those of the first call were done before."""
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
        from conjunct.experiments.expected import duration_text

        rate = (done - (self._before or 0)) / max(time.monotonic() - self._start, 1e-9)
        left = duration_text((of - done) / rate)
        return f"{self._text}: {done:,} of {of:,} trials, {rate:.3g} a second, {left} left"


def announce_compilation() -> None:
    """Say so when the first run on a machine compiles: only then, and once."""
    from conjunct.count.engines import on_compilation

    on_compilation(lambda: inform("compiling once, this takes some seconds…"))
