"""Expected errors: what m does, and how it is learned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import FoldRules, believed_rows, expected_error
from conjunct.choose.expected_error import LEAST, MOST


@given(
    n=st.integers(1, 1000),
    share=st.floats(0, 1),
    usual=st.floats(0, 1),
    m=st.floats(LEAST, MOST),
)
def test_it_lies_between_what_was_seen_and_the_usual(
    n: int, share: float, usual: float, m: float
) -> None:
    e = round(share * n)
    low, high = sorted((e / n, usual))
    assert low - 1e-12 <= expected_error(n, e, usual, m) <= high + 1e-12


def test_it_counts_m_more_rows_of_the_usual_kind() -> None:
    assert expected_error(30, 3, 0.5, 10) == pytest.approx((3 + 5) / 40, abs=1e-15)


def drawn(seed: int, truth: float, flattery: float) -> FoldRules:
    """Make rules that get `truth` of new rows wrong, and less by `flattery` in training."""
    random = np.random.default_rng(seed)
    covered, new = random.integers(20, 200, 400), random.integers(5, 50, 400)
    wrong = random.binomial(covered, truth - flattery)
    return FoldRules(covered, wrong, np.full(400, 0.5), new, random.binomial(new, truth))


@pytest.mark.parametrize("flattery", [0.05, 0.1, 0.2])
def test_the_estimates_of_the_folds_rules_come_true_on_average(flattery: float) -> None:
    rules = drawn(1, 0.3, flattery)
    m = believed_rows(rules)
    expected = expected_error(rules.covered, rules.wrong, rules.usual, m)
    assert expected.mean() == pytest.approx((rules.new_wrong / rules.new_covered).mean(), abs=1e-9)


def test_the_more_a_search_flatters_the_larger_m_is() -> None:
    found = [believed_rows(drawn(1, 0.3, flattery)) for flattery in (0.05, 0.1, 0.2, 0.25)]
    assert found == sorted(found)
    assert found[0] < found[-1] / 4


def test_rules_that_do_as_the_usual_row_does_are_not_believed() -> None:
    assert believed_rows(drawn(2, 0.5, 0.2)) > 1000


def test_rules_that_keep_what_they_showed_are_believed() -> None:
    assert believed_rows(drawn(2, 0.3, 0.0)) < 10


def test_rules_that_cover_no_new_row_are_left_out() -> None:
    rules = drawn(1, 0.3, 0.1)
    blind = FoldRules(
        *(np.append(fact, more) for fact, more in zip(rules, (9, 0, 0.5, 0, 0), strict=True))
    )
    assert believed_rows(blind) == believed_rows(rules)
    nothing = FoldRules(*(np.array([]) for _ in FoldRules._fields))
    assert believed_rows(nothing) == MOST
