"""When learning has to end, and the best card until then."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conjunct.cards.fitted import FittedCard


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
    longest : FittedCard or None
        The longest card that was grown so far.
    most : int
        Conditions that it may have.
    """

    seconds: float | None = None
    longest: FittedCard | None = None
    most: int = 0
    _is_over: bool = False
    _start: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise `TimeIsUpError` if learning has to end."""
        if self.seconds is not None and time.monotonic() - self._start >= self.seconds:
            self.stop()
        if self._is_over:
            raise TimeIsUpError

    def stop(self) -> None:
        """Let learning end at the next check."""
        self._is_over = True

    def keep(self, card: FittedCard) -> None:
        """Remember a card that grows: there is none better until a fold has been learned from."""
        least = 0 if self.longest is None else self.longest.n_conditions
        if least <= card.n_conditions <= self.most:
            self.longest = card

    def sentence(self) -> str:
        """Say that learning ended early."""
        spent = time.monotonic() - self._start
        if self.seconds is not None and spent >= self.seconds:
            return f"Stopped by the time limit of {self.seconds:g} s: this is the best card so far."
        return f"Stopped after {spent:.1f} s: this is the best card so far."
