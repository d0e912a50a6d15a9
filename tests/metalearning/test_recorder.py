"""Recording of rules: counts where they were learned, counts on other rows, and what is kept."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.data import read_table, shipped_table
from conjunct.experiments.meta_trials import record_examples
from conjunct.experiments.trial import Trial
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.recorder import HEURISTICS, recorded_searches


@pytest.fixture(scope="module")
def penguins():
    return shipped_table().take(np.arange(0, 344, 2))


@pytest.fixture(scope="module")
def rows(penguins):
    return record_examples(penguins, Trial("penguins", 0, 0))


def numbers(row, name):
    return [int(word) for word in row[name].split()]


def test_on_the_rows_it_was_learned_from_a_rule_has_the_same_counts(penguins):
    searches = list(recorded_searches(penguins, penguins))
    assert len(searches) > 20
    assert any(row["P"] < 76 for row in searches if row["class"] == 0)
    for row in searches:
        assert row["test_p"] == row["p"]
        assert row["test_n"] == row["n"]


def test_every_class_is_searched_by_every_heuristic(rows):
    assert {(row["class"], row["heuristic"]) for row in rows} == {
        (head, name) for head in range(3) for name in HEURISTICS
    }


def test_a_search_goes_on_until_no_negatives_are_covered(rows):
    for row in rows:
        p, n = numbers(row, "p"), numbers(row, "n")
        covered = [row["P"] + row["N"], *np.add(p, n)]
        assert all(np.diff(covered) < 0)
        assert n[-1] == 0
        assert all(n[:-1])
        assert 1 <= row["kept"] <= len(p)


def test_a_rule_that_does_not_pay_ends_the_search_of_its_class():
    table = read_table({"x": ["a", "b"] * 10, "class": ["u", "v", "v", "v"] * 5}, target="class")
    rows = [row for row in recorded_searches(table, table) if row["heuristic"] == "precision"]
    of_u = [row for row in rows if row["class"] == 0]
    assert [(row["p"], row["n"]) for row in of_u] == [("5", "5")]


def test_a_trial_is_the_same_every_time_and_others_differ(penguins, rows):
    assert record_examples(penguins, Trial("penguins", 0, 0)) == rows
    assert record_examples(penguins, Trial("penguins", 1, 0)) != rows


def test_examples_hold_every_step_with_its_final_rule(rows):
    examples = Examples.of({"penguins": [rows]}, HEURISTICS)
    expected = []
    for row in rows:
        steps = [numbers(row, name) for name in ("p", "n", "test_p", "test_n")]
        final = [steps[2][row["kept"] - 1], steps[3][row["kept"] - 1]]
        expected += [
            [row["P"], row["N"], *step, *final, length]
            for length, step in enumerate(zip(*steps, strict=True), start=1)
        ]
    assert np.column_stack(list(examples.counts.values())).tolist() == expected


def test_the_length_of_a_rule_is_one_of_its_features(rows):
    examples = Examples.of({"penguins": [rows]}, HEURISTICS)
    features = examples.features(("length", "p"))
    assert features[:, 0].min() == 1
    assert features[:, 0].max() == max(len(numbers(row, "p")) for row in rows)
    assert features[:, 1].tolist() == examples.counts["p"].tolist()


def test_examples_that_cover_nothing_elsewhere_are_left_out(rows):
    examples = Examples.of({"penguins": [rows]}, HEURISTICS)
    counts = examples.counts
    covered = counts["test_p"] + counts["test_n"] > 0
    final = counts["final_p"] + counts["final_n"] > 0
    assert 0 < np.sum(~covered) < len(examples)
    assert len(examples.for_target("precision")) == np.sum(covered)
    assert len(examples.for_target("coverage")) == np.sum(covered)
    assert len(examples.for_target("final precision")) == np.sum(covered & final)


def test_targets_are_shares_and_counts_of_the_other_half(rows):
    examples = Examples.of({"penguins": [rows]}, HEURISTICS).for_target("final precision")
    p, n = examples.counts["test_p"], examples.counts["test_n"]
    assert examples.values("precision")[:, 0].tolist() == (p / (p + n)).tolist()
    assert examples.values("coverage").tolist() == np.column_stack((p, n)).tolist()
    p, n = examples.counts["final_p"], examples.counts["final_n"]
    assert examples.values("final precision")[:, 0].tolist() == (p / (p + n)).tolist()
