"""Verdicts wait for ten trials or tables."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.experiments.judging import LEAST, TOO_FEW, judged_p, too_few
from conjunct.experiments.poe_results import Tally
from conjunct.experiments.shape import shape_of
from conjunct.experiments.table_3 import Versus

FALLING = np.tile([0.3, 0.2, 0.1], (LEAST, 1)) + np.linspace(0, 0.01, LEAST)[:, None]


def test_nine_trials_get_no_verdict_however_clear_they_are():
    assert shape_of(FALLING).verdict == "helps"
    assert shape_of(FALLING[1:]).verdict == "too few trials"
    assert Versus(LEAST, 0, LEAST).verdict == "better"
    assert Versus(LEAST - 1, 0, LEAST - 1).verdict == ""


def test_trials_without_an_error_do_not_count():
    errors = FALLING.copy()
    errors[0, 0] = np.nan
    assert shape_of(errors).verdict == "too few trials"


@pytest.mark.parametrize(("count", "text"), [(LEAST, "0.250"), (LEAST - 1, TOO_FEW)])
def test_a_p_value_needs_them_too(count, text):
    assert judged_p(0.25, count) == text


def test_tables_are_counted_where_they_are_what_is_tested():
    assert Tally(9, 1, 10).p_text == "p = 0.02"
    assert Tally(9, 0, 9).p_text == "too few tables for a test"
    assert too_few("tables").startswith("Too few tables to judge")
