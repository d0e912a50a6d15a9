"""The path of a card, from dear to cheap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from conjunct.cards.path import Point, checked_path, path_within
from conjunct.cards.validation import ValidatedPrice, check_prices, make_divisions
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    grower_of,
    loss_tolerance,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
)
from tests.cards.test_growth import HALVES, bodies_of
from tests.search.small_tables import Rows

from conjunct.cards.growth import CardGrower, ignore
from conjunct.cards.pooling import averaged
from conjunct.cards.settings import SETTINGS
from conjunct.encode import CodedTable


def heard(shares: list[float], share: float) -> None:
    assert not shares or share >= shares[-1]
    shares.append(share)


def test_prices_of_the_path_fall() -> None:
    for prices in (SETTINGS.prices, SETTINGS.checked_prices, SETTINGS.few_prices):
        assert (np.diff(prices) < 0).all()


def checks_of(grower: CardGrower, prices: tuple[float, ...]) -> list[list[ValidatedPrice]]:
    """Return what two divisions say about some prices."""
    return list(check_prices(make_divisions(grower, np.random.default_rng(0)), prices))


def within(grower: CardGrower, most: int, shares: list[float]) -> list[Point]:
    """Learn cards of at most that number of conditions."""
    divisions = make_divisions(grower, np.random.default_rng(0))
    checks = check_prices(divisions, SETTINGS.prices)
    return path_within(grower, SETTINGS.prices, checks, most, lambda share: heard(shares, share))


@settings(max_examples=min(15, settings().max_examples))
@given(repeated_rows(), st.integers(0, 8))
def test_no_card_within_a_number_has_more_conditions(rows: Rows, most: int) -> None:
    shares: list[float] = []
    points = within(grower_of(problem_of(rows.coded()), 1.0), most, shares)
    assert points[0].price == np.inf
    assert points[0].card.terms == ()
    assert max(point.card.n_conditions for point in points) <= most
    assert (np.diff([point.price for point in points[1:]]) < 0).all()
    assert all(point.log_loss is not None for point in points[1:])
    assert 0 < max(shares) <= 1


def test_a_number_of_conditions_that_a_card_can_have_is_reached() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 1.0)
    assert within(grower, 1, [])[-1].card.n_conditions == 1


def noisy_rows() -> CodedTable:
    """Return 90 rows of two classes, one in ten of which has the wrong one."""
    random = np.random.default_rng(3)
    cells = tuple(("abc"[random.integers(3)], float(random.integers(9))) for _ in range(90))
    labels = tuple("xy"[(a == "a" and b > 3) ^ (random.random() < 0.1)] for a, b in cells)
    return replace(Rows(("nominal", "numeric"), cells, labels).coded(), classes=("x", "y"))


def test_a_path_ends_at_the_first_price_at_which_a_card_is_too_large() -> None:
    grower, most = grower_of(problem_of(noisy_rows()), 1.0), 4
    free, cut = within(grower, 10**6, []), within(grower, most, [])
    first = next(at for at, one in enumerate(free) if one.card.n_conditions > most)
    assert len(cut) == first + 1
    for point, same in zip(cut[:first], free, strict=False):
        assert bodies_of(point.card) == bodies_of(same.card)
    assert all(body in bodies_of(free[first].card) for body in bodies_of(cut[-1].card))


def test_a_larger_number_never_costs_more_nats_at_one_price() -> None:
    grower = grower_of(problem_of(noisy_rows()), 1.0)
    prices = (0.05,)
    checks = checks_of(grower, prices)
    losses = [
        path_within(grower, prices, checks, most, ignore)[-1].card.loss for most in (0, 2, 4, 8)
    ]
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses)


@pytest.mark.parametrize(
    ("weak", "times"), [(0.27, SETTINGS.clean_ridge), (0.28, SETTINGS.noisy_ridge)]
)
def test_a_pooled_card_has_a_low_ridge_where_there_is_little_noise(
    weak: float, times: float
) -> None:
    coded = noisy_rows()
    grower = grower_of(problem_of(coded), 0.05)
    cards = (grower.grown(grower.empty()),)
    divisions = [ValidatedPrice(0.1, 0.3, cards), ValidatedPrice(0.1, weak, cards)]
    (point,) = checked_path(grower, (0.05,), [divisions], ignore)
    ridge = times * grower.costs.ridge
    assert point.card.terms
    expected = plain_loss(coded, point.card, ridge)
    assert point.card.loss == pytest.approx(expected, abs=loss_tolerance(coded))
    fitted = grower.with_ridge(times).finished(point.card)
    assert point.card.weights == pytest.approx(fitted.weights, abs=1e-2)


def test_conditions_of_a_pooled_card_must_be_worth_reading() -> None:
    grower = grower_of(problem_of(noisy_rows()), 0.01)
    cards, sizes = (grower.grown(grower.empty()),), []
    for reading in (0.0, 0.01, 1.0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("conjunct.cards.path.SETTINGS", replace(SETTINGS, reading=reading))
            (point,) = checked_path(grower, (0.01,), [[ValidatedPrice(0, 0, cards)]], ignore)
        sizes.append(point.card.n_conditions)
    assert sizes[0] > sizes[1] > sizes[2] == 0


def test_a_checked_path_has_a_card_for_every_price_that_was_checked() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 1.0)
    cards = tuple(replace(grower, price=price).grown(grower.empty()) for price in (0.5, 0.1))
    prices = SETTINGS.checked_prices
    checks = [[ValidatedPrice(0.1, 0.3 - price, cards)] for price in prices[::-1]]
    shares: list[float] = []
    points = checked_path(grower, prices, iter(checks), lambda share: heard(shares, share))
    assert tuple(point.price for point in points) == prices
    assert [point.log_loss for point in points] == [one.log_loss for (one,) in checks]
    assert shares[-1] == 1.0
    assert (np.diff([point.card.loss for point in points]) <= 1e-6).all()


def test_a_card_is_the_mean_of_the_pools_of_each_division_and_of_both() -> None:
    coded, prices = noisy_rows(), (0.1,)
    grower = grower_of(problem_of(coded), 1.0)
    strong, weak = (replace(one, log_loss=0.3) for one in checks_of(grower, prices)[0])
    (point,) = checked_path(grower, prices, [[strong, weak]], ignore)
    alone = [
        checked_path(grower, prices, [[one]], ignore)[0].card
        for one in (strong, weak, replace(strong, cards=strong.cards + weak.cards))
    ]
    scores = [plain_scores(coded, one) for one in alone]
    assert plain_scores(coded, point.card) == pytest.approx(np.mean(scores, axis=0), abs=1e-9)
    assert len({one.n_conditions for one in alone}) > 1
    assert point.card.n_conditions < sum(one.n_conditions for one in alone)
    assert point.error == pytest.approx((strong.error + weak.error) / 2)


def test_a_pool_stays_at_the_price_that_its_own_checks_find_best() -> None:
    prices = (0.5, 0.1, 0.02)
    grower = grower_of(problem_of(noisy_rows()), 1.0)
    marked = [
        [replace(one, log_loss=nats, error=nats / 2) for one, nats in zip(both, own, strict=True)]
        for both, own in zip(
            checks_of(grower, prices), [(0.5, 0.6), (0.4, 0.7), (0.45, 0.55)], strict=True
        )
    ]
    points = checked_path(grower, prices, marked, ignore)
    assert [point.log_loss for point in points] == pytest.approx([0.55, 0.5, 0.475])
    assert [point.error for point in points] == pytest.approx([0.275, 0.25, 0.2375])
    taken = [([marked[1][0]], 0.1), ([marked[2][1]], 0.02), (marked[2], 0.02)]
    pools = []
    for divisions, price in taken:
        cards = tuple(card for division in divisions for card in division.cards)
        alone = [[ValidatedPrice(0.0, 0.0, cards)]]
        pools.append(checked_path(grower, (price,), alone, ignore)[0].card)
    expected = averaged(grower, pools)
    assert bodies_of(points[-1].card) == bodies_of(expected)
    assert points[-1].card.weights == pytest.approx(expected.weights, abs=1e-12)


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(6, settings().max_examples))
@given(rows=repeated_rows())
def test_every_engine_goes_the_same_path(make: type, rows: Rows) -> None:
    paths, prices = [], (0.2, 0.05)
    for how in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **how), 1.0)
        paths.append(checked_path(grower, prices, checks_of(grower, prices), ignore))
    for one, other in zip(*paths, strict=True):
        assert bodies_of(one.card) == bodies_of(other.card)
        assert one.card.weights.tolist() == other.card.weights.tolist()
        assert (one.error, one.log_loss) == (other.error, other.log_loss)
