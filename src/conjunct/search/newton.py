"""Beam search for the rule that lowers a loss most, after the price of its conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.count.kernels import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.model.record import Round
from conjunct.search.language import Language
from conjunct.search.newton_kernels import (
    HEAVIEST,
    SCALE,
    best_hope,
    is_taken,
    is_used,
    newton_gain,
    search_newton,
)
from conjunct.types import AnyArray, Ints

Test = tuple[int, int, int]


class Prices(NamedTuple):
    """What a rule costs, in nats.

    Parameters
    ----------
    ridge : float
        Half of it times the square of each weight.
    per_class : float
        For each class that the rule gives points to.
    first, further : float
        For the first condition, and for each further one.
    """

    ridge: float
    per_class: float
    first: float
    further: float

    def of(self, n_conditions: int, n_classes: int) -> float:
        """Return the price of a rule, but for the squares of its weights."""
        return self.first + self.further * (n_conditions - 1) + self.per_class * n_classes


@dataclass(frozen=True)
class NewtonBeam:
    """How a rule is looked for.

    Parameters
    ----------
    width : int
        Bodies of one condition that are refined; half as many of two, and so on.
    max_conditions : int
        Levels.
    min_weight : float
        The smallest weight of the rows that a rule covers.
    """

    width: int = 4
    max_conditions: int = 4
    min_weight: float = 3.0


class Found(NamedTuple):
    """What a search for one rule found.

    Parameters
    ----------
    body : Tests
        Conditions on codes; none where nothing pays for itself.
    saved : float
        What its Newton step saves, less its price.
    rounds : tuple of Round
        What was tried, a round a level.
    refined : tuple of Tests
        The bodies that were refined.
    """

    body: Tests
    saved: float
    rounds: tuple[Round, ...]
    refined: tuple[Tests, ...]

    def combinations(self, language: Language) -> int:
        """Count the different sets of attributes among the candidates."""
        attribute = language.columns.attribute
        usable = np.flatnonzero(language.attribute_keys).tolist()
        used = {frozenset(attribute[one[:, 0]].tolist()) for one in self.refined}
        return len({one | {more} for one in used for more in usable})


def find_rule(
    engine: CountingEngine,
    language: Language,
    values: Ints,
    prices: Prices,
    beam: NewtonBeam,
    signs: Ints,
    taken: Ints,
) -> Found:
    """Return the body whose Newton step saves most after its price.

    A step saves ½ G² / (H + ridge), with the gradient G and the curvature H of the loss over the
    rows that the body covers, in each class for which that is more than the price of a class. Of
    equal bodies the first wins, in the order of the beam, the columns and the codes; ``=`` stands
    before ``≠``, ``≤`` before ``>``. Of bodies that save the same and cover the same weight only
    the first is refined.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    values : ndarray of int, shape (n_rows, 1 + 2 * n_classes)
        Weight, gradients and curvatures of every row, as whole numbers, `SCALE` for one.
    prices : Prices
        What conditions cost.
    beam : NewtonBeam
        How to search.
    signs : ndarray of int, shape (n_columns,)
        1 where the only class must not become less likely as the column rises, -1 where it must
        not become more likely, 0 where nothing is asked.
    taken : ndarray of int, shape (n_covers, 1 + 2 * n_classes)
        Sums of covers that are not to be found again.
    """
    levels = max(1, min(beam.max_conditions, language.max_conditions))
    least = round(min(beam.min_weight, HEAVIEST) * SCALE)
    limits = (beam.width, levels, least, taken)
    parents = np.empty((levels, beam.width, levels, 3), np.int64)
    rounds = np.zeros((levels, 3), np.int64)
    body = np.zeros((levels, 3), np.int64)
    coded = engine.coded()
    columns = language.columns
    facts = (columns.attribute, columns.numeric, columns.allowed, signs)
    if coded is None:
        saved, length = _search_levels(engine, facts, values, prices, limits, parents, rounds, body)
    else:
        order = (prices.ridge, prices.per_class, prices.first, prices.further)
        saved, length = search_newton(coded, facts, values, order, limits, parents, rounds, body)
    return Found(body[:length], saved, _as_rounds(rounds, beam.width), _as_bodies(parents))


def _as_rounds(rounds: Ints, width: int) -> tuple[Round, ...]:
    return tuple(
        Round(width, level, scored, pruned, covered / SCALE / scored)
        for level, (scored, covered, pruned) in enumerate(rounds.tolist(), start=1)
        if scored
    )


def _as_bodies(parents: Ints) -> tuple[Tests, ...]:
    bodies = [as_tests([])]
    for level in range(1, len(parents)):
        bodies += [body[:level] for body in parents[level] if body[0, 0] >= 0]
    return tuple(bodies)


class _Candidate(NamedTuple):
    gain: float
    sums: Ints
    parent: int
    test: Test

    @property
    def weight(self) -> int:
        return int(self.sums[0])


def _search_levels(
    engine: CountingEngine,
    columns: tuple[AnyArray, ...],
    values: Ints,
    prices: Prices,
    limits: tuple[int, int, int, Ints],
    parents: Ints,
    rounds: Ints,
    body: Ints,
) -> tuple[float, int]:
    """Search as `search_newton` does, through the verbs of an engine; the same in and out."""
    attribute, numeric, _, signs = columns
    width, most, _, taken = limits
    parents[:] = -1
    engine.begin_classes()
    covers, own_signs, best, length = [engine.root()], [0], 0.0, 0
    for level in range(most):
        price = prices.first + level * prices.further
        sums = engine.sum(np.array(covers), values)
        found: list[_Candidate] = []
        for parent in range(len(covers)):
            state = (parent, int(sums.totals[parent, 0]), own_signs[parent])
            for column in range(len(numeric)):
                if not is_used(parents[level, parent], level, column, attribute, numeric):
                    segment = sums.segment(parent, column)
                    found += _candidates(segment, column, columns, state, prices, limits)
        rounds[level, 0] = len(found)
        rounds[level, 1] = sum(one.weight for one in found)
        beam = _best(found, width, taken)
        if beam and beam[0].gain - price > best:
            best, length = beam[0].gain - price, level + 1
            body[:level] = parents[level, beam[0].parent, :level]
            body[level] = beam[0].test
        if level == most - 1:
            break
        kept: list[tuple[int, int]] = []
        for one in beam[: max(1, width >> level)]:
            path = as_tests([*parents[level, one.parent, :level].tolist(), one.test])
            hope = best_hope(engine.members(path), values, prices.ridge, prices.per_class)
            if hope - price - prices.further <= best:
                rounds[level, 2] += 1
                continue
            parents[level + 1, len(kept), : level + 1] = path
            sign = int(signs[one.test[0]]) * (1 if one.test[1] == ABOVE else -1)
            cover = engine.refine(np.array([covers[one.parent]]), as_tests([one.test]))
            kept.append((int(cover[0]), sign or own_signs[one.parent]))
        if not kept:
            break
        covers, own_signs = [cover for cover, _ in kept], [sign for _, sign in kept]
    return best, length


def _candidates(
    segment: tuple[AnyArray, AnyArray],
    column: int,
    columns: tuple[AnyArray, ...],
    parent: tuple[int, int, int],
    prices: Prices,
    limits: tuple[int, int, int, Ints],
) -> list[_Candidate]:
    """List all refinements of one cover by one column that cover neither too little nor all."""
    _, numeric, allowed, signs = (one[column] for one in columns)
    which, weight, sign = parent
    codes, sums = segment
    known, found = sums.sum(axis=0), []
    inside = np.cumsum(sums, axis=0) if numeric else sums
    ways = ((AT_MOST, -1), (ABOVE, 1)) if numeric else ((EQUAL, -1), (UNEQUAL, 1))
    for code, part in zip(codes.tolist(), inside, strict=True):
        if numeric and part[0] == known[0]:
            break
        for (op, turn), rows in zip(ways, (part, known - part), strict=True):
            asked = turn * int(signs)
            if allowed[op] and limits[2] <= rows[0] < weight and sign * asked >= 0:
                gain = newton_gain(rows, prices.ridge, prices.per_class, sign or asked)
                found.append(_Candidate(gain, rows, which, (column, op, code)))
    return found


def _best(found: list[_Candidate], width: int, taken: Ints) -> list[_Candidate]:
    """Return the best candidates that save anything and are not taken, of equal ones the first."""
    first: dict[tuple[float, int], _Candidate] = {}
    for one in found:
        if one.gain > 0 and not is_taken(one.sums, taken):
            first.setdefault((one.gain, one.weight), one)
    return sorted(first.values(), key=lambda one: -one.gain)[:width]
