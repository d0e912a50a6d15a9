"""When learning has to end."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


def now() -> float:
    """Return the seconds of a clock that nobody sets."""
    return time.monotonic()


class TimeIsUpError(Exception):
    """Learning must end now."""


@dataclass(eq=False)
class Deadline:
    """Ends learning after a time, or when somebody asks for it.

    Parameters
    ----------
    seconds : float or None
        From now on; None for no limit.

    Attributes
    ----------
    has_ended : bool
        Whether a check has ended something: what was done until then is not all.
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
        """Let learning end at the next check."""
        self._is_over = True

    def sentence(self, so_far: str) -> str:
        """Say that learning ended early, and what there is."""
        spent = now() - self._start
        if self.seconds is not None and spent >= self.seconds:
            return f"Stopped by the time limit of {self.seconds:g} s: {so_far}."
        return f"Stopped after {spent:.1f} s: {so_far}."
