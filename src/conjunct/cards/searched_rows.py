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
from conjunct.cards.sizes import CardSize
from conjunct.cards.thinning import thinned


@dataclass(frozen=True, eq=False)
class SearchedRows:
    """All rows, or all rows outside a fold, after the search for rules.

    Parameters
    ----------
    grower : CardGrower
        The grower of the rows.
    size : CardSize
        How large cards may be.
    found : FittedCard
        The card that the search grew.
    singles : Singles
        Single conditions that may become rules as well.
    """

    grower: CardGrower
    size: CardSize
    found: FittedCard
    singles: Singles

    @classmethod
    def of(cls, grower: CardGrower, size: CardSize) -> SearchedRows:
        """Search for rules."""
        found = grower.extended(grower.empty(), _reach(size))
        return cls(grower, size, found, Singles.of(grower))

    def thinned(self, ridge: float, terms: Sequence[Term], n_steps: int) -> list[FittedCard]:
        """Fit rules and single conditions together, then thin them out, one size after another."""
        grower, problem = self._with_ridge(ridge), self.grower.problem
        most = SETTINGS.dense * _reach(self.size)
        singles = single_terms(problem, self.singles, ridge, most)
        rules = different(problem, [*terms, *singles])
        card = grower.fitted(rules, np.zeros(len(rules)), problem.first_base(), NEARLY_FINAL)
        cards = []
        for most in self.size.steps[:n_steps]:
            card = thinned(grower, card, most, self.size.points(most))
            cards.append(card)
        return cards

    def revised(self, ridge: float, card: FittedCard, most: int) -> FittedCard:
        """Revise all rules, add rules while conditions are left, and fit until convergence."""
        grower = self._with_ridge(ridge)
        if not card.terms and not self.size.is_exact:
            return grower.finished(card)
        card = grower.extended(grower.revised(card, most), most)
        if self.size.is_exact:
            card = replace(grower, price=0.0).extended(card, most)
        return grower.finished(card)

    def _with_ridge(self, ridge: float) -> CardGrower:
        return replace(self.grower, ridge=ridge).on(self.grower.problem)


def _reach(size: CardSize) -> int:
    """Return the number of conditions up to which rules are searched for."""
    return max(size.most, SETTINGS.small)
