"""The sign test against that of SciPy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from conjunct.evaluate import sign_test

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
