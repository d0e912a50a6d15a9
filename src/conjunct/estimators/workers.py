"""Worker processes that leave Ctrl-C to the process that started them."""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TypeVar

Done = TypeVar("Done")


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
