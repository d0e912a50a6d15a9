"""The bias of process-oriented evaluation, and what taking it away comes to."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.data import Column, Table
from conjunct.evaluate import Laplace
from conjunct.experiments.poe_bias import STUDY, bias_of, findings
from conjunct.experiments.single_rules import (
    expected_error,
    poe_bias,
    rules_of_beams,
)
from conjunct.experiments.trial import Row

from . import made_up_rules
from .reading import results_of


def noise(seed: int, n_rows: int = 60) -> Table:
    """Return a table whose classes are drawn at random, a third of them x."""
    random = np.random.default_rng(seed)
    columns = [Column(f"c{i}", "numeric", random.normal(size=n_rows)) for i in range(4)]
    labels = (np.arange(n_rows) % 3 == 0).astype(np.int32)
    return Table(tuple(columns), Column("kind", "nominal", random.permutation(labels), ("y", "x")))


def test_on_noise_the_bias_is_that_of_the_rules_found_there() -> None:
    """Permuting noise gives noise: the mean over other tables of noise comes near it."""
    bias = poe_bias(noise(0), "fails", 2, 20, np.random.default_rng(1))
    assert set(bias) == {0, 1}
    for head, share in ((0, 2 / 3), (1, 1 / 3)):
        others = [
            expected_error(rule) - (1 - share)
            for seed in range(1, 21)
            for rule, _, _ in rules_of_beams(noise(seed), "fails", [2], Laplace)
            if rule.head == head
        ]
        assert bias[head] == pytest.approx(np.mean(others), abs=0.05)


def row(errors: int, test_errors: int, bias: float) -> Row:
    """Return the only rule of a search: it covers ten rows in training and ten others."""
    one = made_up_rules.row(("a", 1.0, 1, 10, errors, 1, 10, test_errors))
    return {**one, "scored": 1, "poe_bias": bias}


def test_the_bias_is_taken_away_and_nothing_leaves_zero_to_one() -> None:
    """Of one rule POE is Laplace's 1 / 4; less a bias of -0.1 it is 0.35, less 0.5 it is 0."""
    found = bias_of([[row(2, 3, -0.1)], [row(2, 3, 0.5)]])
    names = ("error", "training", "poe", "permuted", "corrected")
    assert [found[name] for name in names] == pytest.approx([30, -10, -5, 20, (5 - 30) / 2])


def test_the_findings_say_on_how_many_tables_it_helps() -> None:
    rows = {"one": [[row(2, 3, -0.05)]], "two": [[row(2, 3, 0.5)]]}
    found = findings(results_of(rows))
    assert "off by -5.0 points on unseen rows (size 5.0, average over 2 tables)" in found.summary[0]
    assert "nearer the truth on 1 tables" in found.summary[0]
    (grid,) = found.grids
    assert [line[0] for line in grid.lines] == ["one", "two", "average"]
    assert grid.lines[0] == ("one", "30.0", "-10.0", "-5.0", "-5.0", "+0.0")
    assert STUDY.name == "poe-bias"
