"""Cross-validation along the path of prices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import grower_of, plain_nats, plain_scores, repeated_rows, seeds
from tests.cards.drawn_cards import problem_of as problem_of_table
from tests.cards.test_growth import bodies_of
from tests.search.small_tables import Rows

from conjunct.cards.draft import Draft
from conjunct.cards.growth import Grower
from conjunct.cards.validation import (
    N_FOLDS,
    SOFT,
    STIFF,
    SURE,
    Checked,
    check_prices,
    deal_folds,
    make_deals,
)
from conjunct.count import LocalEngine, ReferenceEngine
from conjunct.encode import CodedTable
from conjunct.types import AnyArray

PRICES = np.array([0.5, 0.1, 0.03])


def plain_check(
    grower: Grower,
    coded: CodedTable,
    folds: list[tuple[AnyArray, AnyArray, float]],
    prices: list[float],
) -> list[list[Checked]]:
    """Learn from some rows and look at others, one price and one fold after the other."""
    problem, checks = grower.problem, []
    for at in range(len(prices)):
        sums = {stiffness: (0.0, 0.0, 0.0) for _, _, stiffness in folds}
        learned: dict[float, list[Draft]] = {stiffness: [] for stiffness in sums}
        for rows, own, stiffness in folds:
            part = problem_of_table(
                coded.take(rows), ReferenceEngine, problem.share[rows], problem.signs
            )
            ridge = stiffness * grower.scale.ridge
            fold_grower = replace(grower, problem=part, scale=grower.scale._replace(ridge=ridge))
            draft = fold_grower.empty()
            for price in prices[: at + 1]:
                draft = replace(fold_grower, price=price).extended(draft)
            engine = ReferenceEngine(coded)
            terms = tuple(one._replace(rows=engine.members(one.body)) for one in draft.terms)
            scores = plain_scores(problem, terms, draft.weights, draft.base)[:, own]
            by_row = plain_nats(problem.labels[own], scores)
            nats = problem.share[own] @ np.minimum(by_row, -np.log(SURE))
            if coded.classes == ("x", "y"):  # the second has the scores, and the first stands last
                scores = scores[::-1]
            wrong = problem.share[own] @ (scores.argmax(axis=0) != coded.labels[own])
            more = wrong, nats, problem.share[own].sum()
            sums[stiffness] = tuple(np.add(sums[stiffness], more).tolist())
            learned[stiffness].append(draft)
        checks.append(
            [
                Checked(wrong / total, nats / total, tuple(learned[stiffness]))
                for stiffness, (wrong, nats, total) in sums.items()
            ]
        )
    return checks


def checks_of(
    grower: Grower, coded: CodedTable, seed: int, n_threads: int = 1
) -> Iterator[list[Checked]]:
    """Check all prices."""
    deals = make_deals(grower, coded, LocalEngine, np.random.default_rng(seed))
    return check_prices(deals, PRICES, n_threads)


def plain_folds(
    labels: AnyArray, random: np.random.Generator, is_large: bool
) -> list[tuple[AnyArray, AnyArray, float]]:
    """Return the rows that each card learns, those that it is checked on, and its stiffness."""
    n_folds, folds = min(N_FOLDS, len(labels)), []
    for stiffness in [STIFF] if is_large else [STIFF, SOFT]:
        dealt = deal_folds(labels, n_folds, random)
        for one in range(n_folds):
            learned = dealt == (one + 1) % n_folds if is_large else dealt != one
            folds.append((learned, dealt == one, stiffness))
    return folds


@st.composite
def coded_rows(draw: st.DrawFn) -> CodedTable:
    """Draw rows of two classes, or of three."""
    rows = draw(repeated_rows())
    if draw(st.booleans()):
        return rows.coded()
    labels = tuple("x" if label == "x" else "y" for label in rows.labels)
    return replace(replace(rows, labels=labels).coded(), classes=("x", "y"))


@settings(max_examples=min(25, settings().max_examples))
@given(coded_rows(), seeds, st.booleans())
def test_cross_validation_is_a_plain_loop_over_folds(
    coded: CodedTable, seed: int, is_large: bool
) -> None:
    share = np.random.default_rng(seed).choice([0.5, 1.0, 2.0], coded.n_rows)
    with pytest.MonkeyPatch.context() as patch:
        if is_large:
            patch.setattr("conjunct.cards.problem.LARGE", 0)
        grower = grower_of(problem_of_table(coded, share=share), 1.0)
        found = list(checks_of(grower, coded, seed))
        random = np.random.default_rng(seed)
        folds = plain_folds(grower.problem.labels, random, is_large)
        expected = plain_check(grower, coded, folds, PRICES.tolist())
    for one, other in zip(chain(*found), chain(*expected), strict=True):
        assert one.log_loss == pytest.approx(other.log_loss, abs=1e-6)
        assert one.error == pytest.approx(other.error, abs=1e-9)
        assert list(map(bodies_of, one.drafts)) == list(map(bodies_of, other.drafts))


@settings(max_examples=min(25, settings().max_examples))
@given(coded_rows(), seeds)
def test_folds_are_the_same_in_any_number_of_threads(coded: CodedTable, seed: int) -> None:
    grower = grower_of(problem_of_table(coded), 1.0)
    one, many = (chain(*checks_of(grower, coded, seed, n_threads)) for n_threads in (1, 3))
    for few, more in zip(one, many, strict=True):
        assert (few.error, few.log_loss) == (more.error, more.log_loss)
        assert list(map(bodies_of, few.drafts)) == list(map(bodies_of, more.drafts))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60).map(sorted), st.integers(1, 6), seeds)
def test_folds_are_stratified(labels: list[int], n_folds: int, seed: int) -> None:
    numbers = np.array(labels, np.int64)
    folds = deal_folds(numbers, n_folds, np.random.default_rng(seed))
    assert set(folds.tolist()) <= set(range(n_folds))
    for rows in [np.ones(len(labels), bool), *(numbers == one for one in set(labels))]:
        sizes = np.bincount(folds[rows], minlength=n_folds)
        assert sizes.max() - sizes.min() <= 1


@pytest.mark.parametrize(("wrong", "soft_is_better"), [(0, True), (30, False)])
def test_a_low_ridge_does_better_where_there_is_little_noise(
    wrong: int, soft_is_better: bool
) -> None:
    random = np.random.default_rng(4)
    cells = tuple(("abc"[random.integers(3)], float(random.integers(9))) for _ in range(90))
    right = ["xy"[a == "a" or b > 3] for a, b in cells]
    flipped = set(random.permutation(90)[:wrong].tolist())
    labels = tuple("xyx"["xy".index(one) + (at in flipped)] for at, one in enumerate(right))
    coded = Rows(("nominal", "numeric"), cells, labels).coded()
    coded = replace(coded, classes=("x", "y"))
    grower = grower_of(problem_of_table(coded), 1.0)
    for stiff, soft in list(checks_of(grower, coded, 0))[1:]:
        assert (soft.log_loss < stiff.log_loss) == soft_is_better


def test_the_seed_deals_the_folds() -> None:
    labels = np.repeat([0, 1], 30)
    one, same, other = (deal_folds(labels, 5, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.tolist() == same.tolist() != other.tolist()


def test_two_rows_can_be_checked() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("x", "y"))
    coded = replace(rows.coded(), classes=("x", "y"))
    grower = grower_of(problem_of_table(coded), 1.0)
    for one in next(checks_of(grower, coded, 0)):
        assert one.error == 1.0
        assert one.log_loss <= -np.log(SURE) + 1e-12
