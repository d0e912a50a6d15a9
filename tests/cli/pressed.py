"""Ctrl-C, as a person presses it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C, again if workers were just being started; return the output."""
    for _ in range(20):
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=3)
    raise AssertionError("twenty interrupts had no effect")
