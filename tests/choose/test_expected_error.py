"""Expected errors: what m does, and how it is learned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import FoldRules, believed_rows, expected_error
from conjunct.choose.expected_error import FEWER, LEAST, MOST


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


def test_a_rule_of_20_rows_counts_m_more_rows_of_the_usual_kind() -> None:
    assert expected_error(20, 3, 0.5, 10) == pytest.approx((3 + 5) / 30, abs=1e-15)


def test_a_rule_of_more_rows_counts_fewer_of_them() -> None:
    assert expected_error(80, 8, 0.5, 10) == pytest.approx((8 + 2.5) / 85, abs=1e-15)
    assert expected_error(5, 1, 0.5, 10) == pytest.approx((1 + 10) / 25, abs=1e-15)
    assert expected_error(0, 0, 0.3, 10) == pytest.approx(0.3)


def drawn(seed: int, truth: float, flattery: float) -> FoldRules:
    """Make rules that get `truth` of new rows wrong, and less by `flattery` in training."""
    random = np.random.default_rng(seed)
    covered, new = random.integers(20, 200, 400), random.integers(5, 50, 400)
    wrong = random.binomial(covered, truth - flattery)
    return FoldRules(covered, wrong, np.full(400, 0.5), new, random.binomial(new, truth))


@pytest.mark.parametrize("flattery", [0.05, 0.1, 0.2])
def test_the_estimates_of_the_folds_rules_come_true_on_average(flattery: float) -> None:
    rules = drawn(1, 0.3, flattery)
    m = believed_rows(rules) / FEWER
    expected = expected_error(rules.covered, rules.wrong, rules.usual, m)
    shares = rules.new_covered / (rules.new_covered + 5)
    error = np.average(rules.new_wrong / rules.new_covered, weights=shares)
    gap = 0.5 - error
    chance = np.average(0.25 / rules.new_covered, weights=shares**2) * (shares**2).sum()
    chance /= shares.sum() ** 2
    careful = error + 2 * chance / gap
    assert np.average(expected, weights=shares) == pytest.approx(careful, abs=1e-9)
    assert chance / gap < 0.001  # little, as many rules were found


def test_few_rules_are_believed_less() -> None:
    """The same errors on new rows, once of many rules and once of a few."""
    facts = np.array([[20.0], [2.0], [0.5], [8.0], [2.0]])
    found = [believed_rows(FoldRules(*np.repeat(facts, n, axis=1))) for n in (1, 3, 10, 1000)]
    assert found == sorted(found, reverse=True)
    assert found[-1] == pytest.approx(8, rel=0.01)  # 2/3 of 12: (2 + 12 · 0.5) / (20 + 12) = 2 / 8
    one_row = FoldRules(*np.array([[20.0], [2.0], [0.5], [1.0], [0.0]]))
    assert believed_rows(one_row) == MOST  # the gap is no larger than chance makes it


def test_searches_without_a_rule_count_as_the_usual_row() -> None:
    rules = drawn(1, 0.3, 0.1)
    n, e, usual = np.array([40.0, 60.0]), np.array([4.0, 6.0]), np.array([0.5, 0.4])
    assert rules.with_usual(n, e, usual).new_wrong.tolist() == rules.new_wrong.tolist()
    some = rules._replace(n_folds=6, n_empty=2).with_usual(n, e, usual)
    assert (some.n_folds, some.n_empty) == (6, 0)
    assert some.covered[-4:].tolist() == [40, 60, 40, 60]
    assert (some.new_wrong / some.new_covered)[-4:] == pytest.approx([0.5, 0.4, 0.5, 0.4])
    assert believed_rows(some) > believed_rows(rules)
    nothing = FoldRules(*np.empty((5, 0)), n_folds=6, n_empty=6)
    assert believed_rows(nothing.with_usual(n, e, usual)) == MOST
    unheard = rules._replace(n_folds=6, n_empty=2).as_empty()
    assert (unheard.n_folds, unheard.n_empty, len(unheard.covered)) == (6, 6, 0)


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
    unseen = FoldRules(*np.array([[9.0], [0.0], [0.5], [0.0], [0.0]]))
    assert believed_rows(FoldRules.joined([rules, unseen])) == believed_rows(rules)
    assert believed_rows(FoldRules(*np.empty((5, 0)))) == MOST
