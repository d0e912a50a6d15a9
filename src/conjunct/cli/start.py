"""The entry point of ``conjunct``: quiet when it is interrupted before its commands are loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130


def main() -> None:
    """Load the commands and run the one of the command line."""
    before = signal.signal(signal.SIGINT, _leave)
    if before is signal.SIG_IGN:  # a job in the background, which Ctrl-C is not meant for
        signal.signal(signal.SIGINT, before)
    from conjunct.cli.app import main as run

    try:
        run()
    finally:  # what is left is to end
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    """End at once: nothing has been read or written yet."""
    os.write(2, b"\ninterrupted; no file was written\n")
    os._exit(INTERRUPTED)
