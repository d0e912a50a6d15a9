"""Growing a card: add the rule that saves most, then go over all rules again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from conjunct.cards.draft import (
    FINAL,
    NEARLY_FINAL,
    Draft,
    Effort,
    Start,
    Term,
    cover_sums,
    fit_draft,
    fresh_start,
    paying_channels,
    saving,
)
from conjunct.cards.problem import Problem
from conjunct.count import Tests
from conjunct.count.kernels import ABOVE
from conjunct.search.newton import Found, NewtonBeam, Prices, find_rule
from conjunct.search.newton_kernels import is_taken
from conjunct.types import Ints

LEAST = 1e-3
"""A change must save this many nats."""
SWEEPS = 8
"""So often all weights of a large table are fitted while the number of rules doubles."""
BRIEF = Effort(3, 1e-3)
"""Spent on the weights while rules come and go."""


def _ignore(share: float) -> None:
    """Tell nobody."""


class Scale(NamedTuple):
    """The objective but for its scale: what conditions cost next to each other.

    Parameters
    ----------
    ridge : float
        Half of it times the square of each weight, in nats.
    steepness : float
        A further condition costs so many times as much as the first.
    per_class : float
        Nats for each class that gets points, of several.
    """

    ridge: float
    steepness: float
    per_class: float


@dataclass(frozen=True, eq=False)
class Grower:
    """Lowers loss + price · (what the conditions could have been), in nats.

    The first condition of a rule costs the logarithm of the number of conditions that could have
    been chosen, times `price`.

    Parameters
    ----------
    problem : Problem
        The rows.
    scale : Scale
        What costs how much.
    beam : NewtonBeam
        How rules are looked for.
    price : float
        Nats of loss that a nat of description must save.
    effort : Effort
        Spent on the weights each time.
    progress : callable
        Told the share of the loss without rules that the rules save, after each new one.
    """

    problem: Problem
    scale: Scale
    beam: NewtonBeam
    price: float
    effort: Effort = BRIEF
    progress: Callable[[float], None] = _ignore

    @property
    def prices(self) -> Prices:
        """What a rule costs, in nats."""
        first = self.price * float(np.log(max(self.problem.language.n_tests, 2)))
        per_class = self.price * self.scale.per_class if len(self.problem.channels) > 1 else 0.0
        return Prices(self.scale.ridge, per_class, first, self.scale.steepness * first)

    def stiffer(self, times: float) -> Grower:
        """Return the same with so many times the ridge."""
        return replace(self, scale=self.scale._replace(ridge=times * self.scale.ridge))

    def empty(self) -> Draft:
        """Return the card without rules."""
        return self._fitted(
            (), fresh_start(self.problem, (), np.empty(0), self.problem.first_base())
        )

    def grown(self, draft: Draft) -> Draft:
        """Add rules, go over them, add more, until nothing saves anything; fit to the end."""
        draft = self.extended(draft)
        if not self.problem.is_huge:
            revised = self._revised(draft)
            if revised is not draft:
                draft = self.extended(revised)
        return self.settled(draft)

    def settled(self, draft: Draft) -> Draft:
        """Fit the weights to the end, those of a large table nearly so."""
        start = fresh_start(self.problem, draft.terms, draft.weights, draft.base)
        effort = NEARLY_FINAL if self.problem.is_large else FINAL
        return fit_draft(self.problem, draft.terms, start, self.scale.ridge, effort)

    def _fitted(self, terms: tuple[Term, ...], start: Start) -> Draft:
        return fit_draft(self.problem, terms, start, self.scale.ridge, self.effort)

    def extended(self, draft: Draft) -> Draft:
        """Add the rule that saves most, as long as one does."""
        prices = self.prices
        nothing = self.empty().loss
        while True:
            longer = self._longer(draft, prices)
            if longer is None:
                return draft
            draft = longer
            self.progress(max(0.0, 1.0 - draft.loss / nothing))

    def _longer(self, draft: Draft, prices: Prices) -> Draft | None:
        """Return the card with one more rule, None where none pays."""
        longer = self._with_best(draft, prices)
        if longer is None or longer.cost(prices) > draft.cost(prices) - LEAST:
            return None
        return longer

    def _with_best(self, draft: Draft, prices: Prices) -> Draft | None:
        values = draft.residuals(self.problem)
        found = self._found(values, prices, _taken(draft, values))
        if not len(found.body):
            return None
        return self._with(draft, self._term(found.body, found, values, prices))

    def _found(self, values: Ints, prices: Prices, taken: Ints) -> Found:
        """Look for a rule that covers other rows than those of the card do, and than the rest."""
        problem = self.problem
        return find_rule(
            problem.engine, problem.language, values, prices, self.beam, problem.signs, taken
        )

    def _term(self, body: Tests, found: Found, values: Ints, prices: Prices) -> Term:
        rows = self.problem.engine.members(body)
        signs = self.problem.signs[body[:, 0]] * np.where(body[:, 1] == ABOVE, 1, -1)
        sign = int(signs[np.abs(signs).argmax()])
        return Term(body, paying_channels(values, rows, prices), rows, sign, found)

    def _with(self, draft: Draft, term: Term) -> Draft:
        """Add a rule at the end. On a large table most often its own weights alone are fitted."""
        terms = (*draft.terms, term)
        effort = self.effort
        if self.problem.is_large and len(terms) % (1 + len(terms) // SWEEPS):
            effort = effort._replace(first=len(draft.weights))
        return fit_draft(self.problem, terms, draft.with_term(term), self.scale.ridge, effort)

    def _revised(self, draft: Draft) -> Draft:
        """Replace, shorten or delete one rule after the other where that saves anything."""
        prices = self.prices
        place, patience = 0, 3 * len(draft.terms) + 3
        while place < len(draft.terms) and patience:
            patience -= 1
            changed = self._changed(draft, place, prices)
            if changed.cost(prices) < draft.cost(prices) - LEAST:
                draft = changed
            else:
                place += 1
        return draft

    def _changed(self, draft: Draft, place: int, prices: Prices) -> Draft:
        """Return the cheaper of the card without a rule and the card with another in its place."""
        rest = self._without(draft, place)
        other = self._instead(draft.terms[place], rest, prices)
        if other is None:
            return rest
        replaced = self._with(rest, other)
        pays = replaced.cost(prices) < rest.cost(prices)
        return replaced if pays else rest

    def _instead(self, term: Term, rest: Draft, prices: Prices) -> Term | None:
        """Return the rule whose Newton step saves most where another was; None if that one does."""
        values = rest.residuals(self.problem)
        taken = _taken(rest, values)
        found = self._found(values, prices, taken)
        bodies = [(term.body, term.found)]
        if len(found.body):
            bodies.append((found.body, found))
        if len(term.body) > 1:
            shorter = [np.delete(term.body, one, axis=0) for one in range(len(term.body))]
            bodies += [(body, term.found) for body in shorter]
        first, *others = (self._term(*one, values, prices) for one in bodies)
        sums = cover_sums(values, others)
        free = [not is_taken(one, taken) for one in sums]
        terms = [first, *compress(others, free)]
        best = max(terms, key=lambda one: saving(values, one, prices))
        same = best is terms[0] and best.channels == term.channels
        return None if same else best

    def _without(self, draft: Draft, place: int) -> Draft:
        terms = draft.terms[:place] + draft.terms[place + 1 :]
        return self._fitted(terms, draft.without_term(place))


def _taken(draft: Draft, values: Ints) -> Ints:
    """Return the sums of covers that no other rule may have: those of the rules, and the rest."""
    covers = cover_sums(values, draft.terms)
    return np.concatenate((covers, values.sum(axis=0) - covers))
