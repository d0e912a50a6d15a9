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
"""How joblib's own workers are called; those of other backends end as their owner likes."""
LOOK_SECONDS = 0.5
"""A worker looks this often whether the process that started it is still there."""


def work(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what joblib calls in workers; they end when this process does, however it does.

    A process that is killed cannot stop its workers, and those of joblib would go on for minutes.

    Examples
    --------
    >>> from joblib import Parallel
    >>> Parallel()(work(abs)(number) for number in (-1, 2))
    [1, 2]
    """
    call: Callable[..., Any] = delayed(_Tied(function, os.getpid()))
    return call


class _Tied:
    """A function that a worker runs for a process, and no longer than that is there."""

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
    """Ignore Ctrl-C for a moment, and for ever in the workers that are started meanwhile.

    They inherit it, so that only this process answers, by stopping them; else each of them would
    print a traceback.
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
    """Stop the workers at the end, also when work is given up, which joblib would warn of."""
    try:
        yield outcomes
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcomes.close()
