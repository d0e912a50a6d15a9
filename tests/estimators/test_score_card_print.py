"""A printed score card is the model: points, notes and text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import log_loss
from tests.estimators.card_tables import noisy, some_penguins
from tests.estimators.test_printed_model import frame_of, read_raw
from tests.printed_card import read_card
from tests.printed_rules import Cell

from conjunct import ScoreCardClassifier, load_model
from conjunct.cards.rounding import UNITS
from conjunct.cards.settings import SETTINGS
from conjunct.data import shipped_table
from conjunct.model import ScoreCard


def penalty(model: ScoreCardClassifier) -> float:
    """Return the ridge penalty of a card, in nats per row."""
    card = model.rules_
    squares = sum((point / card.unit) ** 2 for rule in card for point in rule.points)
    return 0.5 * model.ridge_ * squares / card.n_rows


@pytest.mark.parametrize("n_classes", [2, 3])
def test_points_are_whole_unless_real_ones_are_asked_for(n_classes: int) -> None:
    X, y = noisy(n_classes=n_classes)
    whole, real = (ScoreCardClassifier(points=how).fit(X, y) for how in ("integer", "real"))
    assert isinstance(whole.rules_, ScoreCard)
    assert isinstance(real.rules_, ScoreCard)
    assert whole.rules_.n_decimals == 0
    assert whole.rules_.unit >= 1
    assert real.rules_.unit == 1
    assert 0 < real.rules_.n_decimals <= 2
    before, after = (
        log_loss(y, model.predict_proba(X)) + penalty(model) for model in (real, whole)
    )
    largest = max(abs(point) for rule in real.rules_ for point in rule.points)
    finer = UNITS[UNITS.index(whole.rules_.unit) + 1]
    if largest * finer < SETTINGS.most_points:  # else the unit may be coarser than the loss asks
        # Real points are rounded too, to hundredths.
        assert after < before + SETTINGS.lost + 0.001
    assert after < before + 0.01
    wrong = []  # rows in which another class has more points
    for model in (real, whole):
        sums = model.decision_function(X)
        sums = sums if n_classes > 2 else np.stack((-sums, sums), axis=1)
        own = sums[np.arange(len(y)), np.searchsorted(model.classes_, y)]
        wrong.append(float((own < sums.max(axis=1)).mean()))
    assert wrong[1] <= wrong[0] + SETTINGS.lost_rows + 0.01


def check_print(model: ScoreCardClassifier, rows: list[dict[str, Cell]], frame: Any) -> None:
    """Apply the printed text to every row, without the package."""
    card = model.rules_
    assert isinstance(card, ScoreCard)
    if not len(card):
        check_empty(model, frame)
        return
    printed = read_card(card.to_text(width=10**6, details=True))
    by_hand = [printed.decide(row, model.missing) for row in rows]
    assert model.predict(frame).tolist() == by_hand
    assert load_model(card.to_json()).predict(frame).tolist() == by_hand
    shares = [printed.chances(row, model.missing) for row in rows]
    expected = [[one[str(label)] for label in model.classes_] for one in shares]
    assert model.predict_proba(frame) == pytest.approx(np.array(expected), abs=2e-9)


def check_empty(model: ScoreCardClassifier, frame: Any) -> None:
    """Apply the sentence of a card without rules."""
    said = re.search(
        r"No rules: every row gets (.+), with probability (\d+) %", model.rules_.to_text()
    )
    assert said is not None
    assert set(model.predict(frame)) == {said[1]}
    shares = model.predict_proba(frame)[:, model.classes_.tolist().index(said[1])]
    assert shares == pytest.approx(int(said[2]) / 100, abs=0.005)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"points": "real", "missing": "value"}], ids=str)
@pytest.mark.parametrize(
    "name",
    ["iris", "labor", "hepatitis", "breast-cancer", "credit-a", "lymph", "colic", "glass"],
)
def test_what_is_printed_is_what_predicts(
    tables: Path, name: str, settings: dict[str, Any]
) -> None:
    rows, labels, numeric = read_raw(tables / f"{name}.arff")
    model = ScoreCardClassifier(**settings).fit(frame_of(rows[::2], numeric), labels[::2])
    check_print(model, rows, frame_of(rows, numeric))


def test_what_is_printed_of_the_shipped_table_is_what_predicts() -> None:
    table = shipped_table()
    rows: list[dict[str, Cell]] = []
    for row in range(table.n_rows):
        cells = {}
        for column in table.columns:
            cell = column.values[row]
            unknown = np.isnan(cell) if column.kind == "numeric" else cell < 0
            known = float(cell) if column.kind == "numeric" else column.levels[cell]
            cells[column.name] = None if unknown else known
        rows.append(cells)
    for settings in ({}, {"points": "real"}, {"max_conditions": 1, "missing": "value"}):
        model = ScoreCardClassifier(**settings).fit_table(some_penguins(5))
        card = model.rules_
        assert isinstance(card, ScoreCard)
        printed = read_card(card.to_text(width=10**6, details=True))
        by_hand = [printed.decide(row, model.missing) for row in rows]
        assert card.predict(table).tolist() == by_hand
