"""The client side of a worker: a process that answers jobs, and is killed if it takes too long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from peers.environments import Ready

OUT_OF_TIME = (152, -getattr(signal, "SIGPROF", 0))
"""Exit codes of processes that have used up the processor time of a fit."""

PATIENCE = 4
"""Wall-clock limit of a fit, as a multiple of the processor limit, for a busy machine."""

STARTING = 60
"""Further wall-clock seconds for starting a process, reading a table and predicting."""


class Worker:
    """A process of an environment, started with its first job.

    Parameters
    ----------
    ready : Ready
        How to start it.
    """

    def __init__(self, ready: Ready) -> None:
        self.ready = ready
        self._process: subprocess.Popen[str] | None = None
        self._said = tempfile.TemporaryFile(  # noqa: SIM115 - closed with the worker
            "w+", encoding="utf-8", errors="replace"
        )

    def ask(self, key: str, folder: Path, fold: int, limit: float) -> dict[str, Any]:
        """Return the answer to a job, or ``{"failed": why}``, with whether it was late."""
        try:
            process = self._process or self._start()
        except OSError as error:
            return {"failed": f"{self.ready.command[0]} cannot be started: {error.strerror}"}
        patience = PATIENCE * limit + STARTING
        clock = threading.Timer(patience, self.stop)
        clock.start()
        try:
            process.stdin.write(f"{key}\t{folder}\t{fold}\t{limit}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            clock.cancel()
        if line:
            return json.loads(line)
        return self._failure(limit, patience)

    def stop(self) -> None:
        """Kill the process, even in the middle of a job."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process, and release its resources."""
        self.stop()
        self._gone()
        self._said.close()

    def _gone(self) -> int:
        """Wait for the end of the process, and return its code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        code = process.wait()
        process.stdout.close()
        with suppress(OSError):  # input that it has not read
            process.stdin.close()
        return code

    def _start(self) -> subprocess.Popen[str]:
        # A session of its own: only the process that hands out jobs handles Ctrl-C.
        self._process = subprocess.Popen(
            self.ready.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            encoding="utf-8",
            env={**os.environ, **self.ready.variables},
            start_new_session=True,
        )
        return self._process

    def _failure(self, limit: float, patience: float) -> dict[str, Any]:
        code = self._gone()
        if code in OUT_OF_TIME:
            return {"failed": f"no model within {limit:g} s of processor time", "is_late": True}
        if code == -signal.SIGKILL:
            return {"failed": f"no answer within {patience:g} s", "is_late": True}
        self._said.seek(0)
        last = [line.strip() for line in self._said if line.strip()][-1:]
        why = f"the worker ended with code {code}" + (f": {last[0][:200]}" if last else "")
        return {"failed": why}
