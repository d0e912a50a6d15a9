"""The studies `meta-examples` and `meta`: tables kept apart, trials, findings."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.errors import DataError
from conjunct.experiments import meta, meta_examples
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    COMPARED,
    COVERAGE,
    compared_heuristic,
    heuristics_digest,
    learned_heuristic,
)
from conjunct.experiments.meta_recipes import RECIPES
from conjunct.experiments.meta_results import compared
from conjunct.experiments.meta_tables import EVALUATION_TABLES, TRAINING_TABLES
from conjunct.experiments.meta_trials import compare_heuristics, folds_of
from conjunct.experiments.published.janssen2007 import FORMULA
from conjunct.experiments.study import Results, TableFacts, Trial

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


def test_every_table_is_in_the_folder_of_shared_tables(tables):
    names = {path.stem for path in tables.glob("*.arff")}
    assert {*TRAINING_TABLES, *EVALUATION_TABLES} <= names


@pytest.mark.parametrize("name", RECIPES)
def test_learned_heuristics_come_from_the_training_tables_alone(name):
    learned = learned_heuristic(name)
    recipe = RECIPES[name]
    assert learned.training.tables == TRAINING_TABLES
    assert learned.training.examples > 80_000
    assert learned.training.learner == recipe.learner
    assert learned.target == recipe.target
    assert set(learned.features) <= set(recipe.features)


def test_predicted_coverage_is_scored_by_each_classic_heuristic():
    assert [compared_heuristic(name).classic for name in COVERAGE] == list(CLASSIC)


def test_other_heuristics_are_another_run():
    assert meta.STUDY.settings["heuristics"] == heuristics_digest()


@pytest.fixture(scope="module")
def trial():
    table = shipped_table().take(np.arange(0, 344, 3))
    return compare_heuristics(table, Trial("penguins", 0, 0, {"folds": 2}))


def test_a_trial_has_a_row_for_every_heuristic(trial):
    assert [row["heuristic"] for row in trial] == list(COMPARED)
    assert all(0 <= row["error"] <= 1 for row in trial)
    assert json.dumps(trial)
    sizes = {row["heuristic"]: row["conditions"] for row in trial}
    assert sizes["wra"] <= sizes["precision"]


def test_folds_share_out_all_rows_once():
    table = shipped_table()
    folds = list(folds_of(table, 7, 0))
    assert sum(test.n_rows for _, test in folds) == table.n_rows
    assert all(train.n_rows + test.n_rows == table.n_rows for train, test in folds)
    with pytest.raises(DataError, match="too few rows for 400 folds"):
        list(folds_of(table, 400, 0))


def made_up(accuracies, conditions):
    """Return results in which every heuristic does the same, but for those given."""
    tables = ("a", "b")
    rows = {}
    for number, name in enumerate(tables):
        rows[name] = [
            [
                {
                    "heuristic": one,
                    "error": 1 - accuracies.get(one, 0.5) + 0.01 * number,
                    "conditions": conditions.get(one, 100.0),
                    "rules": 1.0,
                    "seconds": 0.0,
                }
                for one in COMPARED
            ]
        ]
    facts = tuple(TableFacts(name, name, 10, 2, 2) for name in tables)
    return Results(facts, rows, trials=1)


def test_findings_compare_with_the_published_numbers():
    results = made_up(
        {"correlation": 0.7, "laplace": 0.65, "precision": 0.6, "wra": 0.55, "learned": 0.8},
        {"learned": 40.0},
    )
    found = meta.findings(results)
    text = " ".join(found.summary)
    assert "Classic heuristics by mean accuracy over 2 tables: correlation 69.50 % (100.0)" in text
    assert "10 of 10 pairs come out in that order" in text
    assert "has 79.50 % with 40.0 conditions, the best classic one, correlation, 69.50 %" in text
    assert "+10.00 points, better on 2 tables and worse on 0 (sign test p = 0.500)" in text
    assert FORMULA in text
    grids = {grid.name: grid for grid in found.grids}
    assert grids["table-3"].lines[-1] == (
        *("correlation", "69.50 (77.57)", "100.0 (47.5)"),
        *("49.50 (58.09)", "100.0 (40.4)"),
    )
    assert grids["table-2"].lines[0][3:] == ("49.50 (77.43)", "100.0 (117.6)")
    assert grids["final-rule"].lines[-1][3:] == ("79.50", "40.0")
    assert len(grids["by-table"].data) == 2 * len(COMPARED)


def test_pairs_in_another_order_are_counted():
    comparison = compared(made_up({"accuracy": 0.9, "correlation": 0.8}, {}))
    assert comparison.order()[0] == "accuracy"
    assert comparison.pairs_as_published() == (3, 10)


def test_without_trials_the_studies_say_so():
    empty = Results((), {}, trials=1)
    assert meta.findings(empty).summary == ("There is no trial yet.",)
    assert meta_examples.findings(empty).summary == ("There is no example yet.",)


def test_examples_are_counted_by_heuristic_and_table():
    table = shipped_table()
    rows = {"penguins": [list(meta_examples.STUDY.run(table, Trial("penguins", 0, 0)))]}
    facts = (TableFacts("penguins", "penguins", 344, 7, 3),)
    found = meta_examples.findings(Results(facts, rows, trials=1))
    by_heuristic, by_table = found.grids
    assert sum(row[1] for row in by_heuristic.data) == by_table.data[0][2]
    assert by_table.data[0][1] == sum(len(row["p"].split()) for row in rows["penguins"][0])
    assert found.summary[1].startswith("Learned by linear regression: h = ")


def test_figures_can_be_drawn():
    pytest.importorskip("matplotlib")
    from conjunct.plots.style import new_figure

    for picture in meta.findings(made_up({}, {"wra": 10.0})).pictures:
        figure = new_figure(picture.size)
        picture.draw(figure)
        assert figure.axes


def test_the_guide_shows_what_comes_out():
    guide = Path(__file__).parents[2] / "docs" / "guide" / "learned.rst"
    found = doctest.testfile(str(guide), module_relative=False, encoding="utf-8")
    assert (found.failed, found.attempted) == (0, 7)
