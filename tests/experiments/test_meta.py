"""The studies `meta-examples` and `meta`: tables kept apart, trials, findings."""

from __future__ import annotations

import json

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.errors import DataError
from conjunct.evaluate import FEATURES, as_heuristic
from conjunct.experiments import meta, meta_examples
from conjunct.experiments.meta import bend_of, curvatures
from conjunct.experiments.meta_trials import (
    CLASSIC,
    COMPARED,
    compare_heuristics,
    folds_of,
    learned_heuristic,
    record_examples,
)
from conjunct.experiments.tables import paper
from conjunct.experiments.trial import Trial
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.recipes import RECIPES
from conjunct.metalearning.recorder import HEURISTICS

from .made_up import results_of

TRAINING_TABLES, EVALUATION_TABLES = meta_examples.STUDY.tables, meta.STUDY.tables
SAME_DATA = (
    {"anneal", "anneal.ORIG"},
    {"breast-cancer", "breast-cancer-4c"},
    {"bridges1", "bridges2"},
    {"cleveland", "cleveland-2", "heart-c"},
    {"colic", "colic.ORIG"},
    {"echocardiogram", "echocardiogram-11"},
    {"glass", "glass2"},
    {"hypothyroid", "hypothyroid-3163", "sick", "sick-euthyroid"},
    {"lymph", "lymph-18d"},
    {"monks-1", "monks-2", "monks-3"},
    {"splice", "dna"},
    {"vote", "vote-1"},
)


def test_no_data_stands_on_both_sides():
    training, evaluation = set(TRAINING_TABLES), set(EVALUATION_TABLES)
    assert len(training) == 27
    assert len(evaluation) >= 30
    assert not training & evaluation
    for kin in SAME_DATA:
        assert not (kin & training and kin & evaluation)


@pytest.mark.parametrize("name", RECIPES)
def test_learned_heuristics_come_from_the_training_tables_alone(name):
    learned = learned_heuristic(name)
    recipe = RECIPES[name]
    assert learned.training.tables == TRAINING_TABLES
    assert learned.training.examples > 80_000
    assert learned.training.learner == recipe.learner
    assert learned.target == recipe.target
    assert set(learned.features) <= set(recipe.features)


@pytest.fixture(scope="module")
def trial():
    table = shipped_table().take(np.arange(0, 344, 3))
    return compare_heuristics(table, Trial("penguins", 0, 0, {"folds": 2}))


def test_a_trial_has_a_row_for_every_heuristic(trial):
    assert [row["heuristic"] for row in trial] == list(COMPARED)
    assert all(0 <= row["error"] <= 1 for row in trial)
    assert json.dumps(trial)
    assert {row["heuristic"] for row in trial if row["miss"] is None} == set(CLASSIC)
    sizes = {row["heuristic"]: row["conditions"] for row in trial}
    assert sizes["wra"] <= sizes["precision"]


def test_examples_are_counted_by_heuristic_and_table():
    table = shipped_table()
    rows = {"penguins": [list(meta_examples.STUDY.run(table, Trial("penguins", 0, 0)))]}
    found = meta_examples.findings(results_of(rows))
    errors, influence, by_heuristic, by_table = found.grids
    assert [row[0] for row in errors.data] == list(paper("janssen2007")["table_2"])
    assert all(0 < row[2] < 0.5 for row in errors.data)
    assert sorted(row[0] for row in influence.data) == sorted(FEATURES)
    sizes = [row[2] for row in influence.data]
    assert sizes == sorted(sizes, reverse=True)
    main = ", ".join(row[0] for row in influence.data[:4])
    assert f"influence on the predicted precision are {main}; n/N is number" in found.summary[2]
    assert sum(row[1] for row in by_heuristic.data) == by_table.data[0][2]
    assert by_table.data[0][1] == sum(len(row["p"].split()) for row in rows["penguins"][0])
    assert found.summary[3].startswith("Learned by linear regression: h = ")


def test_the_error_of_predictions_is_measured_on_the_rules_of_the_trial(trial):
    table = shipped_table().take(np.arange(0, 344, 3))
    rules = record_examples(table, Trial("penguins", 0, 0))
    useful = Examples.of({"penguins": [rules]}, HEURISTICS).for_target("precision")
    linear = learned_heuristic("precision-linear")
    weights, intercepts = map(np.array, linear.layers[0])
    guesses = useful.features(linear.features) @ weights[:, 0] + intercepts[0]
    expected = np.abs(guesses - useful.values("precision")[:, 0]).mean()
    row = next(row for row in trial if row["heuristic"] == "precision-linear")
    assert row["miss"] == pytest.approx(expected)
    assert row["met"] == len(useful)


def test_folds_share_out_all_rows_once():
    table = shipped_table()
    sizes = [(train.n_rows, test.n_rows) for train, test in folds_of(table, 7, 0)]
    assert sum(test for _, test in sizes) == table.n_rows
    assert {train + test for train, test in sizes} == {table.n_rows}
    with pytest.raises(DataError, match="too few rows for 400 folds"):
        list(folds_of(table, 400, 0))


def test_lines_of_linear_fractions_are_straight_and_flat_scores_have_none():
    for name in ("accuracy", "precision", "laplace", "wra", "f_measure"):
        assert bend_of(as_heuristic(name), 48, 60) == (0.0, 0.0)
    assert bend_of(lambda p, n, P, N: 0 * p, 5, 5) == (0.0, 0.0)
    assert np.isnan(curvatures(lambda p, n, P, N: 0 * p, 5, 5)).all()


def test_a_circle_has_the_curvature_of_its_radius():
    def circles(p, n, P, N):
        return -((p / P) ** 2) - (n / N) ** 2

    P, N = 30, 40
    up, across = np.meshgrid(np.arange(1, P) / P, np.arange(1, N) / N, indexing="ij")
    np.testing.assert_allclose(curvatures(circles, P, N), 1 / np.hypot(up, across), rtol=1e-6)


@pytest.mark.parametrize(("power", "towards"), [(0.5, "N"), (2.0, "P")])
def test_roots_bend_towards_the_n_axis_and_squares_towards_the_p_axis(power, towards):
    curvature, to_negatives = bend_of(lambda p, n, P, N: p / P - (n / N) ** power, 48, 60)
    assert to_negatives == (1.0 if towards == "N" else 0.0)
    assert (curvature > 0) == (towards == "N")
