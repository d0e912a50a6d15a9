"""An environment whose learners are as bad as a test needs."""

from __future__ import annotations

from peers.field import Environment, Learner

FAKE = Environment("fake", "fake", "fake", "as they are")
WORKER = """
import os
import time
import numpy as np
from peers.workers.serve import serve
from peers.workers.task import Answer

class Majority:
    def __init__(self, task):
        self.task = task
    def fit(self):
        print("learning", flush=True)
        self.counts = np.bincount(self.task.labels[self.task.train])
    def answer(self):
        n = len(self.task.test)
        shares = np.tile(self.counts / self.counts.sum(), (n, 1))
        return Answer(np.full(n, self.counts.argmax()), shares, 1, 2)

class Endless(Majority):
    def fit(self):
        while True:
            pass

class Sleeper(Majority):
    def fit(self):
        time.sleep(60)

class Crash(Majority):
    def fit(self):
        os.write(2, b"out of luck\\n")
        os._exit(3)

class Refusal(Majority):
    def fit(self):
        raise ValueError("no such\\n  thing")

good = {"majority": Majority}
slow = {"endless": Endless, "sleeper": Sleeper}
serve(good | slow | {"crash": Crash, "refusal": Refusal})
"""


def fake(key: str) -> Learner:
    return Learner(key, FAKE, key)
