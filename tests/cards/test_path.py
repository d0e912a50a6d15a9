"""The path of a card, from dear to cheap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    Drawn,
    drawn_problem,
    fitted,
    grower_of,
    loss_of,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
)
from tests.cards.test_growth import HALVES, bodies_of
from tests.search.small_tables import Rows

from conjunct.cards import path
from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.path import Point, checked_path, path_within
from conjunct.cards.pooling import averaged, pooled
from conjunct.cards.problem import Problem
from conjunct.cards.validation import Checked, check_prices, make_deals
from conjunct.count import LocalEngine
from conjunct.encode import CodedTable
from conjunct.types import Floats


def heard(shares: list[float], share: float) -> None:
    assert not shares or share >= shares[-1]
    shares.append(share)


def test_prices_of_the_path_fall() -> None:
    assert (np.diff(path.PRICES) < 0).all()
    assert (np.diff(path.CHECKED_PRICES) < 0).all()


def within(grower: Grower, coded: CodedTable, most: int, shares: list[float]) -> list[Point]:
    """Learn cards of at most so many conditions."""
    deals = make_deals(grower, coded, LocalEngine, np.random.default_rng(0))
    checks = check_prices(deals, path.PRICES)
    return path_within(grower, path.PRICES, checks, most, lambda share: heard(shares, share))


@settings(max_examples=min(25, settings().max_examples))
@given(repeated_rows(), st.integers(0, 8))
def test_no_card_within_a_number_has_more_conditions(rows: Rows, most: int) -> None:
    shares: list[float] = []
    points = within(grower_of(problem_of(rows.coded()), 1.0), rows.coded(), most, shares)
    assert points[0].price == np.inf
    assert points[0].draft.terms == ()
    assert max(point.draft.n_conditions for point in points) <= most
    assert (np.diff([point.price for point in points[1:]]) < 0).all()
    assert all(point.log_loss is not None for point in points[1:])
    assert 0 < max(shares) <= 1


def test_a_number_of_conditions_that_a_card_can_have_is_reached() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 1.0)
    assert within(grower, HALVES.coded(), 1, [])[-1].draft.n_conditions == 1


def noisy_rows() -> CodedTable:
    """Return 90 rows of two classes, one in ten of which has the wrong one."""
    random = np.random.default_rng(3)
    cells = tuple(("abc"[random.integers(3)], float(random.integers(9))) for _ in range(90))
    labels = tuple("xy"[(a == "a" and b > 3) ^ (random.random() < 0.1)] for a, b in cells)
    return replace(Rows(("nominal", "numeric"), cells, labels).coded(), classes=("x", "y"))


def test_a_path_ends_at_the_first_price_at_which_a_card_is_too_large() -> None:
    coded = noisy_rows()
    grower = grower_of(problem_of(coded), 1.0)
    free = within(grower, coded, 10**6, [])
    most = 4
    cut = within(grower, coded, most, [])
    first = next(at for at, one in enumerate(free) if one.draft.n_conditions > most)
    assert len(cut) == first + 1
    for point, same in zip(cut[:first], free, strict=False):
        assert bodies_of(point.draft) == bodies_of(same.draft)
    assert all(body in bodies_of(free[first].draft) for body in bodies_of(cut[-1].draft))


def test_a_larger_number_never_costs_more_nats_at_one_price() -> None:
    coded = noisy_rows()
    grower = grower_of(problem_of(coded), 1.0)
    prices = np.array([0.05])
    deals = make_deals(grower, coded, LocalEngine, np.random.default_rng(0))
    (checked,) = check_prices(deals, prices)
    losses = [
        path_within(grower, prices, [checked], most, lambda _: None)[-1].draft.loss
        for most in (0, 2, 4, 8)
    ]
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses)


@pytest.mark.parametrize(("soft", "times"), [(0.27, 0.8), (0.28, 2.0)])
def test_a_pooled_card_has_a_low_ridge_where_there_is_little_noise(
    soft: float, times: float
) -> None:
    grower = grower_of(problem_of(noisy_rows()), 0.05)
    drafts = (grower.grown(grower.empty()),)
    prices = np.array([0.05])
    deals = [Checked(0.1, 0.3, drafts), Checked(0.1, soft, drafts)]
    (point,) = checked_path(grower, prices, [deals], lambda _: None)
    ridge = times * grower.scale.ridge
    assert point.draft.terms
    assert point.draft.loss == pytest.approx(loss_of(grower.problem, point.draft, ridge), abs=1e-8)
    fitted = grower.stiffer(times).settled(point.draft)
    assert point.draft.weights == pytest.approx(fitted.weights, abs=1e-2)


def test_conditions_of_a_pooled_card_must_be_worth_reading() -> None:
    coded = noisy_rows()
    grower = grower_of(problem_of(coded), 0.01)
    drafts = (grower.grown(grower.empty()),)
    prices, sizes = np.array([0.01]), []
    for reading in (0.0, 0.01, 1.0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(path, "READING", reading)
            (point,) = checked_path(grower, prices, [[Checked(0, 0, drafts)]], lambda _: None)
        sizes.append(point.draft.n_conditions)
    assert sizes[0] > sizes[1] > sizes[2] == 0


def with_covers_of(problem: Problem, draft: Draft) -> Draft:
    """Return a card with the covers that its rules have in other rows."""
    terms = (one._replace(rows=problem.engine.members(one.body)) for one in draft.terms)
    return replace(draft, terms=tuple(terms))


@given(repeated_rows())
def test_a_pool_has_every_cover_once_and_the_classes_of_all(rows: Rows) -> None:
    problem = problem_of(rows.coded())
    grower = grower_of(problem, 0.05)
    part = rows.coded().take(np.arange(problem.n_rows) % 3 > 0)
    other = grower_of(problem_of(part), 0.05)
    drafts = [with_covers_of(problem, one.grown(one.empty())) for one in (grower, other)]
    pool = pooled(grower, drafts)
    everything = frozenset(range(problem.n_rows))
    asked: dict[frozenset[frozenset[int]], set[int]] = {}
    for term in (term for draft in drafts for term in draft.terms):
        covered = frozenset(problem.engine.members(term.body).tolist())
        asked.setdefault(frozenset((covered, everything - covered)), set()).update(term.channels)
    found = [frozenset(term.rows.tolist()) for term in pool.terms]
    pairs = [frozenset((covered, everything - covered)) for covered in found]
    channels = [set(term.channels) for term in pool.terms]
    assert dict(zip(pairs, channels, strict=True)) == asked
    assert len(pool.terms) == len(asked)
    assert pool.loss == pytest.approx(loss_of(problem, pool, grower.scale.ridge), abs=1e-8)
    assert pool.loss <= drafts[0].loss + 0.05  # as far as so many cycles go


def test_a_checked_path_has_a_card_for_every_price_that_was_checked() -> None:
    grower = grower_of(problem_of(HALVES.coded()), 1.0)
    drafts = tuple(replace(grower, price=price).grown(grower.empty()) for price in (0.5, 0.1))
    prices = path.CHECKED_PRICES
    checks = [[Checked(0.1, 0.3 - price, drafts)] for price in prices[::-1]]
    shares: list[float] = []
    points = checked_path(grower, prices, iter(checks), lambda share: heard(shares, share))
    assert [point.price for point in points] == prices.tolist()
    assert [point.log_loss for point in points] == [one.log_loss for (one,) in checks]
    assert shares[-1] == 1.0
    assert (np.diff([point.draft.loss for point in points]) <= 1e-6).all()


def deals_of(coded: CodedTable, prices: Floats) -> tuple[Grower, list[list[Checked]]]:
    """Return what two deals say about some prices."""
    grower = grower_of(problem_of(coded), 1.0)
    deals = make_deals(grower, coded, LocalEngine, np.random.default_rng(0))
    return grower, list(check_prices(deals, prices))


def test_a_card_is_the_mean_of_the_pools_of_each_deal_and_of_both() -> None:
    prices = np.array([0.1])
    grower, checks = deals_of(noisy_rows(), prices)
    stiff, soft = (replace(one, log_loss=0.3) for one in checks[0])
    (point,) = checked_path(grower, prices, [[stiff, soft]], lambda _: None)
    alone = [
        checked_path(grower, prices, [[one]], lambda _: None)[0].draft
        for one in (stiff, soft, replace(stiff, drafts=stiff.drafts + soft.drafts))
    ]
    scores = [plain_scores(grower.problem, one.terms, one.weights, one.base) for one in alone]
    mean = plain_scores(grower.problem, point.draft.terms, point.draft.weights, point.draft.base)
    assert mean == pytest.approx(np.mean(scores, axis=0), abs=1e-9)
    assert len({one.n_conditions for one in alone}) > 1
    assert point.draft.n_conditions < sum(one.n_conditions for one in alone)
    assert point.error == pytest.approx((stiff.error + soft.error) / 2)


def test_a_pool_stays_at_the_price_that_its_own_checks_find_best() -> None:
    prices = np.array([0.5, 0.1, 0.02])
    grower, checks = deals_of(noisy_rows(), prices)
    marked = [
        [replace(one, log_loss=nats, error=nats / 2) for one, nats in zip(deals, own, strict=True)]
        for deals, own in zip(checks, [(0.5, 0.6), (0.4, 0.7), (0.45, 0.55)], strict=True)
    ]
    points = checked_path(grower, prices, marked, lambda _: None)
    assert [point.log_loss for point in points] == pytest.approx([0.55, 0.5, 0.475])
    assert [point.error for point in points] == pytest.approx([0.275, 0.25, 0.2375])
    taken = [(marked[1][0], 0.1), (marked[2][1], 0.02), (marked[2], 0.02)]
    pools = []
    for one, price in taken:
        deals = one if isinstance(one, list) else [one]
        drafts = tuple(draft for deal in deals for draft in deal.drafts)
        alone = [[Checked(0.0, 0.0, drafts)]]
        pools.append(checked_path(grower, np.array([price]), alone, lambda _: None)[0].draft)
    expected = averaged(grower, pools)
    assert bodies_of(points[-1].draft) == bodies_of(expected)
    assert points[-1].draft.weights == pytest.approx(expected.weights, abs=1e-12)


@given(seeds, st.integers(2, 4), st.booleans())
def test_an_average_has_the_mean_of_the_scores_and_every_cover_once(
    seed: int, n_classes: int, signed: bool
) -> None:
    random = np.random.default_rng(seed)
    drawn = drawn_problem(seed, n_classes, signed and n_classes == 2)
    problem = drawn.problem
    everything = np.arange(problem.n_rows, dtype=np.int32)
    drafts = []
    for _ in range(3):
        terms = [
            one
            if random.random() < 0.5
            else one._replace(rows=np.setdiff1d(everything, one.rows), sign=-one.sign)
            for one in drawn.terms
            if random.random() < 0.8
        ]
        n_weights = sum(len(term.channels) for term in terms)
        drafts.append(fitted(Drawn(problem, tuple(terms), n_weights), 1.0))
    mean = averaged(grower_of(problem, 1.0), drafts)
    scores = [plain_scores(problem, one.terms, one.weights, one.base) for one in drafts]
    found = plain_scores(problem, mean.terms, mean.weights, mean.base)
    assert found == pytest.approx(np.mean(scores, axis=0), abs=1e-9)
    ridge = grower_of(problem, 1.0).scale.ridge
    assert mean.loss == pytest.approx(loss_of(problem, mean, ridge), abs=1e-8)
    covers = {frozenset(one.rows.tolist()) for one in mean.terms}
    assert len(covers | {frozenset(everything.tolist()) - one for one in covers}) == 2 * len(
        mean.terms
    )
    for place, term in enumerate(mean.terms):
        assert (term.sign * mean.weights_of(place) >= 0).all()
