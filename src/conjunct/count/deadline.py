"""Deadlines: when learning has to end."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


def now() -> float:
    """Return the seconds of a monotonic clock."""
    return time.monotonic()


class TimeIsUpError(Exception):
    """Raised when learning must end."""


@dataclass(eq=False)
class Deadline:
    """A limit on the time for learning, in seconds from now; it can also be ended on request.

    `has_ended` tells whether a check has ended learning early, so that its result is incomplete.
    """

    seconds: float | None = None
    has_ended: bool = False
    _is_over: bool = False
    _start: float = field(default_factory=lambda: now())

    def check(self) -> None:
        """Raise `TimeIsUpError` if learning has to end."""
        if self.seconds is not None and now() - self._start >= self.seconds:
            self.stop()
        if self._is_over:
            self.has_ended = True
            raise TimeIsUpError

    def stop(self) -> None:
        """End learning at the next check."""
        self._is_over = True

    def sentence(self, so_far: str) -> str:
        """Return a sentence that learning ended early, and what was learned so far."""
        spent = now() - self._start
        if self.seconds is not None and spent >= self.seconds:
            return f"Stopped by the time limit of {self.seconds:g} s: {so_far}."
        return f"Stopped after {spent:.1f} s: {so_far}."
