"""Thresholds that keep a rate, asked for at the shell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.cli.conftest import Run

from conjunct import load_model


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A table of 900 rows whose class follows one column nine times out of ten."""
    random = np.random.default_rng(3)
    x = random.random(900).round(3)
    fraud = (x > 0.6) ^ (random.random(900) < 0.1)
    lines = [f"{a},{'fraud' if b else 'fine'}" for a, b in zip(x.tolist(), fraud, strict=True)]
    path = tmp_path / "claims.csv"
    path.write_text("\n".join(["amount,kind", *lines]))
    return path


def test_the_card_says_from_how_many_points_it_predicts_and_what_that_keeps(
    run: Run, claims: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "model.json"
    options = ["--target", "kind", "--max-false-positive-rate", "0.25", "--save", str(saved)]
    text = " ".join(run("learn", str(claims), *options).stdout.split())
    card = load_model(saved)
    assert card.threshold.limit == 0.25
    assert card.threshold.kept("fraud") in text
    precise = run("learn", str(claims), "--target", "kind", "--min-precision", "0.6").stdout
    assert "at least 60 % of those who get there are fraud" in " ".join(precise.split())


def test_where_nothing_qualifies_the_model_is_empty(run: Run, claims: Path) -> None:
    result = run("learn", str(claims), "--target", "kind", "--min-precision", "0.999")
    assert "No rules: " in result.stdout
    assert "No threshold keeps a precision of 99.9 %" in result.stdout
    assert result.stdout.endswith("--target kind --min-precision 0.999 --save model.json\n")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--min-precision", "0.9", "--max-false-positive-rate", "0.1"],
        ["--min-precision", "0.9", "--learner", "tree"],
        ["--min-precision", "1.5"],
    ],
)
def test_what_cannot_be_asked_is_refused(run: Run, claims: Path, options: list[str]) -> None:
    result = run("learn", str(claims), "--target", "kind", *options)
    assert result.exit_code == 2
