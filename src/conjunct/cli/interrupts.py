"""How a command ends: one sentence and an exit code, and no traceback for bad data."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from conjunct.cli.streams import complain, inform
from conjunct.errors import ConjunctError

AT_FAULT = 1
INTERRUPTED = 130
REPEAT_SECONDS = 1.0
"""Seconds after which an interrupt that nobody has caught is raised again."""
LEAVE_SECONDS = 5.0
"""Seconds after which an interrupted process that is still ending is killed."""


class CommandGroup(TyperGroup):
    """The group of commands; handles faults of data and models, and interrupts by the user."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in groups, each below its title."""
        groups: dict[str, list[tuple[str, str]]] = {}
        names = self.list_commands(ctx)
        width = formatter.width - 6 - max(map(len, names))
        for name in names:
            command: Any = self.get_command(ctx, name)
            help_text = command.get_short_help_str(width)
            groups.setdefault(command.rich_help_panel, []).append((name, help_text))
        for title, commands in groups.items():
            with formatter.section(title):
                formatter.write_dl(commands)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command given on the command line."""
        with Interrupts() as interrupts:
            try:
                result = super().invoke(ctx)
                if sys.stdout is not None:  # it may be closed
                    sys.stdout.flush()
            except (Exception, KeyboardInterrupt) as error:
                if interrupts.explain(error):
                    inform("\ninterrupted; no file was written")
                    raise typer.Exit(INTERRUPTED) from None
                _end(error)
        return result


class Interrupts:
    """Remembers that Ctrl-C was pressed, and ignores further interrupts.

    Some libraries turn an interrupt into errors of their own, so any error raised after it is its
    consequence. Others swallow it and continue, such as imports and callbacks of a compiler. So it
    is raised again every second until `explain` has seen it.
    """

    def __init__(self) -> None:
        self.seen = False

    def __enter__(self) -> Interrupts:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *about: object) -> None:
        if self._is_main:
            self._stop_repeating()
            signal.signal(signal.SIGINT, self._before)

    def explain(self, error: BaseException) -> bool:
        """Tell whether an error comes from an interrupt, and stop repeating the interrupt."""
        self._stop_repeating()
        return self.seen or isinstance(error, KeyboardInterrupt)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.seen = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._repeat)
            signal.setitimer(signal.ITIMER_REAL, REPEAT_SECONDS, REPEAT_SECONDS)
        raise KeyboardInterrupt

    @staticmethod
    def _repeat(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def _stop_repeating(self) -> None:
        if self.seen and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


class Stopping:
    """Lets Ctrl-C end learning with the best model so far; a second Ctrl-C ends the command.

    Parameters
    ----------
    estimator : object
        The learner; one without `stop` is interrupted as usual.
    """

    def __init__(self, estimator: Any) -> None:
        self._stop: Callable[[], bool] | None = getattr(estimator, "stop", None)
        self._before: Any = None
        self.pressed = False

    def __enter__(self) -> Stopping:
        if self._stop is not None and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *about: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _ask(self, number: int, frame: FrameType | None) -> None:
        before = self._before
        self._give_back()
        if self._stop is not None and self._stop():
            self.pressed = True
            inform("\nstopping with the best model so far; press Ctrl-C again to leave at once")
        elif callable(before):
            before(number, frame)


def leave_soon() -> None:
    """Kill this process and its workers after some seconds, in case its normal exit hangs."""
    watchdog = threading.Timer(LEAVE_SECONDS, _leave)
    watchdog.daemon = True
    watchdog.start()


def _leave() -> NoReturn:
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(INTERRUPTED)


def _end(error: Exception | KeyboardInterrupt) -> NoReturn:
    """Exit with a sentence and a code for an expected error; raise any other error again."""
    if isinstance(error, BrokenPipeError):
        # The reader of the output has closed it; Python's own flush at exit must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    if isinstance(error, ConjunctError | OSError):
        complain(_sentence(error))
        raise typer.Exit(AT_FAULT) from None
    raise error


def _sentence(error: ConjunctError | OSError) -> str:
    if isinstance(error, OSError) and not isinstance(error, ConjunctError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}"
    return " ".join(str(error).split())
