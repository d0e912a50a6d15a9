"""The study `layered`: its arithmetic against numbers worked out by hand, and one real run."""

from __future__ import annotations

import pytest

from conjunct import LayeredRuleClassifier
from conjunct.choose import CRITERIA
from conjunct.data import shipped_table
from conjunct.experiments.layered import STUDY, findings, mean_ratio
from conjunct.experiments.theories import SEARCHES, learn_theories
from conjunct.experiments.trial import Trial, halves

from .made_up import made_up_results, trial
from .reading import grid_named, results_of


def test_breast_cancer_is_shown_and_not_judged() -> None:
    rows = [trial((0.9, 0.9, 0.9), (1, 1, 1), (1, 1, 1))]
    found = findings(results_of({"breast-cancer-4c": rows}))
    grid = grid_named(found, "differences")
    assert grid.lines[0][-1] == "not judged"
    assert {line[-1] for line in grid.data} == {"not judged"}
    assert not any("judged tables" in sentence for sentence in found.summary)


def test_tables_that_the_paper_does_not_have_get_no_published_number() -> None:
    rows = [trial((0.2, 0.1, 0.1), (3, 2, 1), (4, 2, 1))]
    found = findings(results_of({"loans": rows}))
    text = repr(found.summary) + repr([(grid.lines, grid.notes) for grid in found.grids])
    assert "published" not in text.lower()
    assert "differences" not in [grid.name for grid in found.grids]
    assert found.pictures[0].published == ""
    assert grid_named(found, "table-3-error").lines[-1][1].strip() == "2.000"


def test_a_trial_is_a_fit_by_each_search_on_one_half_tested_on_the_other() -> None:
    table = shipped_table()
    rows = learn_theories(table, Trial("penguins", 4, 9, {"max_width": 8}))
    train, test = halves(table, 4, 9)
    held_out = table.take(test)
    assert held_out.target is not None
    actual = [held_out.target.levels[value] for value in held_out.target.values]
    for row in rows:
        search, criterion = SEARCHES[str(row["search"])]
        model = LayeredRuleClassifier(search, max_width=8, criterion=criterion)
        model.fit_table(table.take(train))
        wrong = sum(a != b for a, b in zip(model.rules_.predict(held_out), actual, strict=True))
        assert row["error"] == pytest.approx(wrong / len(actual))
        assert (row["rules"], row["conditions"]) == (len(model.rules_), model.rules_.n_conditions)
        assert float(row["seconds"] or 0) > 0


def test_a_run_that_repeats_the_published_numbers_is_within() -> None:
    rows = [trial((0.362, 0.341, 0.332), (27, 18, 16), (74, 60, 57))]
    found = findings(results_of({"glass": rows}))
    assert grid_named(found, "differences").lines[0][-1] == "within"
    assert "size: 1 of 1 judged table." in found.summary[-1]


def test_no_errors_at_all_leave_the_ratios_open() -> None:
    rows = [trial((0.1, 0.0, 0.0), (1, 1, 1), (1, 1, 1))]
    found = findings(results_of({"loans": rows}))
    assert grid_named(found, "table-3-error").lines[-1][1].strip() == "–"
    assert "no ratios" in found.summary[1]
    assert mean_ratio([(1, 0, 2), (3, 2, 1)]) == [1.5, 1.0, 0.5]


def test_criteria_are_compared_with_r_w_trial_by_trial() -> None:
    one = trial((0.4, 0.2, 0.4), (1, 1, 1), (10, 10, 10))
    for name, error, size in (("length", 0.1, 8), ("gumbel", 0.3, 10), ("poe", 0.2, 20)):
        one.append({**one[1], "search": name, "error": error, "conditions": size})
    found = findings(results_of({"loans": [one] * 6}))
    assert grid_named(found, "criteria").lines == (
        ("loans", "20.0", "10.0", "30.0", "20.0", "10.0", "8.0", "10.0", "20.0"),
        ("ratio to r_w", "1.000", "0.500", "1.500", "1.000", "1.000", "0.800", "1.000", "2.000"),
    )
    assert found.summary[-3] == (
        "In place of r_w, r_w with h·2^length makes 0.500 times the errors with 0.80 times the "
        "conditions in 1.0 times the time; of 6 trials it errs less in 6 and more in 0 (p = 0.031)."
    )
    assert "criteria" not in [grid.name for grid in findings(made_up_results()).grids]


def test_the_study_and_the_learner_have_the_same_patience() -> None:
    assert STUDY.settings["patience"] == CRITERIA["layered"].patience == 3
