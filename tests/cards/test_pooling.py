"""One card out of several: every cover once, and scores that are the mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    Drawn,
    covers_of,
    drawn_problem,
    fitted,
    grower_of,
    loss_tolerance,
    n_weights_of,
    plain_loss,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
)
from tests.cards.test_growth import HALVES, bodies_of, card_with
from tests.search.small_tables import Rows

from conjunct.cards.fitted import FittedCard
from conjunct.cards.growth import CardGrower
from conjunct.cards.pooling import averaged, pooled
from conjunct.count import Fold, as_tests


def folds_of(grower: CardGrower) -> list[FittedCard]:
    """Grow a card on all rows, and one on two thirds of them."""
    part = grower.on(grower.problem.within(Fold(1, 3, outside=True), "part"))
    return [one.grown(one.empty()) for one in (grower, part)]


@given(repeated_rows())
def test_a_pool_has_every_cover_once_and_the_classes_of_all(rows: Rows) -> None:
    coded = rows.coded()
    grower = grower_of(problem_of(coded), 0.05)
    cards = folds_of(grower)
    pool = pooled(grower, cards)
    everything = frozenset(range(coded.n_rows))
    asked: dict[frozenset[frozenset[int]], set[int]] = {}
    for card in cards:
        for covered, term in zip(covers_of(coded, card), card.terms, strict=True):
            both = frozenset((covered, everything - covered))
            asked.setdefault(both, set()).update(term.channels)
    pairs = [frozenset((covered, everything - covered)) for covered in covers_of(coded, pool)]
    channels = [set(term.channels) for term in pool.terms]
    assert dict(zip(pairs, channels, strict=True)) == asked
    assert len(pool.terms) == len(asked)
    expected = plain_loss(coded, pool, grower.costs.ridge)
    assert pool.loss == pytest.approx(expected, abs=loss_tolerance(coded))
    assert pool.loss <= cards[0].loss + 0.05  # as far as a few cycles go


@given(seeds, st.integers(2, 4), st.booleans())
def test_an_average_has_the_mean_of_the_scores_and_every_cover_once(
    seed: int, n_classes: int, signed: bool
) -> None:
    random = np.random.default_rng(seed)
    drawn = drawn_problem(seed, n_classes, signed and n_classes == 2)
    cards = []
    for _ in range(3):
        terms = []
        for one in drawn.terms:
            (column, _, _), *_ = one.body.tolist()
            rest = one._replace(body=as_tests([(column, 0, 0)]), sign=-one.sign)
            if random.random() < 0.8:
                terms.append(one if random.random() < 0.5 else rest)
        cards.append(fitted(drawn._replace(terms=tuple(terms)), 1.0))
    grower, coded = grower_of(drawn.problem, 1.0), drawn.coded
    mean = averaged(grower, cards)
    scores = [plain_scores(coded, one) for one in cards]
    assert plain_scores(coded, mean) == pytest.approx(np.mean(scores, axis=0), abs=1e-9)
    expected = plain_loss(coded, mean, grower.costs.ridge)
    assert mean.loss == pytest.approx(expected, abs=loss_tolerance(coded))
    covers, everything = set(covers_of(coded, mean)), frozenset(range(coded.n_rows))
    assert len(covers | {everything - one for one in covers}) == 2 * len(mean.terms)
    for place, term in enumerate(mean.terms):
        assert (term.sign * mean.weights[mean.weights_of(place)] >= 0).all()


def test_rules_of_the_same_rows_are_one_rule_and_so_is_a_rule_for_the_rest() -> None:
    coded = HALVES.coded()
    grower = grower_of(problem_of(coded), 0.5)
    same_rows = [[(0, 0, 0)], [(0, 0, 0), (0, 0, 0)], [(0, 0, 1)], [(0, 1, 0)]]
    cards = [card_with(grower, body) for body in same_rows]
    assert bodies_of(averaged(grower, cards)) == [[[0, 0, 0]]]
    other = card_with(grower, [(1, 0, 0)])
    assert bodies_of(averaged(grower, [*cards, other])) == [[[0, 0, 0]], [[1, 0, 0]]]


def test_rules_that_must_pull_another_way_stay_apart() -> None:
    drawn = drawn_problem(3, 2, signed=True)
    first = drawn.terms[0]
    other = first._replace(sign=-first.sign)
    cards = [fitted(drawn._replace(terms=(one,)), 1.0) for one in (first, other)]
    mean = averaged(grower_of(drawn.problem, 1.0), cards)
    assert [term.sign for term in mean.terms] == [first.sign, other.sign]


@given(seeds, st.integers(2, 4))
def test_one_card_is_its_own_mean(seed: int, n_classes: int) -> None:
    drawn: Drawn = drawn_problem(seed, n_classes)
    grower = grower_of(drawn.problem, 1.0)
    card = fitted(drawn, grower.costs.ridge)
    mean = averaged(grower, [card])
    assert bodies_of(mean) == bodies_of(card)
    assert mean.weights.tolist() == card.weights.tolist()
    assert len(mean.weights) == n_weights_of(mean.terms)
    assert mean.base.tolist() == card.base.tolist()
    assert mean.loss == card.loss


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(rows=repeated_rows())
def test_every_engine_pools_alike(make: type, rows: Rows) -> None:
    pools = []
    for how in ({}, {"make": make}):
        grower = grower_of(problem_of(rows.coded(), **how), 0.05)
        pools.append(pooled(grower, folds_of(grower)))
    one, other = pools
    assert bodies_of(one) == bodies_of(other)
    assert one.weights.tolist() == other.weights.tolist()
    assert one.loss == other.loss
