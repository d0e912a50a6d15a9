"""The entry point of ``conjunct``; an interrupt before the commands are loaded ends it quietly."""

from __future__ import annotations

import gc
import os
import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
FEW_OBJECTS = 10_000
"""Number of new objects after which Python looks for garbage among all of them."""


def main() -> None:
    """Load the commands and run the one given on the command line."""
    gc.set_threshold(FEW_OBJECTS)  # loading modules makes many objects, and they stay
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # learners divide their work themselves
    before = signal.signal(signal.SIGINT, _leave)
    if before is signal.SIG_IGN:  # a background job, which Ctrl-C must not end
        signal.signal(signal.SIGINT, before)
    from conjunct.cli.app import main as run

    try:
        run()
    finally:  # only the exit is left
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    """Exit at once: nothing has been read or written yet."""
    os.write(2, b"\ninterrupted; no file was written\n")
    os._exit(INTERRUPTED)
