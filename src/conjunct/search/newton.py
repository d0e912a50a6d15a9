"""Beam search for the rule that lowers the loss most, after subtracting its price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.count import NO_TESTS, CountingEngine, NewtonFound, NewtonRequest, Tests
from conjunct.count.engine import ABOVE, AT_MOST, HEAVIEST, SCALE, UNEQUAL
from conjunct.model.record import Round
from conjunct.search.language import Language
from conjunct.search.refinements import Refinements, list_refinements
from conjunct.types import Flags, Floats, Ints


class Prices(NamedTuple):
    """The price of a rule, in nats: of its first and of each further condition.

    Half of `ridge` times the square of the weight is part of the price.
    """

    ridge: float
    first: float
    further: float

    def of(self, n_conditions: int) -> float:
        """Return the price of the conditions of a rule; the ridge is not included."""
        return self.first + self.further * (n_conditions - 1)


@dataclass(frozen=True)
class NewtonBeam:
    """Settings of the search for a rule.

    `width` bodies of one condition are refined, half as many of two, and so on. The rows that a
    rule covers weigh at least `min_weight`.
    """

    width: int = 4
    max_conditions: int = 4
    min_weight: float = 3.0


class NewtonSearch(NamedTuple):
    """The result of a search for one rule; its body is empty if no rule pays for itself.

    `saved` are the nats that its Newton step saves, minus its price; `refined` are the bodies that
    were refined.
    """

    body: Tests
    saved: float
    rounds: tuple[Round, ...]
    refined: tuple[Tests, ...]


def find_rule(
    engine: CountingEngine,
    language: Language,
    rows: tuple[int, str],
    prices: Prices,
    beam: NewtonBeam,
    signs: Ints,
    taken: Ints,
) -> NewtonSearch:
    """Return the body whose Newton step saves most, after subtracting its price.

    A step saves ½ G² / (H + ridge), with the gradient G and the curvature H of the loss over the
    rows that the body covers, in the class where this is largest. Of equal bodies the first wins,
    in the order of the beam and of `list_refinements`. Of bodies that save the same and cover the
    same weight, only the first is refined. `rows` are the cover to search in and the row state with
    the gradients; for `signs` and `taken` see `NewtonRequest`.
    """
    levels = max(1, min(beam.max_conditions, language.max_conditions))
    least = round(min(beam.min_weight, HEAVIEST) * SCALE)
    request = NewtonRequest(
        *rows, language.columns, signs, *prices, beam.width, levels, least, taken
    )
    found: NewtonFound | None = engine.search(request)
    if found is None:
        found = _PlainSearch(engine, language, request).run()
    rounds = tuple(
        Round(beam.width, level, scored, pruned, covered / SCALE / scored)
        for level, (scored, covered, pruned) in enumerate(found.levels.tolist(), start=1)
        if scored
    )
    return NewtonSearch(found.body, found.saved, rounds, found.refined)


class _Parent(NamedTuple):
    """A body that is refined: its cover, its conditions, and the signs that its weight may have.

    `may` tells whether a weight may be positive, and negative, for every score.
    """

    cover: int
    body: Tests
    may: Flags


class _PlainSearch:
    """One search through the verbs of an engine, level by level."""

    def __init__(self, engine: CountingEngine, language: Language, request: NewtonRequest) -> None:
        self._engine = engine
        self._language = language
        self._request = request
        self._saved = 0.0
        self._body = NO_TESTS
        self._made: list[int] = []

    def run(self) -> NewtonFound:
        """Search until no refinement can save more."""
        request = self._request
        parents = [_Parent(request.cover, NO_TESTS, np.ones((2, request.signs.shape[1]), bool))]
        levels = np.zeros((request.max_conditions, 3), np.int64)
        refined: list[Tests] = []
        for level in range(request.max_conditions):
            refined += [parent.body for parent in parents]
            found, gains = self._candidates(parents, levels[level])
            price = request.first + level * request.further
            if len(gains) and gains[0] - price > self._saved:
                self._saved = float(gains[0] - price)
                self._body = self._extended(parents, found, 0)
            if level + 1 == request.max_conditions:
                break
            width = max(1, request.width >> level)
            parents = self._kept(parents, found, width, price, levels[level])
            if not parents:
                break
        self._engine.release(np.array(self._made, np.int64))
        return NewtonFound(self._body, self._saved, levels, tuple(refined))

    def _candidates(self, parents: list[_Parent], level: Ints) -> tuple[Refinements, Floats]:
        """Return the best refinements of a level, best first, and the nats their steps save."""
        request = self._request
        sums = self._engine.sum(np.array([one.cover for one in parents]), request.state)
        usable = self._language.usable([parent.body for parent in parents])
        found = list_refinements(sums, request.columns, usable)
        weight = found.values[:, 0]
        possible = (weight >= request.least) & (weight < sums.totals[found.cover, 0])
        may = self._may(parents, found)
        possible &= may.any(axis=(1, 2))
        found, may = found.where(possible), may[possible]
        level[:2] += len(found.cover), found.values[:, 0].sum()
        gains = newton_gains(found.values, request.ridge, may)
        order = np.argsort(-gains, kind="stable")[: np.count_nonzero(gains > 0)]
        best = _first_of_each(found.values, gains, order, request)
        return found.where(best), gains[best]

    def _may(self, parents: list[_Parent], found: Refinements) -> Flags:
        """Tell whether weights of refinements may be positive, and negative, for every score."""
        column, op, _ = found.tests.T
        falls = (op == AT_MOST) | ((op != ABOVE) & (op != UNEQUAL))
        asked = self._request.signs[column] * np.where(falls, -1, 1)[:, None]
        own = np.array([parent.may for parent in parents])[found.cover]
        return np.asarray(own & np.stack((asked >= 0, asked <= 0), axis=1))

    def _extended(self, parents: list[_Parent], found: Refinements, place: int) -> Tests:
        parent = parents[int(found.cover[place])].body
        return np.concatenate((parent, found.tests[place : place + 1]))

    def _kept(
        self, parents: list[_Parent], found: Refinements, width: int, price: float, level: Ints
    ) -> list[_Parent]:
        """Return the bodies that are worth refining: some refinement of them could save more."""
        request = self._request
        best = found.where(slice(0, width))
        if not len(best.cover):
            return []
        covers = self._engine.refine(
            np.array([parents[place].cover for place in best.cover]), best.tests
        )
        self._made += covers.tolist()
        sums = self._engine.tally(covers, [NO_TESTS], request.state)[:, 0]
        hopes = _hopes(sums, request.ridge)
        hopeful = hopes - price - request.further > self._saved
        level[2] += int((~hopeful).sum())
        may = self._may(parents, best)
        return [
            _Parent(int(covers[place]), self._extended(parents, best, place), may[place])
            for place in np.flatnonzero(hopeful).tolist()
        ]


def newton_gains(sums: Ints, ridge: float, may: Flags) -> Floats:
    """Return the nats that Newton steps save in the class where they save most.

    `sums` has weight, gradients and curvatures over the rows of each body. `may` tells whether
    weights may be positive, and negative, ``(bodies, 2, 1 or classes)``.
    """
    n_classes = sums.shape[1] // 2
    gradients = sums[:, 1 : 1 + n_classes] / SCALE
    saved = 0.5 * gradients * gradients / (sums[:, 1 + n_classes :] / SCALE + ridge)
    allowed = np.where(gradients >= 0, may[:, 0], may[:, 1])
    return np.asarray(np.where(allowed, saved, 0.0).max(axis=1, initial=0.0))


def _hopes(sums: Ints, ridge: float) -> Floats:
    """Return the most that refinements could save: only rows of one gradient sign, no curvature."""
    n_classes = sums.shape[1] // 3
    hopes = np.zeros(len(sums))
    for one in range(n_classes):
        up = sums[:, 1 + 2 * n_classes + one]
        most = np.maximum(up, up - sums[:, 1 + one]) / SCALE
        hopes = np.maximum(hopes, 0.5 * most * most / ridge)
    return hopes


def _first_of_each(sums: Ints, gains: Floats, order: Ints, request: NewtonRequest) -> Ints:
    """Return the first candidates whose covers are not taken, as many as are refined.

    Of candidates with the same gain and the same weight, only the first is returned.
    """
    taken = set(map(bytes, np.ascontiguousarray(request.taken)))
    found: dict[tuple[float, int], int] = {}
    for place in order.tolist():
        if len(found) == request.width:
            break
        if sums[place].tobytes() not in taken:
            found.setdefault((float(gains[place]), int(sums[place, 0])), place)
    return np.array(list(found.values()), np.int64)
