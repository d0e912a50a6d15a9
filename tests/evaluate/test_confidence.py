"""The confidence limit as a heuristic, with and without its table of known scores."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.evaluate import Heuristic, LinearFraction, UpperLimit, error_limit
from conjunct.evaluate.confidence import MOST_TABLED

HEURISTIC: Heuristic = UpperLimit()


def test_the_score_is_one_less_the_limit():
    p, n = np.array([6, 15, 0, 3]), np.array([0, 1, 0, 0])
    expected = 1 - error_limit(p + n, n, 0.25)
    assert HEURISTIC(p, n, 20, 20).tolist() == expected.tolist()


def test_no_cover_and_only_errors_score_worst():
    assert HEURISTIC(np.array([0, 0]), np.array([0, 4]), 5, 5).tolist() == [0.0, 0.0]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 60)), min_size=1, max_size=30))
def test_the_table_of_known_scores_changes_no_bit(pairs):
    p, n = np.array(pairs).T
    tabled = HEURISTIC(p, n, 40, 60)
    assert tabled.tolist() == HEURISTIC(p, n, 40, MOST_TABLED).tolist()
    assert tabled.tolist() == HEURISTIC(p, n, 40, 60).tolist()


def test_confidence_factors_keep_tables_of_their_own():
    p, n = np.array([9]), np.array([1])
    assert UpperLimit(0.1)(p, n, 9, 9) < UpperLimit(0.25)(p, n, 9, 9) < UpperLimit(0.5)(p, n, 9, 9)


@given(st.integers(0, 300), st.integers(0, 300))
def test_scores_rise_with_positives_and_fall_with_negatives(p, n):
    score, better, worse = HEURISTIC(np.array([p, p + 1, p]), np.array([n, n, n + 1]), 400, 400)
    assert better > score
    assert worse <= score


def test_it_is_scored_by_the_formula_not_by_weights():
    assert not isinstance(HEURISTIC, LinearFraction)
