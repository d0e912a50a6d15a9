"""Oversearching, selection, U_CF and honesty: what they say of rows whose answer is known."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.experiments import honesty, oversearching, selection, ucf
from conjunct.experiments.output import Report, as_csv, as_text, write_study
from conjunct.experiments.study import Results, Row, Study, Trial
from conjunct.experiments.tables import facts_of

from .made_up_rules import TRIALS, results, row

STUDIES = [oversearching.STUDY, selection.STUDY, ucf.STUDY, honesty.STUDY]
by_name = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)


def bowl_trials(n_trials: int = 40) -> list[list[Row]]:
    """Make trials whose error falls from 30 % to 10 % and rises to 40 %, while L falls."""
    rng = np.random.default_rng(0)
    means = {1: 30, 2: 10, 4: 40}
    return [
        [
            row(("+", 1.0, width, 10 + width, 0, 100 * width, 100, int(rng.integers(-3, 4)) + mean))
            for width, mean in means.items()
        ]
        for _ in range(n_trials)
    ]


def dressed(study: Study, trials: list[list[Row]]) -> list[list[Row]]:
    """Add the keys that a study's own rows have."""
    extra = {
        "ucf": [{"heuristic": "ucf"}, {"heuristic": "laplace"}],
        "honesty": [{"source": "beam"}],
    }
    return [
        [{**more, **one} for more in extra.get(study.name, [{}]) for one in trial]
        for trial in trials
    ]


@by_name
def test_a_study_runs_end_to_end_on_a_small_table(study: Study, tmp_path: Path):
    pytest.importorskip("matplotlib")
    table = shipped_table()
    settings = {"max_width": 4}
    rows = [list(study.run(table, Trial("penguins", n, 0, settings))) for n in range(3)]
    found = Results((facts_of("penguins", table),), {"penguins": rows}, 3, settings=settings)
    report = Report(study, found, study.findings(found))
    assert as_text(report)
    written = {path.name for path in write_study(report, tmp_path)}
    for grid in report.findings.grids:
        assert f"{grid.name}.csv" in written
        assert all(len(line) == len(grid.columns) for line in grid.lines)
        assert all(len(line) == len(grid.data_columns) for line in grid.data)
    for picture in report.findings.pictures:
        assert {f"{picture.name}.svg", f"{picture.name}.png"} <= written


@by_name
@pytest.mark.parametrize("trials", [[], [[]]], ids=["no trial", "a trial without a rule"])
def test_a_study_without_rules_says_so(study: Study, trials):
    assert study.findings(results(trials)).summary == ("No trial has found a rule yet.",)


@by_name
def test_one_trial_is_enough_for_tables_and_figures(study: Study, tmp_path: Path):
    pytest.importorskip("matplotlib")
    found = results(dressed(study, TRIALS[:1]), ("kr-vs-kp", "promoters"))
    write_study(Report(study, found, study.findings(found)), tmp_path)


@by_name
def test_a_table_without_a_trial_is_left_out(study: Study):
    trials = dressed(study, TRIALS)
    found = results(trials, ("promoters", "glass"))
    found = Results(found.tables, {"promoters": trials}, 2)
    text = as_text(Report(study, found, study.findings(found)))
    assert "promoters" in text


def test_verdicts_are_set_beside_what_the_paper_says():
    found = oversearching.findings(results(bowl_trials(), ("promoters", "kr-vs-kp", "vote")))
    grid = found.grids[0]
    verdicts = {line[0]: line[-2:] for line in grid.lines}
    assert verdicts == {
        "promoters": ("U-shaped", "U-shaped"),
        "kr-vs-kp (for kr-vs-kp)": ("U-shaped", "–"),
        "vote": ("U-shaped", "–"),
    }
    assert "first helps and then hurts on 3 (promoters, kr-vs-kp, vote)" in found.summary[1]
    assert "never rises with beam width on 3 of 3 tables." in found.summary[0]


def test_the_numbers_of_the_curves_are_in_the_file():
    grid = oversearching.findings(results(TRIALS)).grids[1]
    lines = list(csv.DictReader(io.StringIO(as_csv(grid))))
    assert [(line["table"], line["width"]) for line in lines] == [
        ("promoters", "1"),
        ("promoters", "2"),
    ]
    assert [float(line["error"]) for line in lines] == pytest.approx([0.2, 0.35])
    assert float(lines[1]["standard_error"]) == pytest.approx(0.05)
    assert grid.lines[1] == ("promoters, unseen rows", "20.0", "35.0")


def test_figure_2_splits_the_stand_in_by_class_with_the_majority_first():
    found = oversearching.findings(results(TRIALS, ("promoters", "kr-vs-kp")))
    assert [picture.name for picture in found.pictures] == ["figure-1", "figure-2"]
    assert [line[0] for line in found.grids[2].lines] == ["a", "b"]
    assert found.grids[2].lines[1][:3] == ("b", "35.00", "40.00")


def test_the_published_rules_examined_are_worked_out_from_table_2():
    grid = selection.findings(results(bowl_trials(1))).grids[0]
    assert grid.lines[0][-4:] == ("0", "10", "168 (167–169)", "0.441")
    assert grid.lines[2][-1] == "0.292*"
    assert grid.data[0][-1] == pytest.approx(0.5 / 0.559**10)


def test_the_chosen_width_is_marked():
    found = selection.findings(results(bowl_trials(1)))
    # r_w: 11 rows of 100 sets, 12 of 200, 14 of 400.
    assert [line[4] for line in found.grids[0].lines] == ["0.382", "0.393", "0.380*"]
    assert "takes the rule of width 4" in found.summary[0]
    assert [line[3] for line in found.grids[1].lines] == ["0", "0", "1"]


def test_other_tables_have_no_published_numbers_beside_them():
    found = selection.findings(results(TRIALS, ("iris",)))
    assert all(line[-4:] == ("–",) * 4 for line in found.grids[0].lines)
    assert "class b" in found.grids[0].title


def test_a_rising_curve_counts_as_a_monotonic_decrease_in_accuracy():
    trials = [[one for one in trial if one["width"] > 1] for trial in bowl_trials()]
    both = [
        [{"heuristic": "ucf", **one} for one in rising]
        + [{"heuristic": "laplace", **one} for one in bowl]
        for rising, bowl in zip(trials, bowl_trials(), strict=True)
    ]
    found = ucf.findings(results(both))
    assert "on 1 table by U_CF (promoters) and on 0 tables by Laplace, of 1." in found.summary[2]
    assert [line[4] for line in found.grids[0].lines] == ["hurts"]
    assert [line[8] for line in found.grids[0].lines] == ["U-shaped"]


def test_biases_of_tables_are_averaged_with_and_without_their_signs():
    trials = dressed(honesty.STUDY, [[row(("a", 1.0, 1, 8, 0, 1, 10, 0))]])
    other = dressed(honesty.STUDY, [[row(("a", 1.0, 1, 8, 0, 1, 10, 4))]])
    both = results([], ("vote", "glass"))
    both = Results(both.tables, {"vote": trials, "glass": other}, 1)
    # Laplace promises 0.1: 10 points too careful on one table, 30 too bold on the other.
    grid = honesty.findings(both).grids[0]
    assert grid.columns[4:6] == ("Laplace: bias", "Laplace: miss")
    assert grid.lines[0][:2] == ("w = 1", "20.0")
    assert grid.lines[0][4:6] == ("−10.0 (20.0)", "20.0")
    assert [line[0] for line in grid.lines] == ["w = 1", *honesty.CHOICES]


@pytest.mark.parametrize("source", ["score card", "accurate score card"])
def test_rules_of_cards_that_cover_few_rows_are_held_apart(source):
    few, many = ("a", 0.5, 4, 19, 2, 9, 10, 3), ("not b", 0.5, 4, 20, 1, 9, 10, 0)
    cards = [{"source": source, **row(one)} for one in (few, many)]
    trials = [[*dressed(honesty.STUDY, TRIALS)[0], *cards]]
    found = honesty.findings(results(trials))
    lines = {line[0]: line for line in found.grids[0].lines}
    # 2/19 less 3/10 and 1/20 less 0, half of each.
    assert lines[source][1:3] == ("15.0", "−7.2 (7.2)")
    assert lines[f"{source}, covers < 20"][1:3] == ("30.0", "−19.5 (19.5)")


@pytest.mark.parametrize("covered", [19, 20], ids=["no row tests it", "none is small"])
def test_a_table_without_small_covers_that_are_tested_has_no_line_of_them(covered):
    card = {"source": "score card", **row(("a", 1.0, 4, covered, 2, 9, covered - 19, 0))}
    found = honesty.findings(results([[*dressed(honesty.STUDY, TRIALS)[0], card]]))
    names = [line[0] for line in found.grids[0].lines]
    assert honesty.CARD + honesty.SMALL_COVERS not in names
    assert (honesty.CARD in names) == (covered == 20)


def test_the_layered_choice_is_a_group_of_its_own():
    found = honesty.findings(results(dressed(honesty.STUDY, bowl_trials())))
    assert [line[0] for line in found.grids[0].lines] == [
        "w = 1",
        "w = 2",
        "w = 4",
        "layered choice",
        "layered choice by POE",
    ]
    assert [line[0] for line in found.grids[1].lines] == [
        "promoters, w = 1",
        "promoters, w = 4",
        "promoters, layered choice",
        "promoters, layered choice by POE",
    ]
    assert len(found.grids[0].data) == 5 * len(honesty.ESTIMATES)
