"""Oversearching, selection and U_CF: what they say of rows whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.experiments import oversearching, selection
from conjunct.experiments.study import Results
from conjunct.experiments.trial import Row

from .made_up_rules import TRIALS, results, row


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


def test_the_published_rules_examined_are_worked_out_from_table_2():
    grid = selection.findings(results(bowl_trials(1))).grids[0]
    assert grid.lines[0][-4:] == ("0", "10", "168 (167–169)", "0.441")
    assert grid.lines[2][-1] == "0.292*"
    assert grid.data[0][-1] == pytest.approx(0.5 / 0.559**10)


def test_the_page_of_table_2_says_where_the_published_rules_examined_lie_above_ours():
    # Implied are 168, 326 and 705 for w = 1, 2 and 4; ours are 100, 200 and 400.
    found = selection.findings(results(bowl_trials(10)))
    assert "in at least nine of ten trials for w = 1, 2, 4." in found.summary[1]
    assert found.summary[1].endswith("about eight times (decision 001).")
    more = [
        [{**one, "combinations": 9 * int(one["combinations"] or 0)} for one in trial]
        for trial in bowl_trials(10)
    ]
    assert len(selection.findings(results(more)).summary) == 1


def test_the_chosen_width_is_marked():
    found = selection.findings(results(bowl_trials(1)))
    # r_w: 11 rows of 100 sets, 12 of 200, 14 of 400.
    assert [line[4] for line in found.grids[0].lines] == ["0.382", "0.393", "0.380*"]
    assert "takes the rule of width 4" in found.summary[0]
    assert [line[3] for line in found.grids[1].lines] == ["0", "0", "1"]


def test_a_rising_curve_counts_as_a_monotonic_decrease_in_accuracy():
    trials = [[one for one in trial if one["width"] > 1] for trial in bowl_trials()]
    both = [
        [{"heuristic": "ucf", **one} for one in rising]
        + [{"heuristic": "laplace", **one} for one in bowl]
        for rising, bowl in zip(trials, bowl_trials(), strict=True)
    ]
    found = oversearching.ucf_findings(results(both))
    assert "on 1 table by U_CF (promoters) and on 0 tables by Laplace, of 1." in found.summary[2]
    assert [line[4] for line in found.grids[0].lines] == ["hurts"]
    assert [line[8] for line in found.grids[0].lines] == ["U-shaped"]


def test_a_few_trials_are_not_judged():
    found = oversearching.findings(results(bowl_trials(9), ("promoters",)))
    assert found.summary[1] == "Too few trials to judge: a test needs at least 10."
    both = results([], ("promoters", "vote"))
    both = Results(both.tables, {"promoters": bowl_trials(9), "vote": bowl_trials()}, 40)
    text = oversearching.findings(both).summary[1]
    assert "first helps and then hurts on 1 (vote); by a test, of 2 tables. Too few" in text
    assert text.endswith("That holds for promoters.")


def test_figure_2_splits_the_stand_in_by_class_with_the_majority_first():
    found = oversearching.findings(results(TRIALS, ("promoters", "kr-vs-kp")))
    assert [picture.name for picture in found.pictures] == ["figure-1", "figure-2"]
    assert [line[0] for line in found.grids[2].lines] == ["a", "b"]
    assert found.grids[2].lines[1][:3] == ("b", "35.00", "40.00")


def test_other_tables_have_no_published_numbers_beside_them():
    found = selection.findings(results(TRIALS, ("iris",)))
    assert all(line[-4:] == ("–",) * 4 for line in found.grids[0].lines)
    assert "class b" in found.grids[0].title
