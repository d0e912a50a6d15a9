"""Thresholds of score cards that keep a rate."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct import ScoreCardClassifier, load_model, read_table
from conjunct.data import Table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators.guaranteed import learn_guaranteed
from conjunct.model.threshold import Rate


def rows(n_rows: int, seed: int) -> Table:
    """Make rows whose chance of "yes" rises with x from 5 to 95 %."""
    random = np.random.default_rng(seed)
    x = random.random(n_rows)
    yes = random.random(n_rows) < 0.05 + 0.9 * x
    columns = {"x": x.tolist(), "z": random.random(n_rows).tolist()}
    return read_table({**columns, "kind": np.where(yes, "yes", "no").tolist()}, target="kind")


@pytest.mark.parametrize(("rate", "limit"), [("false positive rate", 0.25), ("precision", 0.7)])
def test_the_card_predicts_from_its_threshold_on_and_keeps_the_rate(
    rate: Rate, limit: float
) -> None:
    card = learn_guaranteed(ScoreCardClassifier(promises=False), rows(3000, 1), rate, limit)
    new = rows(20_000, 2)
    assert card.threshold is not None
    sums, called = card.sums(new)[:, 1], card.decide(new) == 1
    assert called.tolist() == (sums >= card.threshold.points).tolist()
    yes = new.target.values == 1
    assert called.any()
    if rate == "precision":
        assert yes[called].mean() >= limit
    else:
        assert called[~yes].mean() <= limit
    assert load_model(card.to_json()) == card
    score = card.sums(new)[:, 1] - card.base[1]
    assert called.tolist() == (score >= card.cut - 1e-9).tolist()
    assert f"A score of {card.cut:g} or more predicts yes" in " ".join(str(card).split())


def test_if_no_threshold_qualifies_the_card_is_empty_and_says_so() -> None:
    card = learn_guaranteed(ScoreCardClassifier(promises=False), rows(120, 3), "precision", 0.999)
    assert len(card) == 0
    assert card.threshold is None
    assert card.notes[-1].startswith("No threshold keeps a precision of 99.9 %")
    assert set(card.predict(rows(50, 4))) <= {"no", "yes"}


def test_more_classes_are_refused() -> None:
    with pytest.raises(DataError, match="only for two classes"):
        learn_guaranteed(ScoreCardClassifier(), shipped_table(), "precision", 0.9)
