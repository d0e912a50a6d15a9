"""How long a study is likely to take on this machine.

The seconds of a study are processor time of one trial on all its tables, one core, measured with
``python benchmarks/study_times.py``; those of ``meta`` and ``honesty`` are of longer runs, divided
by their trials. Time that a busy machine gives to others comes on top.
"""

from __future__ import annotations

import time

import numpy as np

from conjunct.experiments.study import Study

REFERENCE = 0.031  # seconds of the calibration job where the times of the studies were measured


def expected_seconds(study: Study, trials: int, n_jobs: int, slowness: float = 1.0) -> float:
    """Return the time of a study on all its tables."""
    return study.seconds * trials * slowness / n_jobs


def machine_slowness() -> float:
    """Return how many times slower one core is here than there, by a job of fixed size.

    The best of five runs counts: it is the one that was disturbed least.
    """
    return min(calibration_seconds() for _ in range(5)) / REFERENCE


def duration_text(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 10 else f"{round(hours)} h"


def calibration_seconds() -> float:
    """Return the time of a job that sorts, gathers and counts integers, as rule learning does."""
    values = np.random.default_rng(0).integers(0, 1 << 20, 200_000)
    start = time.process_time()
    for _ in range(2):
        order = np.argsort(values, kind="stable")
        np.bincount(values[order] & 1023, minlength=1024).cumsum()
        np.flatnonzero(values & 1)
    return time.process_time() - start
