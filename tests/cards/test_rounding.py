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
    plain_nats,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
)
from tests.search.small_tables import Rows

from conjunct.cards.fitted import FittedCard
from conjunct.cards.rounding import UNITS, decimal_points, whole_points
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


@given(seeds, st.integers(2, 4), st.sampled_from([0.3, 1.0, 8.0]))
def test_the_unit_is_the_coarsest_that_loses_no_more_than_it_may(
    seed: int, n_classes: int, ridge: float
) -> None:
    drawn = drawn_problem(seed, n_classes)
    card = fitted(drawn, ridge)
    points = whole_points(drawn.problem, card, ridge)
    assert points.weights.tolist() == np.rint(card.weights * points.unit).tolist()
    base = anchored(drawn.coded, card).base
    assert points.base.tolist() == np.rint(base * points.unit).tolist()
    over = {unit: excess(drawn.coded, card, unit, ridge) for unit in UNITS}
    # This test ignores scores that differ only in their last bits.
    assume(all(abs(one[0]) > 1e-6 and abs(one[1]) > 1e-6 for one in over.values()))
    expected = next((unit for unit in UNITS if max(over[unit]) <= 0), UNITS[-1])
    assert points.unit == expected
    assert all(max(over[unit]) > 0 for unit in UNITS if unit < points.unit)


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
