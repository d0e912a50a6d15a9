from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.metrics import roc_auc_score

from conjunct.errors import DataError, ModelError
from conjunct.model import Condition, ScoreCard
from conjunct.model.points import row_scores

from .conftest import scored


def a_card(scaled: bool) -> ScoreCard:
    """Return a card whose scores are 0 to 7, by three columns of yes and no."""
    rules = [
        scored((Condition(name, "=", "y"),), 1, (1, 1), (0.0, points))
        for name, points in (("a", 1.0), ("b", 2.0), ("c", 4.0))
    ]
    kinds: Any = dict.fromkeys("abc", "nominal")
    card = ScoreCard.of(rules, ("good", "bad"), (9, 8), kinds, base=(0, -3), unit=3.0)
    return card.scaled((600, 50, 20)) if scaled else card


def rows_of(numbers: list[int]) -> pd.DataFrame:
    bits = {name: [(one >> place) & 1 for one in numbers] for place, name in enumerate("abc")}
    return pd.DataFrame({name: ["ny"[bit] for bit in own] for name, own in bits.items()})


cases = st.lists(st.tuples(st.integers(0, 7), st.booleans()), min_size=1, max_size=40)


@given(cases, st.booleans(), st.integers(1, 12))
@settings(max_examples=80, deadline=None)
def test_bands_and_measures_agree_with_plain_counting(
    rows: list[tuple[int, bool]], scaled: bool, n_bands: int
) -> None:
    card, X = a_card(scaled), rows_of([number for number, _ in rows])
    is_bad = np.array([bad for _, bad in rows])
    y = ["bad" if bad else "good" for bad in is_bad]
    score = row_scores(card, card.table_of(X))[:, 0]
    bands = card.bands(X, y, n_bands)
    assert 1 <= len(bands) <= n_bands
    assert bands["rows"].sum() == len(rows)
    chances = card.predict_proba(X)[:, card.classes.index("bad")]
    for band in bands.itertuples():
        own = (score >= band.low) & (score <= band.high)
        assert (band.rows, band.bad) == (own.sum(), is_bad[own].sum())
        assert band.bad_rate == pytest.approx(is_bad[own].mean())
        assert band.predicted == pytest.approx(chances[own].mean())
        assert band.share == pytest.approx((score <= band.high).mean())
        assert {band.low, band.high} <= set(score[own])
        if 0 < is_bad.sum() < len(rows):
            below = [(score[kind] <= band.high).mean() for kind in (is_bad, ~is_bad)]
            assert [band.share_bad, band.share_good] == pytest.approx(below)
            assert band.ks == pytest.approx(abs(below[0] - below[1]))
    found = card.separation(X, y)
    assert (found.rows, found.bad) == (len(rows), is_bad.sum())
    if not 0 < is_bad.sum() < len(rows):
        assert (found.auc, found.gini, found.ks, found.ks_score) == (None,) * 4
        return
    assert found.auc == pytest.approx(roc_auc_score(is_bad, -score if scaled else score))
    assert found.gini == pytest.approx(2 * found.auc - 1)
    assert found.ks == pytest.approx(ks_2samp(score[is_bad], score[~is_bad]).statistic)
    gap = abs((score[is_bad] <= found.ks_score).mean() - (score[~is_bad] <= found.ks_score).mean())
    assert found.ks == pytest.approx(gap)


def test_bands_hold_about_as_many_rows_each() -> None:
    numbers = [number for number in range(8) for _ in range(5)]
    bands = a_card(False).bands(rows_of(numbers), ["bad", "good"] * 20, n_bands=4)
    assert bands["rows"].tolist() == [10, 10, 10, 10]
    assert bands["low"].tolist() == [0, 2, 4, 6]


def test_equal_scores_are_never_parted() -> None:
    bands = a_card(True).bands(rows_of([5] * 20 + [0]), ["bad", "good", "good"] * 7)
    assert bands["rows"].sum() == 21
    assert (bands["low"] == bands["high"]).all()


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["bad"], "y has 1 classes for 2 rows"),
        (["bad", "worse"], "row 2 is of class 'worse'; the card knows good and bad"),
    ],
)
def test_classes_that_do_not_fit_are_refused(y: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        a_card(False).bands(rows_of([1, 2]), y)


def test_bands_need_two_classes(leaves: ScoreCard, plants: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="this one has 4 classes"):
        leaves.bands(plants, ["alternaria", "alternaria"])


def test_the_number_of_bands_is_at_least_one() -> None:
    with pytest.raises(ModelError, match="the number of bands must be a whole number from 1 up"):
        a_card(False).bands(rows_of([1, 2]), ["bad", "good"], n_bands=0)
