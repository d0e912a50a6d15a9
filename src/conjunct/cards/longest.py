"""The longest card that was grown so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conjunct.cards.fitted import FittedCard


@dataclass(eq=False)
class LongestCard:
    """Remembers a card that grows: there is none better until a fold has been learned from.

    Parameters
    ----------
    most : int
        Conditions that it may have.
    card : FittedCard or None
        The longest one so far.
    """

    most: int = 0
    card: FittedCard | None = None

    def offer(self, card: FittedCard) -> None:
        """Remember a card if it is as long as the one before, and not too long."""
        least = 0 if self.card is None else self.card.n_conditions
        if least <= card.n_conditions <= self.most:
            self.card = card
