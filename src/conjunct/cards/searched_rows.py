"""Rows in which rules were searched for, and the cards that are made of these rules there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.fitted import NEARLY_FINAL, FittedCard, Term
from conjunct.cards.growth import CardGrower
from conjunct.cards.pooling import different
from conjunct.cards.settings import SETTINGS
from conjunct.cards.singles import Singles, single_terms
from conjunct.cards.thinning import thinned


@dataclass(frozen=True, eq=False)
class SearchedRows:
    """All rows, or all rows outside a fold, after the search for rules.

    Parameters
    ----------
    grower : CardGrower
        The grower of the rows.
    sizes : sequence of int
        Numbers of conditions that cards may have, in falling order.
    found : FittedCard
        The card that the search grew.
    singles : Singles
        Single conditions that may become rules as well.
    """

    grower: CardGrower
    sizes: Sequence[int]
    found: FittedCard
    singles: Singles

    @classmethod
    def of(cls, grower: CardGrower, sizes: Sequence[int]) -> SearchedRows:
        """Search for rules."""
        found = grower.extended(grower.empty(), _reach(sizes))
        return cls(grower, sizes, found, Singles.of(grower))

    def thinned(self, ridge: float, terms: Sequence[Term], n_sizes: int) -> list[FittedCard]:
        """Fit rules and single conditions together, then thin them out to each size in turn."""
        grower, problem = self._with_ridge(ridge), self.grower.problem
        most = SETTINGS.dense * _reach(self.sizes)
        singles = single_terms(problem, self.singles, ridge, most)
        rules = different(problem, [*terms, *singles])
        card = grower.fitted(rules, np.zeros(len(rules)), problem.first_base(), NEARLY_FINAL)
        cards = []
        for most in self.sizes[:n_sizes]:
            card = thinned(grower, card, most)
            cards.append(card)
        return cards

    def revised(self, ridge: float, card: FittedCard, most: int, is_exact: bool) -> FittedCard:
        """Revise all rules, add rules while conditions are left, and fit until convergence."""
        grower = self._with_ridge(ridge)
        if not card.terms and not is_exact:
            return grower.finished(card)
        card = grower.extended(grower.revised(card, most), most)
        if is_exact:
            card = replace(grower, price=0.0).extended(card, most)
        return grower.finished(card)

    def _with_ridge(self, ridge: float) -> CardGrower:
        return replace(self.grower, ridge=ridge).on(self.grower.problem)


def _reach(sizes: Sequence[int]) -> int:
    """Return the number of conditions up to which rules are searched for."""
    return max(sizes[0], SETTINGS.small)
