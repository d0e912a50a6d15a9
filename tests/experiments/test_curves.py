"""Averages over classes, the layered choice and standard errors, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.choose import layered_error
from conjunct.experiments.curves import RuleResults, curves_of

from .made_up_rules import TRIALS

RULES = RuleResults.of(TRIALS)


def test_classes_are_weighted_and_rules_without_test_rows_left_out():
    assert np.array_equal(RULES.error, [0.1, 0.3, 0.5, np.nan, 0.2, 0.4, 0.2, 0.4], equal_nan=True)
    curves = curves_of(RULES, "laplace")
    assert curves.widths == [1, 2]
    # Width 1: 0.75 · 0.1 + 0.25 · 0.5, and 0.2 for both; width 2: only class a, then 0.4.
    assert curves.error == pytest.approx(np.array([[0.2, 0.3], [0.2, 0.4]]))
    assert curves.means == pytest.approx([0.2, 0.35])
    assert curves.bars == pytest.approx([0.0, 0.05])
    assert curves.blind == 1 / 8
    # L = 1 / (n + 2) without errors: 1/10, 1/5 and 1/20, 1/6; then 2/10, 1/10 and 1/10, 1/10.
    told = [[0.075 + 0.05, 0.0375 + 0.25 / 6], [0.15 + 0.025, 0.1]]
    assert curves.told == pytest.approx(np.array(told))


def test_the_layered_choice_has_the_lowest_r_w_of_each_trial_and_class():
    chosen = RULES.layered_choice()
    assert layered_error(18, 0, 100) < layered_error(8, 0, 10)
    assert layered_error(4, 0, 100) > layered_error(3, 0, 10)
    assert layered_error(8, 0, 50) < layered_error(8, 1, 10)
    assert chosen["class"].tolist() == ["a", "b", "a", "b"]
    assert chosen["width"].tolist() == [2, 1, 2, 1]
    curves = curves_of(RULES, "laplace")
    assert curves.chosen_width == pytest.approx(1.75)
    errors = (0.75 * 0.3 + 0.25 * 0.5, 0.75 * 0.4 + 0.25 * 0.2)
    assert curves.chosen_error == pytest.approx(sum(errors) / 2)


def test_of_equal_r_w_the_narrowest_width_is_chosen():
    same = [[{**row, "covered": 5, "errors": 0, "combinations": 7} for row in TRIALS[0]]]
    assert RuleResults.of(same).layered_choice()["width"].tolist() == [1, 1]
    means = RuleResults.of([TRIALS[0], []]).over_classes(np.ones(4))
    assert np.array_equal(means, [1.0, np.nan], equal_nan=True)  # a trial without any value


def test_another_estimate_may_choose():
    """Laplace does not ask how much was tried: of class b the rule with more rows wins."""
    assert RULES.layered_choice("laplace")["width"].tolist() == [2, 2, 2, 1]
