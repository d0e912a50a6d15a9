"""The rows that a card is learned from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cards.drawn_cards import drawn_problem, problem_of, seeds, shares_of
from tests.cards.test_growth import HALVES

from conjunct.count import as_tests


@given(seeds, st.integers(2, 4))
def test_the_first_base_is_the_logarithm_of_the_weights_of_the_classes(
    seed: int, n_classes: int
) -> None:
    problem, coded, _ = drawn_problem(seed, n_classes)
    weights = np.bincount(coded.labels, weights=shares_of(coded), minlength=n_classes)
    assert problem.class_weights.tolist() == weights.tolist()
    assert problem.weight == weights.sum()
    base = problem.first_base()
    expected = np.log(weights / weights[0])
    if n_classes == 2:
        assert base == pytest.approx(expected[1:])
    else:
        assert base - base[0] == pytest.approx(expected)


def test_a_class_without_rows_counts_as_half_a_row() -> None:
    problem = problem_of(HALVES.coded())
    assert problem.class_weights[2] == 0
    base = problem.first_base()
    assert base[2] - base[0] == pytest.approx(np.log(0.5 / problem.class_weights[0]))


@pytest.mark.parametrize(("cells", "most"), [(120, 40), (119, 30), (60, 30), (30, 20)])
def test_a_part_has_about_the_number_of_rows_times_scores(cells: int, most: int) -> None:
    problem = problem_of(HALVES.coded())  # 40 rows and three scores
    part = problem.sample(cells, "part")
    assert (part is problem) == (cells >= 120)
    assert 0 < part.n_rows <= most
    assert part.state == ("part" if cells < 120 else problem.state)


def test_the_sign_of_a_rule_is_that_of_the_column_that_has_one() -> None:
    coded = replace(HALVES.coded(), classes=("x", "y"))
    problem = problem_of(coded, signs=np.array([[0], [0], [1]]))
    assert problem.sign_of(as_tests([(0, 0, 0)]), 0) == 0
    assert problem.sign_of(as_tests([(2, 3, 4)]), 0) == 1
    assert problem.sign_of(as_tests([(0, 0, 0), (2, 2, 4)]), 0) == -1
