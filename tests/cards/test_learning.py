"""Learning a card: folds choose ridge and size, by plain loops over tables without their rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    Maker,
    assert_same,
    bodies_of,
    compiled,
    grower_of,
    holds,
    plain_nats,
    plain_scores,
    problem_of,
    repeated_rows,
    seeds,
    shares_of,
    with_two_classes,
)
from tests.cards.test_growth import HALVES
from tests.search.small_tables import Rows

from conjunct.cards.fitted import by_body
from conjunct.cards.growth import CardGrower
from conjunct.cards.learning import LearnedCard, best_choice, learn_card
from conjunct.cards.searched_rows import SearchedRows
from conjunct.cards.settings import SETTINGS
from conjunct.cards.sizes import CardSize
from conjunct.count import Fold, NumpyEngine, each_class
from conjunct.count.jit import IS_COMPILED
from conjunct.count.partitioned import Partitioned
from conjunct.encode import CodedColumn, CodedTable

PRICE = 0.1
FASTEST: Maker = compiled if IS_COMPILED else NumpyEngine
PLAIN_ENGINES: tuple[Maker, ...] = (NumpyEngine, Partitioned(3, "numpy"))
quickly = settings(max_examples=min(6, settings().max_examples))


def with_ridges(grower: CardGrower, *ridges: float) -> CardGrower:
    return replace(grower, ridges=ridges)


def learned(
    coded: CodedTable, size: CardSize, seed: int = 0, n_threads: int = 1, make: Maker = FASTEST
) -> LearnedCard:
    grower = with_ridges(grower_of(problem_of(coded, make), PRICE), 0.5, 4.0)
    return learn_card(grower, size, seed, n_threads)


def small_table(n_rows: int = 60, seed: int = 0) -> CodedTable:
    """Return rows of three classes that two of three columns say something about."""
    random = np.random.default_rng(seed)
    cells = tuple(
        ("abc"[random.integers(3)], float(random.integers(9)), float(random.integers(9)))
        for _ in range(n_rows)
    )
    labels = tuple(
        "x" if a == "a" and random.random() < 0.9 else "yz"[int(b + random.normal(0, 1) > 4)]
        for a, b, _ in cells
    )
    return Rows(("nominal", "numeric", "numeric"), cells, labels).coded()


# Sizes


@given(st.integers(0, 300))
def test_sizes_fall_from_the_largest_to_none(most: int) -> None:
    sizes = CardSize(most, 0.1).steps
    assert sizes[0] == most
    assert sizes[-1] == 0
    assert (np.diff(sizes) < 0).all()
    for larger, smaller in pairwise(sizes):
        assert smaller == larger - 1 or abs(smaller - SETTINGS.stage * larger) <= 0.5


@given(
    seeds, st.integers(1, 3), st.integers(0, 30), st.sampled_from([0.0, 0.1, 1.0]), st.booleans()
)
def test_ridge_and_size_are_those_that_cost_least(
    seed: int, n_ridges: int, most: int, reading: float, is_exact: bool
) -> None:
    size = CardSize(most, reading, is_exact)
    sizes = size.steps
    # Whole numbers, so that some cost the same.
    losses, wrong = (
        np.random.default_rng((seed, which)).integers(0, 8, (n_ridges, len(sizes))).astype(float)
        for which in range(2)
    )
    with_rules, without = {}, {}
    for ridge in range(n_ridges):
        for place, n_conditions in enumerate(sizes[:1] if is_exact else sizes):
            price = 0.0 if is_exact else reading * n_conditions
            paid = losses[ridge, place] + price
            cost = paid + SETTINGS.wrong_row * wrong[ridge, place]
            if is_exact or paid + SETTINGS.worth < losses[:, -1].min():
                with_rules[ridge, place] = cost
            elif not n_conditions:
                without[ridge, place] = cost
    among = with_rules or without
    best = min(among, key=lambda choice: (among[choice], choice))
    assert best_choice(losses, wrong, size) == best


def test_a_card_with_rules_must_be_worth_it_by_its_log_loss() -> None:
    size = CardSize(2, 0.1)
    gain = SETTINGS.worth + 0.2
    for wrong in (np.array([[5.0, 5.0, 5.0]]), np.array([[0.0, 5.0, 50.0]])):
        enough = np.array([[10 - gain - 0.01, 10.0, 10.0]])
        too_little = np.array([[10 - gain + 0.01, 10.0, 10.0]])
        assert best_choice(enough, wrong, size) == (0, 0)
        assert best_choice(too_little, wrong, size) == (0, 2)
    exact = size._replace(is_exact=True)
    assert best_choice(np.array([[99.0, 10.0, 10.0]]), np.zeros((1, 3)), exact) == (0, 0)


@quickly
@given(repeated_rows(), st.integers(0, 9), st.booleans(), seeds)
def test_a_card_is_never_larger_than_it_may_be(
    rows: Rows, most: int, is_exact: bool, seed: int
) -> None:
    found = learned(rows.coded(), CardSize(most, 0.1, is_exact), seed)
    assert found.card.n_conditions <= most
    assert all(fold.card.n_conditions <= most for fold in found.folds)


@quickly
@given(repeated_rows(), st.integers(1, 9), st.sampled_from([1.0, 1.25, 2.0]), seeds)
def test_rules_share_no_more_points_among_classes_than_they_may(
    rows: Rows, most: int, sharing: float, seed: int
) -> None:
    found = learned(rows.coded(), CardSize(most, 0.0, sharing=sharing), seed)
    for card in (found.card, *(fold.card for fold in found.folds)):
        assert len(card.terms) <= max(len(by_body(card.terms)), sharing * most)
    assert [point.most for point in found.path] == CardSize(most, 0.1).steps
    assert all(len(term.body) >= 1 for term in found.card.terms)


@pytest.mark.parametrize("most", [1, 2, 5, 9])
def test_a_number_of_conditions_is_obeyed_where_there_are_as_many(most: int) -> None:
    for n_rows in (40, 90):
        found = learned(small_table(n_rows), CardSize(most, 0.0, is_exact=True))
        assert found.card.n_conditions == most


def test_a_number_of_conditions_is_obeyed_even_where_none_pays() -> None:
    dear = with_ridges(grower_of(problem_of(small_table()), 100.0), 1.0)
    assert learn_card(dear, CardSize(4, 0.0), 0).card.n_conditions == 0
    assert learn_card(dear, CardSize(4, 0.0, is_exact=True), 0).card.n_conditions == 4


# The folds


def plain_path(
    coded: CodedTable, size: CardSize, seed: int, ridges: tuple[float, ...]
) -> list[list[tuple[float, float]]]:
    """Return nats and weight of wrong rows by ridge and size, from tables without a fold's rows."""
    n_folds = min(SETTINGS.n_folds, coded.n_rows)
    n_steps = len(size.steps)
    total = np.zeros((len(ridges), n_steps, 2))
    for number in range(n_folds):
        fold = Fold(seed, n_folds, number)
        inside = fold.has(coded.ranks)
        part, check = coded.take(np.flatnonzero(~inside)), coded.take(np.flatnonzero(inside))
        grower = grower_of(problem_of(part), PRICE)
        searched = SearchedRows.of(grower, size)
        for at, ridge in enumerate(ridges):
            cards = searched.thinned(ridge, searched.found.terms, n_steps)
            for place, card in enumerate(cards):
                scores = plain_scores(check, card)
                nats = plain_nats(check.labels, scores)
                nats = np.minimum(nats, -np.log(SETTINGS.lowest_probability))
                own_scores = scores[check.labels, np.arange(check.n_rows)]
                wrong = own_scores < scores.max(axis=0)
                total[at, place] += shares_of(check) @ nats, shares_of(check) @ wrong
    return [[(float(a), float(b)) for a, b in line] for line in total]


@quickly
@given(rows=repeated_rows(), seed=seeds, most=st.integers(0, 5), two=st.booleans())
def test_the_path_is_a_plain_loop_over_tables_without_the_rows_of_a_fold(
    rows: Rows, seed: int, most: int, two: bool
) -> None:
    coded = with_two_classes(rows) if two else rows.coded()
    coded = replace(
        coded, weights=np.random.default_rng(seed).choice([0.5, 1.0, 2.0], coded.n_rows)
    )
    size = CardSize(most, 0.1)
    found = learned(coded, size, seed)
    totals = plain_path(coded, size, seed, (0.5, 4.0))
    ridge = (0.5, 4.0).index(found.ridge)
    weight = shares_of(coded).sum()
    for point, (nats, wrong) in zip(found.path, totals[ridge], strict=True):
        assert point.log_loss == pytest.approx(nats / weight, abs=1e-6)
        assert point.error == pytest.approx(wrong / weight, abs=1e-6)
    losses, wrong = np.moveaxis(np.array(totals), -1, 0)
    best, place = best_choice(losses, wrong, size)
    costs = losses[:, place] + SETTINGS.wrong_row * wrong[:, place]
    assert costs[ridge] == pytest.approx(costs[best], abs=1e-4)


def numbered_rows(labels: list[int]) -> CodedTable:
    """Return rows with a column that has another code in each of them."""
    n_rows = len(labels)
    ranks = [labels[:row].count(label) for row, label in enumerate(labels)]
    return CodedTable(
        (CodedColumn("row", 0, "nominal", n_rows),),
        np.arange(n_rows, dtype=np.uint8)[None],
        np.empty((0, n_rows), np.uint16),
        np.zeros(1, np.int32),
        np.array(labels, np.uint8),
        tuple("abcd"),
        np.array(ranks, np.int32),
    )


@pytest.mark.parametrize("cells", [SETTINGS.fold_cells, 40])
@quickly
@given(labels=st.lists(st.integers(0, 3), min_size=8, max_size=60).map(sorted), seed=seeds)
def test_no_card_learns_from_the_rows_that_it_is_checked_on(
    cells: int, labels: list[int], seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.cards.learning.SETTINGS", replace(SETTINGS, fold_cells=cells))
        grower = grower_of(problem_of(numbered_rows(labels)), 100.0)
        found = learn_card(grower, CardSize(1, 1.0), seed)

    def rows_of(cover: int) -> set[int]:
        counts = grower.problem.engine.count(np.array([cover]), each_class(4))
        return set(counts.codes.tolist())

    checked = [rows_of(fold.check) for fold in found.folds]
    for own, fold in zip(checked, found.folds, strict=True):
        others = rows_of(fold.problem.cover)
        assert not own & others
        assert cells == 40 or own | others == set(range(len(labels)))
    assert sum(map(len, checked)) == len(set().union(*checked))
    assert len({fold.problem.state for fold in found.folds}) == len(found.folds)


def test_the_seed_draws_the_folds() -> None:
    coded, size = small_table(), CardSize(6, 0.1)
    one, same, other = (learned(coded, size, seed).path for seed in (1, 1, 2))
    losses = [[point.log_loss for point in path] for path in (one, same, other)]
    assert losses[0] == losses[1] != losses[2]


@settings(max_examples=min(4, settings().max_examples))
@given(rows=repeated_rows(), seed=seeds)
def test_threads_and_engines_learn_the_same(rows: Rows, seed: int) -> None:
    size = CardSize(6, 0.1)
    one = learned(rows.coded(), size, seed)
    for n_threads, make in zip((3, 1, 1), (FASTEST, *PLAIN_ENGINES), strict=True):
        other = learned(rows.coded(), size, seed, n_threads, make=make)
        assert_same(one.card, other.card)
        assert one.ridge == other.ridge
        assert [(p.most, p.error, p.log_loss) for p in one.path] == [
            (p.most, p.error, p.log_loss) for p in other.path
        ]
        for fold, same in zip(one.folds, other.folds, strict=True):
            assert_same(fold.card, same.card)


def test_what_tells_the_classes_apart_is_found_and_what_says_nothing_is_not() -> None:
    found = learned(HALVES.coded(), CardSize(24, 1.0))
    assert [[test[0] for test in body] for body in bodies_of(found.card)] == [[0]]


@pytest.mark.slow
def test_next_to_nothing_is_learned_from_noise() -> None:
    """Of 8 tables of 500 random rows; `benchmarks/card_noise.py` takes 200 of three sizes."""
    n_rules, larger = [], []
    for seed in range(8):
        random = np.random.default_rng(seed)
        cells = tuple(tuple(map(float, random.integers(0, 9, 15))) for _ in range(500))
        labels = tuple("xy"[one] for one in random.integers(0, 2, 500))
        coded = replace(Rows(("numeric",) * 15, cells, labels).coded(), classes=("x", "y"))
        found = learned(coded, CardSize(SETTINGS.small, SETTINGS.small_reading), seed)
        n_rules.append(len(found.card.terms))
        larger.append(found.path[0].log_loss - found.path[-1].log_loss)
    assert np.mean(n_rules) <= 0.2
    assert np.mean(larger) > 0.01


def test_two_rows_can_be_learned_from() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,)), ("x", "y"))
    coded = replace(rows.coded(), classes=("x", "y"))
    for seed in range(4):
        found = learned(coded, CardSize(3, 0.1), seed)
        assert len(found.folds) == 2
        assert found.path[-1].log_loss <= -np.log(SETTINGS.lowest_probability) + 1e-6


def test_a_part_of_many_rows_is_searched_and_the_weights_are_those_of_all() -> None:
    coded = small_table(120)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.cards.learning.SETTINGS", replace(SETTINGS, all_cells=120))
        found = learned(coded, CardSize(6, 0.1))
    grower = replace(grower_of(problem_of(coded), PRICE), ridge=found.ridge)
    again = grower.finished(found.card)
    assert found.card.terms
    assert again.weights == pytest.approx(found.card.weights, abs=1e-3)
    covered = [int(holds(coded, term.body).sum()) for term in found.card.terms]
    assert min(covered) >= 2


@pytest.mark.parametrize("n_threads", [1, 2])
def test_progress_is_told_each_fold_the_search_in_all_rows_and_the_end(n_threads: int) -> None:
    shares: list[float] = []
    grower = with_ridges(grower_of(problem_of(HALVES.coded()), PRICE), 1.0)
    learn_card(grower, CardSize(3, 1.0), 0, n_threads, progress=shares.append)
    assert shares == pytest.approx([*(np.arange(1, 7) / 7), 1.0])
