"""Whole points: the coarsest unit that loses almost nothing, found by trying all units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    drawn_problem,
    fitted,
    grower_of,
    grown,
    plain_loss,
    plain_nats,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
)
from tests.search.small_tables import Rows

from conjunct.cards.fitted import FittedCard
from conjunct.cards.rounding import (
    UNITS,
    PointsOfCard,
    decimal_points,
    saved_by_moves,
    whole_points,
)
from conjunct.cards.settings import SETTINGS
from conjunct.encode import CodedTable


def loss_and_wrong(coded: CodedTable, card: FittedCard) -> tuple[float, float]:
    """Return nats per row and the share of rows in which another class has more points."""
    scores, shares = plain_scores(coded, card), shares_of(coded)
    wrong = scores[coded.labels, np.arange(coded.n_rows)] < scores.max(axis=0)
    nats = plain_nats(coded.labels, scores)
    return float(shares @ nats) / shares.sum(), float(shares @ wrong) / shares.sum()


def anchored(coded: CodedTable, card: FittedCard) -> FittedCard:
    """Subtract the lowest base of a class with rows from all bases, if there are several."""
    seen = np.bincount(coded.labels, shares_of(coded), len(card.base)) > 0
    return replace(card, base=card.base - card.base[seen].min()) if len(seen) > 2 else card


def rounded(coded: CodedTable, card: FittedCard, unit: float) -> FittedCard:
    base = anchored(coded, card).base
    weights = np.rint(card.weights * unit) / unit
    return replace(card, weights=weights, base=np.rint(base * unit) / unit)


def excess(coded: CodedTable, card: FittedCard, unit: float, ridge: float) -> tuple[float, float]:
    """Return how far a unit exceeds the allowed losses: in nats per row, and in share of rows."""
    (exact, exact_wrong), (got, got_wrong) = (
        loss_and_wrong(coded, one) for one in (card, rounded(coded, card, unit))
    )
    squares = (rounded(coded, card, unit).weights ** 2).sum() - (card.weights**2).sum()
    penalty = 0.5 * ridge * squares / shares_of(coded).sum()
    return got + penalty - exact - SETTINGS.lost, got_wrong - exact_wrong - SETTINGS.lost_rows


def not_too_fine(card: FittedCard) -> list[float]:
    """Return the units in which no rule has too many points."""
    largest = np.abs(card.weights).max(initial=0.0)
    return [unit for unit in UNITS if np.rint(largest * unit) <= SETTINGS.most_points]


@given(seeds, st.integers(2, 4), st.sampled_from([0.3, 1.0, 8.0]))
def test_the_unit_is_the_coarsest_that_loses_no_more_than_it_may(
    seed: int, n_classes: int, ridge: float
) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, ridge)
    points = whole_points(drawn.problem, card, ridge)
    units = not_too_fine(card)
    over = {unit: excess(drawn.coded, card, unit, ridge) for unit in units}
    # This test ignores scores that differ only in their last bits.
    assume(all(abs(one[0]) > 1e-6 and abs(one[1]) > 1e-6 for one in over.values()))
    enough = [unit for unit in units if max(over[unit]) <= 0]
    assert points.unit == min(enough, default=units[-1])
    if enough:
        assert points.weights.tolist() == np.rint(card.weights * points.unit).tolist()
        base = anchored(drawn.coded, card).base
        assert points.base.tolist() == np.rint(base * points.unit).tolist()


def cost(coded: CodedTable, card: FittedCard, ridge: float) -> float:
    """Return the loss of a card with its penalty, plus the price of the rows that it gets wrong."""
    scores, weights = plain_scores(coded, card), shares_of(coded)
    totals = np.bincount(coded.labels, weights, len(scores))
    by_size = np.argsort(-totals - 1e-9 * np.arange(len(totals)))  # of equal classes, the later one
    wrong = by_size[scores[by_size].argmax(axis=0)] != coded.labels
    return plain_loss(coded, card, ridge) + SETTINGS.wrong_row * float(weights[wrong].sum())


def saved_by_step(
    coded: CodedTable, card: FittedCard, place: int, step: float, ridge: float
) -> float:
    """Return what a step of one number saves by the first two derivatives of the loss."""

    def loss(change: float) -> float:
        numbers = np.append(card.weights, card.base)
        numbers[place] += change
        weights, base = np.split(numbers, [len(card.weights)])
        return plain_loss(coded, replace(card, weights=weights, base=base), ridge)

    here, above, below, h = loss(0.0), loss(1e-4), loss(-1e-4), 1e-4
    slope, bend = (above - below) / (2 * h), (above - 2 * here + below) / h**2
    return -(slope * step + 0.5 * bend * step**2)


@settings(max_examples=min(25, settings().max_examples))
@given(seeds, st.integers(2, 4), st.sampled_from([0.3, 1.0, 8.0]))
def test_what_a_move_saves_is_estimated_by_slope_and_curvature(
    seed: int, n_classes: int, ridge: float
) -> None:
    drawn = drawn_problem(seed, n_classes)
    problem, card = drawn.problem, fitted(drawn, ridge)
    points = PointsOfCard(np.rint(card.weights * 3), np.rint(card.base * 3), 3.0)
    problem.engine.apply(problem.state, problem.cover, points.on(card).points)
    saved = saved_by_moves(problem, card, points, ridge)
    for row, step in ((0, 1), (1, -1)):
        for place, nats in enumerate(saved[row].tolist()):
            old, new = points.weights, points.moved(place, step).weights
            if (np.sign(old) != np.sign(new)).any() or np.abs(new).max() > SETTINGS.most_points:
                assert nats == -np.inf
            else:
                plain = saved_by_step(drawn.coded, points.on(card), place, step / 3.0, ridge)
                assert nats == pytest.approx(plain, abs=1e-3)


@settings(max_examples=min(30, settings().max_examples))
@given(seeds, st.integers(2, 4), st.sampled_from([0.3, 1.0]), st.integers(1, 3))
def test_points_in_too_coarse_a_unit_are_moved_until_no_move_helps(
    seed: int, n_classes: int, ridge: float, most: int
) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = anchored(drawn.coded, fitted(drawn, ridge))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.cards.rounding.SETTINGS", replace(SETTINGS, most_points=most))
        points = whole_points(drawn.problem, card, ridge)
    plain = rounded(drawn.coded, card, points.unit)
    assert (np.sign(points.weights) == np.sign(plain.weights)).all()
    within = np.abs(plain.weights * points.unit) <= most  # or no unit is coarse enough
    assert (np.abs(points.weights)[within] <= most).all()
    best = cost(drawn.coded, points.on(card), ridge)
    assert best <= cost(drawn.coded, plain, ridge) + 1e-6
    if max(excess(drawn.coded, card, points.unit, ridge)) <= 1e-6:
        return  # the unit loses next to nothing
    for place in range(len(card.weights) + len(card.base)):
        for step in (1, -1):
            trial = points.moved(place, step)
            grows = np.abs(trial.weights) > np.maximum(np.abs(points.weights), most - 1e-9)
            if grows.any() or (np.sign(trial.weights) != np.sign(points.weights)).any():
                continue
            hope = saved_by_step(drawn.coded, points.on(card), place, step / points.unit, ridge)
            if hope > -SETTINGS.hoped + 1e-3:
                assert cost(drawn.coded, trial.on(card), ridge) > best - SETTINGS.least - 1e-6


@given(repeated_rows())
def test_rounding_of_learned_cards_costs_next_to_nothing(rows: Rows) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.05)
    card = grower.finished(grown(grower))
    unit = whole_points(grower.problem, card, grower.ridge).unit
    nats, wrong = excess(coded, card, unit, grower.ridge)
    assert nats <= 1e-6
    assert wrong <= 1e-6 or unit == UNITS[-1]


def test_units_go_from_coarse_to_fine() -> None:
    assert list(UNITS) == sorted(set(UNITS))
    assert UNITS[0] == 1


def test_whole_weights_need_no_finer_unit() -> None:
    drawn = drawn_problem(2, 3)
    card = replace(
        fitted(drawn, 1.0),
        weights=np.arange(len(drawn.terms)) - 1.0,
        base=np.array([0.0, 1.0, -2.0]),
    )
    points = whole_points(drawn.problem, card, 1.0)
    assert points.unit == 1.0
    assert points.weights.tolist() == card.weights.tolist()
    assert points.base.tolist() == [2.0, 3.0, 0.0]  # only differences matter


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(seed=seeds, n_classes=st.integers(2, 4))
def test_every_engine_rounds_alike(make: type, seed: int, n_classes: int) -> None:
    found = []
    for how in ({}, {"make": make}):
        drawn = drawn_problem(seed, n_classes, **how)
        found.append(whole_points(drawn.problem, fitted(drawn, 1.0), 1.0))
    one, other = found
    assert one.unit == other.unit
    assert one.weights.tolist() == other.weights.tolist()
    assert one.base.tolist() == other.base.tolist()


def test_decimal_points_are_the_weights_in_hundredths() -> None:
    card = fitted(drawn_problem(2, 3), 1.0)
    points = decimal_points(card)
    assert points.unit == 1.0
    assert (np.abs(points.weights - card.weights) <= 0.005 + 1e-12).all()
    assert (points.weights * 100).tolist() == pytest.approx(np.rint(points.weights * 100).tolist())
    assert (np.abs(points.base - card.base) <= 0.005 + 1e-12).all()
