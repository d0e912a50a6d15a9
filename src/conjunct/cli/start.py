"""The entry point of ``conjunct``; an interrupt before the commands are loaded ends it quietly."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import FrameType, ModuleType
from typing import NoReturn

INTERRUPTED = 130
FEW_OBJECTS = 10_000
"""Number of new objects after which Python looks for garbage among all of them."""

SELDOM_USED = "scipy.stats"
"""Module that scikit-learn imports for functions that few commands call; it loads slowly."""


class _SeldomUsed(MetaPathFinder):
    """Finds the module that is seldom used, and lets it load on its first use."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load the module, or None for any other."""
        spec = PathFinder.find_spec(name, path, target) if name == SELDOM_USED else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def main() -> None:
    """Load the commands and run the one given on the command line."""
    sys.meta_path.insert(0, _SeldomUsed())
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
