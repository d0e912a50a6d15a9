"""A printed score card is the model: points, notes and text."""

from __future__ import annotations

import doctest
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
from conjunct.data import shipped_table
from conjunct.model import ScoreCard

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "score_card.rst"


@pytest.mark.parametrize("n_classes", [2, 3])
def test_integer_points_are_whole_and_say_what_they_lose(n_classes: int) -> None:
    X, y = noisy(n_classes=n_classes)
    real = ScoreCardClassifier().fit(X, y)
    whole = ScoreCardClassifier(points="integer").fit(X, y)
    card = whole.rules_
    assert isinstance(card, ScoreCard)
    assert card.n_decimals == 0
    assert card.unit >= 1
    (note,) = card.notes
    changed = int((real.predict(X) != whole.predict(X)).sum())
    before, after = (log_loss(y, model.predict_proba(X)) for model in (real, whole))
    assert note == (
        f"Points are rounded to whole numbers, {card.unit:g} to the nat: {after:.3f} nats a "
        f"training row instead of {before:.3f}, and {changed} of {len(y)} rows change class."
    )
    assert after < before + 0.02


def test_real_points_have_two_decimals_at_most_and_no_note() -> None:
    card = ScoreCardClassifier().fit(*noisy(n_classes=3)).rules_
    assert isinstance(card, ScoreCard)
    assert card.n_decimals <= 2
    assert card.notes == ()


def check_print(model: ScoreCardClassifier, rows: list[dict[str, Cell]], frame: Any) -> None:
    """Apply the printed text to every row, without the package."""
    card = model.rules_
    assert isinstance(card, ScoreCard)
    printed = read_card(card.to_text(width=10**6, details=True))
    by_hand = [printed.decide(row, model.missing) for row in rows]
    assert model.predict(frame).tolist() == by_hand
    assert load_model(card.to_json()).predict(frame).tolist() == by_hand
    shares = [printed.chances(row, model.missing) for row in rows]
    expected = [[one[str(label)] for label in model.classes_] for one in shares]
    assert model.predict_proba(frame) == pytest.approx(np.array(expected), abs=2e-9)


@pytest.mark.parametrize("settings", [{}, {"points": "integer", "missing": "value"}], ids=str)
@pytest.mark.parametrize(
    "name", ["iris", "labor", "hepatitis", "breast-cancer", "lymph", "colic", "glass"]
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
    for settings in ({}, {"points": "integer"}, {"interaction": "none", "missing": "value"}):
        model = ScoreCardClassifier(**settings).fit_table(some_penguins(5))
        card = model.rules_
        assert isinstance(card, ScoreCard)
        printed = read_card(card.to_text(width=10**6, details=True))
        by_hand = [printed.decide(row, model.missing) for row in rows]
        assert card.predict(table).tolist() == by_hand


@pytest.mark.slow
def test_the_guide_shows_what_is_printed() -> None:
    failed, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert failed == 0 < tried
