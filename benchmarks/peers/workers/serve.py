"""The loop of every worker: a job a line from standard input, an answer a line as JSON.

A job is the name of a learner, the folder of a table, the number of the fold to predict and the
processor seconds that a fit may take, with tabs between them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from peers.workers.task import Answer, Task, load


class Fit(Protocol):
    """A learner with a task in the form it wants; only `fit` is timed."""

    def fit(self) -> None:
        """Learn from the training rows."""

    def answer(self) -> Answer:
        """Predict the test rows."""


class Learner(Protocol):
    """Brings a task into the form that a learner wants."""

    def __call__(self, task: Task) -> Fit:
        """Return what is ready to learn."""


def serve(learners: Mapping[str, Learner], compiles: bool = False) -> None:
    """Answer jobs until standard input ends.

    Parameters
    ----------
    learners : mapping of str to Learner
        By the name that jobs use.
    compiles : bool
        Whether code is compiled or loaded while it runs. A learner then fits the first time it
        meets a table twice, and the second time is taken; other folds of the table, or another
        ``random_state`` at the end of a name, need no third.
    """
    answers = _answers_alone()
    warnings.simplefilter("ignore")
    met: set[tuple[str, str]] = set()
    for line in sys.stdin:
        name, folder, fold, limit = line.rstrip("\n").split("\t")
        try:
            task = load(Path(folder), int(fold))
            pair = (name.partition(" random_state=")[0], folder.rpartition("-")[0])
            if compiles and pair not in met:
                _seconds(learners[name](task), float(limit))
            met.add(pair)
            fit = learners[name](task)
            seconds = _seconds(fit, float(limit))
            found = _plain(fit.answer(), seconds)
        except Exception as error:
            found = {"failed": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"}
        answers.write(json.dumps(found) + "\n")
        answers.flush()


def _answers_alone() -> IO[str]:
    """Return standard output; what peers print goes to standard error from now on."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _seconds(fit: Fit, limit: float) -> float:
    """Return the processor seconds of a fit; one that takes longer than the limit ends the process.

    The system sends the signal, so that also a loop of compiled code ends.
    """
    start = time.process_time()
    _alarm(limit)
    fit.fit()
    _alarm(0)
    return time.process_time() - start


def _alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _plain(answer: Answer, seconds: float) -> dict[str, Any]:
    probabilities = answer.probabilities
    return {
        "predicted": np.asarray(answer.predicted).astype(int).tolist(),
        "probabilities": None if probabilities is None else np.round(probabilities, 6).tolist(),
        "rules": None if answer.rules is None else int(answer.rules),
        "conditions": None if answer.conditions is None else int(answer.conditions),
        "points": None if answer.points is None else int(answer.points),
        "seconds": seconds,
    }
