from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.model import Score, ScoreCard
from conjunct.model.bands import Band, score_bands

from .conftest import scored
from .random_cards import decimal_points, score_cards, whole_points


def card_of(scores: list[int], base: int, rows: int = 10) -> ScoreCard:
    """Return a card in whole points; half of the rows of every score are of each class."""
    found = tuple(Score(score, (rows, rows)) for score in scores)
    total = rows * len(scores)
    rules = [scored((), 1, (1, 1), (0, 100.0)), scored((), 0, (1, 1), (0, -100.0))]
    card = ScoreCard.of(rules, ("no", "yes"), (total, total), {}, base=(0, base), unit=3)
    return replace(card, scores=found)


def edges(bands: tuple[Band, ...]) -> list[tuple[float, float]]:
    return [(band.low, band.high) for band in bands]


def test_few_scores_are_a_band_each() -> None:
    bands = score_bands(card_of([-3, 0, 1, 7], base=-2))
    assert edges(bands) == [(-3, -3), (0, 0), (1, 1), (7, 7)]
    assert [band.rows for band in bands] == [20] * 4
    assert bands[3].predicted == pytest.approx(1 / (1 + math.exp(-5 / 3)))


def test_many_scores_are_grouped_from_the_cut_on() -> None:
    card = card_of(list(range(-5, 11)), base=-2)
    assert card.cut == 3  # of equally frequent classes the first one gets a sum of 0
    inner = [(-3, -2), (-1, 0), (1, 2), (3, 4), (5, 6), (7, 8)]
    assert edges(score_bands(card)) == [(-math.inf, -4), *inner, (9, math.inf)]


@pytest.mark.parametrize(("base", "edge"), [(-50, (-math.inf, 50)), (50, (-49, math.inf))])
def test_bands_end_at_a_cut_that_no_row_reaches(base: int, edge: tuple[float, float]) -> None:
    bands = score_bands(card_of(list(range(20)), base=base, rows=1))
    assert (bands[0].low, bands[-1].high) == edge
    few = score_bands(card_of(list(range(3)), base=base, rows=1), most=2)
    assert edges(few) == [edge]


def test_thin_ends_join_their_neighbours() -> None:
    scores = list(range(12))
    card = card_of(scores, base=-5, rows=50)
    thin = tuple(replace_rows(one, 1) if one.score in (0, 1, 11) else one for one in card.scores)
    totals = tuple(map(sum, zip(*(one.counts for one in thin), strict=True)))
    card = replace(card, scores=thin, class_counts=totals)
    bands = score_bands(card)
    assert bands[0].rows > 100
    assert bands[-1].rows > 100


def replace_rows(one: Score, rows: int) -> Score:
    return Score(one.score, (rows, rows))


def test_without_scores_single_ones_are_shown_around_the_cut() -> None:
    card = replace(card_of([0], base=-2), scores=())
    bands = score_bands(card)
    assert all(band.low == band.high and band.observed is None for band in bands)
    assert card.cut in [band.low for band in bands]
    assert 2 <= len(bands) <= 8


TWO = st.just(["no", "yes"])


@given(score_cards(TWO, whole_points) | score_cards(TWO, decimal_points), st.integers(2, 8))
@settings(max_examples=60, deadline=None)
def test_bands_hold_every_row_once_and_no_band_has_both_predictions(
    card: ScoreCard, most: int
) -> None:
    bands = score_bands(card, most)
    assert 1 <= len(bands) <= most
    for before, after in pairwise(bands):
        assert before.high < after.low
    for band in bands:
        assert not band.low < card.cut <= band.high
    (ours,) = card.scored
    for band in bands if card.scores else ():
        own = [one for one in card.scores if band.low <= one.score <= band.high]
        rows = sum(sum(one.counts) for one in own)
        assert band.rows == rows
        if rows:
            chances = sum(sum(one.counts) * card.chance(one.score) for one in own) / rows
            assert band.predicted == pytest.approx(chances)
            assert band.observed == sum(one.counts[ours] for one in own) / rows
    if card.scores:
        assert sum(band.rows for band in bands) == sum(card.class_counts)
