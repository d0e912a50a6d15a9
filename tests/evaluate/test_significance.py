"""The tests of significance against those of SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.stats import binomtest, chi2_contingency

from conjunct.evaluate import chi_square_test, sign_test

games = st.integers(0, 400)


@given(games, games)
def test_the_sign_test_is_a_two_tailed_binomial_test(wins, losses):
    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert sign_test(wins, losses) == pytest.approx(expected, rel=1e-9)


@given(games, games)
def test_wins_and_losses_weigh_alike(wins, losses):
    assert sign_test(wins, losses) == sign_test(losses, wins) <= 1.0


def test_as_many_wins_as_losses_tell_nothing():
    assert sign_test(5, 5) == 1.0
    assert sign_test(0, 0) == 1.0


def test_only_wins_leave_two_cases():
    assert sign_test(10, 0) == 2 / 2**10


tables = npst.arrays(
    np.int64, st.tuples(st.integers(2, 5), st.integers(2, 4)), elements=st.integers(0, 40)
)


@given(tables)
def test_the_chi_square_test_is_that_of_scipy_on_the_rows_and_columns_that_are_not_empty(table):
    test = chi_square_test(table)
    full = table[table.any(axis=1)][:, table.any(axis=0)]
    if min(full.shape) < 2:
        assert (float(test.statistic), float(test.p_value)) == (0.0, 1.0)
    else:
        expected = chi2_contingency(full, correction=False)
        assert float(test.statistic) == pytest.approx(expected.statistic, abs=1e-9)
        assert float(test.p_value) == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-300)


def test_the_chi_square_test_is_exact_and_takes_stacks():
    test = chi_square_test([[[20, 5], [10, 15]], [[3, 3], [2, 2]]])
    assert test.statistic.tolist() == pytest.approx([25 / 3, 0.0])
    assert test.p_value.tolist() == pytest.approx([0.003892417122778637, 1.0], rel=1e-12)
