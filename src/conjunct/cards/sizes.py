"""How large a card may be, and which sizes are compared."""

from __future__ import annotations

from typing import NamedTuple

from conjunct.cards.settings import SETTINGS


class CardSize(NamedTuple):
    """How large a card may be.

    Parameters
    ----------
    most : int
        The largest number of conditions.
    reading : float
        Nats that each condition must save on rows that were not learned from.
    is_exact : bool
        Whether the card has `most` conditions even if some of them do not pay.
    sharing : float
        The largest number of points for each condition that the card may have. Rules that give
        points to several classes make use of it.
    """

    most: int
    reading: float
    is_exact: bool = False
    sharing: float = SETTINGS.small_sharing

    @property
    def steps(self) -> list[int]:
        """The numbers of conditions that are tried, from the largest down to 0.

        Examples
        --------
        >>> CardSize(10, 0.1).steps
        [10, 8, 6, 5, 4, 3, 2, 1, 0]
        """
        steps = [self.most]
        while steps[-1]:
            steps.append(min(steps[-1] - 1, round(SETTINGS.stage * steps[-1])))
        return steps

    def points(self, conditions: int) -> int:
        """Return the largest number of points of a card with a number of conditions.

        Examples
        --------
        >>> CardSize(24, 0.1, sharing=1.25).points(24)
        30
        """
        return int(self.sharing * conditions)
