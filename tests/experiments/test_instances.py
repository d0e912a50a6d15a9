from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from conjunct.data import read_table, shipped_table
from conjunct.estimators.instances import NearestItemsClassifier
from conjunct.experiments.instances import findings, retain_rows
from conjunct.experiments.study import Results
from conjunct.experiments.trial import Row, Trial, halves

from .reading import facts, grid_named

SMALL = {"max_width": 8, "n_items": 4}


def rows_of(training: Sequence[float], test: Sequence[float]) -> list[Row]:
    return [
        {"width": 2**place, "items": 10, "scored": 1, "training_error": one, "test_error": other}
        for place, (one, other) in enumerate(zip(training, test, strict=True))
    ]


def made_up() -> Results:
    """Return two trials on `up`, where more search hurts, one on `one`, and none on `none`."""
    return Results(
        (facts("up"), facts("one", stands_in_for="a secret table"), facts("none")),
        {
            "up": [
                rows_of([0.30, 0.20, 0.10], [0.20, 0.30, 0.40]),
                rows_of([0.10, 0.20, 0.10], [0.20, 0.40, 0.40]),
            ],
            "one": [rows_of([0.25, 0.25, 0.25], [0.5, 0.25, 0.75])],
            "none": [],
        },
        trials=2,
    )


def test_a_trial_has_the_errors_of_the_classifier() -> None:
    table = shipped_table()
    train, test = halves(table, trial=3, seed=5)
    train = np.random.default_rng([5, 3, 1]).permutation(train)
    for row in retain_rows(table, Trial("penguins", 3, 5, SMALL)):
        model = NearestItemsClassifier(4, beam_width=row["width"]).fit_table(table.take(train))
        unseen = table.take(test)
        heads = model.retained_.heads[model.retained_.nearest(unseen)]
        assert row["training_error"] == model.training_error_
        assert row["test_error"] == np.mean(heads != unseen.target.values)
        assert row["scored"] == model.n_scored_


def test_ten_rows_or_one_a_class_are_retained_if_nothing_is_said() -> None:
    assert {
        row["items"] for row in retain_rows(shipped_table(), Trial("x", 0, 0, {"max_width": 1}))
    } == {10}
    many = read_table({"x": range(60), "y": [f"c{n % 12}" for n in range(60)]}, target="y")
    assert {row["items"] for row in retain_rows(many, Trial("x", 0, 0, {"max_width": 1}))} == {12}
    few = many.take(np.arange(6))
    assert {row["items"] for row in retain_rows(few, Trial("x", 0, 0, {"max_width": 1}))} == {3}


def test_a_missing_vote_is_a_value_of_its_own() -> None:
    """As a value it tells the classes apart; as a gap it is as far from a vote as from a gap."""
    table = read_table({"vote": ["y", None] * 30, "party": ["r", "d"] * 30}, target="party")
    settings = {"max_width": 64, "n_items": 2}
    as_value = [row["test_error"] for row in retain_rows(table, Trial("vote", 0, 0, settings))]
    assert as_value[-1] == 0
    as_gap = [
        next(row["test_error"] for row in retain_rows(table, Trial("other", number, 0, settings)))
        for number in range(8)
    ]
    assert max(as_gap) > 0


def test_means_and_standard_errors_are_those_worked_out_by_hand() -> None:
    curves = grid_named(findings(made_up()), "curves")
    assert curves.columns == ("table", "1", "2", "4")
    assert curves.lines == (
        ("up, training", "20.0", "20.0", "10.0"),
        ("up, unseen rows", "20.0", "35.0", "40.0"),
        ("one (for one), training", "25.0", "25.0", "25.0"),
        ("one (for one), unseen rows", "50.0", "25.0", "75.0"),
    )
    by_place = {line[:2]: line[2:] for line in curves.data}
    assert by_place["up", 2] == pytest.approx((10, 0.2, 0.35, 0.05))
    assert by_place["one", 4] == (10, 0.25, 0.75, None)
    assert any("a secret table" in note for note in curves.notes)


def test_the_summary_counts_tables() -> None:
    training, test = findings(made_up()).summary
    assert "errs less than width 1 on 1 of 2 tables; on 2 the mean error never rises" in training
    assert test.startswith("Too few trials to judge: a test needs at least 10. By eye, ")
    assert "above the lowest point, on 1 (up)." in test
    assert test.endswith("has 6 of 12.")
