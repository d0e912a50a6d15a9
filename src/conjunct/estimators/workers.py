"""Worker processes that leave Ctrl-C to the process that started them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
