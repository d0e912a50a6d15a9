"""Worker processes that leave Ctrl-C to the process that started them, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from joblib import delayed

Done = TypeVar("Done")

WORKER = "LokyProcess"
"""Start of the process name of joblib's own workers; other backends manage their own workers."""
LOOK_SECONDS = 0.5
"""Seconds between a worker's checks whether the process that started it is still alive."""


def work(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function for joblib so that workers end when this process ends, even if it is killed.

    A killed process cannot stop its workers, and joblib's workers would run on for minutes.

    Examples
    --------
    >>> from joblib import Parallel
    >>> Parallel()(work(abs)(number) for number in (-1, 2))
    [1, 2]
    """
    call: Callable[..., Any] = delayed(_Tied(function, os.getpid()))
    return call


class _Tied:
    """A function that a worker runs only as long as its parent process lives."""

    def __init__(self, function: Callable[..., Any], parent: int) -> None:
        self._function, self._parent = function, parent

    def __call__(self, *arguments: Any) -> Any:
        if multiprocessing.current_process().name.startswith(WORKER):
            _end_with(self._parent)
        return self._function(*arguments)


@cache
def _end_with(parent: int) -> None:
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in this block, and for good in the workers that are started in it.

    Workers inherit the setting. So only this process handles Ctrl-C, by stopping them; otherwise
    each of them would print a traceback.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ending(
    outcomes: Generator[Done, None, None],
) -> Iterator[Generator[Done, None, None]]:
    """Stop the workers at the end, without joblib's warning if work is abandoned."""
    try:
        yield outcomes
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcomes.close()
