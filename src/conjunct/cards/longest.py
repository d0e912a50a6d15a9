"""The longest card that was grown so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conjunct.cards.fitted import FittedCard


@dataclass(eq=False)
class LongestCard:
    """The longest card grown so far, to be used if time is up before the first fold is finished.

    Parameters
    ----------
    most : int
        The largest number of conditions that it may have.
    card : FittedCard or None
        The longest card so far.
    """

    most: int = 0
    card: FittedCard | None = None

    def offer(self, card: FittedCard) -> None:
        """Remember a card if it is at least as long as the one before, and not too long."""
        least = 0 if self.card is None else self.card.n_conditions
        if least <= card.n_conditions <= self.most:
            self.card = card
