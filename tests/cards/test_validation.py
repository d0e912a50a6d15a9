"""Cross-validation along the path of prices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from conjunct.cards.validation import ValidatedPrice, check_prices, make_divisions
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    OTHER_ENGINES,
    Maker,
    grower_of,
    plain_nats,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
    with_two_classes,
)
from tests.cards.test_growth import bodies_of
from tests.search.small_tables import Rows

from conjunct.cards.growth import CardGrower
from conjunct.cards.settings import SETTINGS
from conjunct.count import Fold, each_class
from conjunct.encode import CodedColumn, CodedTable
from conjunct.types import Flags

PRICES = (0.5, 0.1, 0.03)
LARGE = replace(SETTINGS, large=0)


def checks_of(grower: CardGrower, seed: int, n_threads: int = 1) -> Iterator[list[ValidatedPrice]]:
    """Check all prices."""
    divisions = make_divisions(grower, np.random.default_rng(seed))
    return check_prices(divisions, PRICES, n_threads)


Folds = list[tuple[Flags, Flags]]
"""The rows that each card learns, and those that it is checked on."""


def plain_divisions(coded: CodedTable, seed: int, is_large: bool) -> list[Folds]:
    """Return the rows that each card learns, and those that it is checked on."""
    random, n_folds = np.random.default_rng(seed), min(SETTINGS.n_folds, coded.n_rows)
    divisions = []
    for _ in range(1 if is_large else 2):
        own = int(random.integers(2**62))
        parts = [Fold(own, n_folds, one).has(coded.labels, coded.ranks) for one in range(n_folds)]
        divisions.append(
            [
                (parts[(one + 1) % n_folds] if is_large else ~part, part)
                for one, part in enumerate(parts)
            ]
        )
    return divisions


def plain_check(
    grower: CardGrower, coded: CodedTable, folds: Folds, ridge: float, lowest: float
) -> list[ValidatedPrice]:
    """Learn from a table of some rows and look at others, one fold and one price after another."""
    sums, cards = np.zeros((len(PRICES), 3)), [[] for _ in PRICES]
    for learned, checked in folds:
        part = grower.with_ridge(ridge).on(problem_of(coded.take(np.flatnonzero(learned))))
        card = part.empty()
        for at, price in enumerate(PRICES):
            card = replace(part, price=price).extended(card)
            labels, scores = coded.labels[checked], plain_scores(coded, card)[:, checked]
            nats = np.minimum(plain_nats(labels, scores), -np.log(lowest))
            wrong = scores[labels, np.arange(len(labels))] < scores.max(axis=0)
            share = shares_of(coded)[checked]
            sums[at] += share @ wrong, share @ nats, share.sum()
            cards[at].append(card)
    return [
        ValidatedPrice(wrong / total, nats / total, tuple(own))
        for (wrong, nats, total), own in zip(sums.tolist(), cards, strict=True)
    ]


@st.composite
def coded_rows(draw: st.DrawFn) -> CodedTable:
    """Draw rows of two classes, or of three, with weights."""
    rows = draw(repeated_rows())
    coded = rows.coded() if draw(st.booleans()) else with_two_classes(rows)
    random = np.random.default_rng(draw(seeds))
    return replace(coded, weights=random.choice([0.5, 1.0, 2.0], coded.n_rows))


@pytest.mark.parametrize("lowest", [SETTINGS.lowest_probability, 0.3])
@pytest.mark.parametrize("is_large", [False, True])
@settings(max_examples=min(15, settings().max_examples))
@given(coded=coded_rows(), seed=seeds)
def test_cross_validation_is_a_plain_loop_over_tables_without_the_rows_of_a_fold(
    is_large: bool, lowest: float, coded: CodedTable, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        careful = replace(SETTINGS, lowest_probability=lowest)
        patch.setattr("conjunct.cards.validation.SETTINGS", careful)
        if is_large:
            patch.setattr("conjunct.cards.problem.SETTINGS", LARGE)
        grower = grower_of(problem_of(coded), 1.0)
        found = zip(*checks_of(grower, seed), strict=True)
        expected = [
            plain_check(grower, coded, folds, ridge, lowest)
            for folds, ridge in zip(
                plain_divisions(coded, seed, is_large),
                (SETTINGS.strong_ridge, SETTINGS.weak_ridge),
                strict=False,
            )
        ]
    for one, other in zip(chain(*found), chain(*expected), strict=True):
        assert one.log_loss == pytest.approx(other.log_loss, abs=1e-6)
        assert one.error == pytest.approx(other.error, abs=1e-9)
        for card, same in zip(one.cards, other.cards, strict=True):
            assert bodies_of(card) == bodies_of(same)
            assert card.weights.tolist() == same.weights.tolist()
            assert card.base.tolist() == same.base.tolist()


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(10, settings().max_examples))
@given(coded=coded_rows(), seed=seeds)
def test_checks_are_the_same_in_threads_and_on_any_engine(
    make: Maker, n_threads: int, coded: CodedTable, seed: int
) -> None:
    one = checks_of(grower_of(problem_of(coded), 1.0), seed)
    many = checks_of(grower_of(problem_of(coded, make), 1.0), seed, n_threads)
    for few, more in zip(chain(*one), chain(*many), strict=True):
        assert (few.error, few.log_loss) == (more.error, more.log_loss)
        assert list(map(bodies_of, few.cards)) == list(map(bodies_of, more.cards))
        for card, same in zip(few.cards, more.cards, strict=True):
            assert card.weights.tolist() == same.weights.tolist()


def numbered_rows(labels: list[int]) -> CodedTable:
    """Return rows with a column that has another code in each of them."""
    numbers = np.array(labels, np.uint8)
    n_rows = len(labels)
    ranks = [labels[:row].count(label) for row, label in enumerate(labels)]
    return CodedTable(
        (CodedColumn("row", 0, "nominal", n_rows),),
        np.arange(n_rows, dtype=np.uint8)[None],
        np.empty((0, n_rows), np.uint16),
        np.zeros(1, np.int32),
        numbers,
        tuple("abcd"),
        np.array(ranks, np.int32),
    )


def rows_of(grower: CardGrower, cover: int) -> list[int]:
    """Return the numbers of the rows of a cover, see `numbered_rows`."""
    counts = grower.problem.engine.count(np.array([cover]), each_class(4))
    assert (counts.values.sum(axis=1) == 1).all()
    return counts.codes.tolist()


@pytest.mark.parametrize("is_large", [False, True])
@given(labels=st.lists(st.integers(0, 3), min_size=2, max_size=60).map(sorted), seed=seeds)
def test_folds_share_out_all_rows_and_every_class_and_no_card_learns_what_it_is_checked_on(
    is_large: bool, labels: list[int], seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if is_large:
            patch.setattr("conjunct.cards.problem.SETTINGS", LARGE)
        grower = grower_of(problem_of(numbered_rows(labels)), 1.0)
        divisions = make_divisions(grower, np.random.default_rng(seed))
    assert len(divisions) == 2 - is_large
    everything = list(range(len(labels)))
    for division in divisions:
        checked = [rows_of(grower, fold.check_cover) for fold in division]
        learned = [rows_of(grower, fold._grower.problem.cover) for fold in division]
        assert sorted(chain(*checked)) == everything
        for own, other in zip(checked, learned, strict=True):
            assert not set(own) & set(other)
            assert is_large or sorted(own + other) == everything
        for label in set(labels):
            sizes = [sum(labels[row] == label for row in own) for own in checked]
            assert max(sizes) - min(sizes) <= 1
        assert len({fold._grower.problem.state for fold in division}) == len(division)
    states = [fold._grower.problem.state for fold in chain(*divisions)]
    assert len(set(states)) == len(states)


def test_the_seed_draws_the_folds() -> None:
    grower = grower_of(problem_of(numbered_rows([0] * 30 + [1] * 30)), 1.0)
    one, same, other = (
        [
            rows_of(grower, fold.check_cover)
            for fold in chain(*make_divisions(grower, np.random.default_rng(seed)))
        ]
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert one[: len(one) // 2] != one[len(one) // 2 :]


@pytest.mark.parametrize(("wrong", "weak_is_better"), [(0, True), (30, False)])
def test_a_low_ridge_does_better_where_there_is_little_noise(
    wrong: int, weak_is_better: bool
) -> None:
    random = np.random.default_rng(4)
    cells = tuple(("abc"[random.integers(3)], float(random.integers(9))) for _ in range(90))
    right = ["xy"[a == "a" or b > 3] for a, b in cells]
    flipped = set(random.permutation(90)[:wrong].tolist())
    labels = tuple("xyx"["xy".index(one) + (at in flipped)] for at, one in enumerate(right))
    coded = replace(Rows(("nominal", "numeric"), cells, labels).coded(), classes=("x", "y"))
    for strong, weak in list(checks_of(grower_of(problem_of(coded), 1.0), 0))[1:]:
        assert (weak.log_loss < strong.log_loss) == weak_is_better


def test_two_rows_can_be_checked() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("x", "y"))
    coded = replace(rows.coded(), classes=("x", "y"))
    errors = set()
    for seed in range(8):
        for folds, one in zip(
            plain_divisions(coded, seed, is_large=False),
            next(checks_of(grower_of(problem_of(coded), 1.0), seed)),
            strict=True,
        ):
            # Each row is learned from the other one, unless one fold has both.
            apart = all(checked.sum() == 1 for _, checked in folds)
            assert one.error == float(apart)
            assert one.log_loss <= -np.log(SETTINGS.lowest_probability) + 1e-6
            errors.add(one.error)
    assert errors == {0.0, 1.0}
