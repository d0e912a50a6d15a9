"""The study `trees`: the slides' numbers, and arithmetic worked out by hand."""

from __future__ import annotations

import pytest

from conjunct.data import shipped_table
from conjunct.experiments.study import Results
from conjunct.experiments.trees import VERSIONS, findings, slides_rows, try_prunings
from conjunct.experiments.trial import Row, Trial

from .reading import data_of, grid_named, results_of


def trial(errors: dict[str, float]) -> list[Row]:
    full, pruned = {"training_error": 0.0, "size": 40}, {"training_error": 0.1, "size": 10}
    return [
        {"version": version, "error": errors.get(version, 0.3), "conditions": 90}
        | (full if version == "unpruned" else pruned)
        for version in VERSIONS
    ]


def test_the_slides_numbers_are_theirs_but_for_the_gain_of_x2():
    found = {row["number"]: (row["slides"], row["ours"]) for row in slides_rows()}
    for name in ("H(Y)", "H(Y | X1)", "IG(X1)"):
        theirs, ours = found[name]
        assert ours == pytest.approx(theirs, abs=0.005)
    assert found["IG(X2)"] == (0.15, pytest.approx(0.19087450462110933))
    assert found["IG(a) of a XOR b"] == (0, 0)
    assert found["leaves for XOR, base case three on"] == (1, 1)
    assert found["leaves for XOR, base case three off"] == (4, 4)
    assert found["p_chance of maker"] == (0.135, None)


def test_versions_are_averaged_over_trials_and_held_against_the_full_tree():
    found = findings(results_of({"vote": [trial({"r_w": 0.1}), trial({"r_w": 0.3})]}))
    lines = {line["version"]: line for line in data_of(grid_named(found, "versions"))}
    assert lines["r_w"]["error"] == pytest.approx(20)
    assert (lines["r_w"]["lower_error"], lines["r_w"]["higher_error"]) == (1, 0)
    assert (lines["POE"]["lower_error"], lines["POE"]["higher_error"]) == (0, 0)
    assert "The lowest mean error of a pruned tree has r_w: 20.0 %" in found.summary[-1]
    assert len(found.pictures) == 1


def test_without_a_trial_there_are_the_slides():
    found = findings(Results((), {}, 2))
    assert [grid.name for grid in found.grids] == ["slides"]
    assert found.grids[0].lines[3] == ("IG(X2)", "0.15", "0.1909")


def test_a_trial_has_a_row_for_every_version():
    rows = list(try_prunings(shipped_table(), Trial("penguins", 0, 0)))
    assert [row["version"] for row in rows] == list(VERSIONS)
    assert all(0 <= row["error"] < 0.2 for row in rows)
    sizes = {row["version"]: row["size"] for row in rows}
    assert sizes["chi-square 0.001"] <= sizes["chi-square 0.5"] <= sizes["unpruned"]
