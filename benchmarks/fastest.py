"""The shortest of several times: the one with the least disturbance."""

from __future__ import annotations

import time
from collections.abc import Callable

REPEATS = 15


def fastest(work: Callable[[], object]) -> float:
    """Return the shortest of several times, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)
