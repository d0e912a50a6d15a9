from __future__ import annotations

from fractions import Fraction
from math import comb, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import body_bits, quinlan_cost, rule_set_cost, tree_cost
from conjunct.choose.mdl import choice_bits, class_bits

# Fourteen rows over outlook (s, o, r), windy (t, f), humid (h, n); the rules are outlook = o
# and humid = n with windy = f. Seven tests A = v are possible.
LENGTHS = [1, 2]
COUNTS = [[0, 4], [0, 3]]
UNCOVERED = [5, 2]

class_counts = st.lists(st.integers(0, 40), min_size=2, max_size=4)


def plain_class_bits(counts: list[int]) -> float:
    """Code each row by the share of its class, row by row."""
    total = sum(counts)
    return sum(-log2(Fraction(count, total)) for count in counts for _ in range(count))


def test_the_worked_example_costs_what_it_should() -> None:
    bits = rule_set_cost(LENGTHS, COUNTS, UNCOVERED, n_tests=7)
    assert bits == pytest.approx(13.241516324802781, abs=1e-12)


def test_the_worked_example_costs_less_by_quinlans_measure() -> None:
    bits = quinlan_cost(body_bits(LENGTHS, 7), 7, 0, 7, 2)
    assert bits == pytest.approx(11.591989767615123, abs=1e-12)


def test_the_empty_theory_codes_all_classes() -> None:
    bits = rule_set_cost([], [], [5, 9], n_tests=7)
    assert bits == pytest.approx(13.164003421388836, abs=1e-12)
    assert rule_set_cost([], np.zeros((0, 2)), [5, 9], 7) == bits


def test_heads_are_paid_for_rule_by_rule() -> None:
    without = rule_set_cost(LENGTHS, COUNTS, UNCOVERED, 7)
    assert rule_set_cost(LENGTHS, COUNTS, UNCOVERED, 7, head_bits=1.0) == pytest.approx(without + 2)


@given(class_counts)
def test_classes_are_coded_row_by_row_by_their_share(counts: list[int]) -> None:
    assert float(class_bits(counts)) == pytest.approx(plain_class_bits(counts), abs=1e-9)


@given(st.integers(0, 60), st.data())
def test_choices_are_binomial_coefficients(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    assert choice_bits(n, k) == log2(comb(n, k))
    assert choice_bits(n, k) == choice_bits(n, n - k)


@pytest.mark.parametrize(("n", "k"), [(8124, 4000), (8124, 2001), (20000, 2500)])
def test_large_choices_are_near_enough_to_exact(n: int, k: int) -> None:
    assert choice_bits(n, k) == pytest.approx(log2(comb(n, k)), abs=1e-9)


@pytest.mark.parametrize("k", [-1, 8])
def test_more_than_there_is_cannot_be_chosen(k: int) -> None:
    with pytest.raises(ValueError, match=f"k must be between 0 and n = 7. Got {k}"):
        choice_bits(7, k)


@given(st.lists(st.tuples(st.integers(0, 4), class_counts), max_size=4), class_counts)
def test_quinlans_measure_is_symmetric_in_the_exceptions(
    rules: list[tuple[int, list[int]]], rest: list[int]
) -> None:
    covered, uncovered = sum(sum(counts) for _, counts in rules), sum(rest)
    wrong, missed = sum(counts[0] for _, counts in rules), rest[0]
    theory = body_bits([length for length, _ in rules], 9)
    bits = quinlan_cost(theory, covered, wrong, uncovered, missed)
    assert bits == pytest.approx(
        quinlan_cost(theory, covered, covered - wrong, uncovered, uncovered - missed), abs=1e-9
    )


def test_exceptions_of_many_classes_name_theirs() -> None:
    assert quinlan_cost(0.0, 4, 1, 6, 1, n_classes=5) == pytest.approx(log2(4 * 6) + 2 * 2)
    assert quinlan_cost(0.0, 4, 0, 6, 0, n_classes=1) == 0.0


def test_a_tree_pays_for_the_depths_of_its_leaves() -> None:
    counts = [[4, 0], [1, 3], [0, 2]]
    expected = 1 + 2 + 2 + plain_class_bits([1, 3])
    assert tree_cost([1, 2, 2], counts) == pytest.approx(expected)


@given(class_counts, class_counts)
def test_splitting_rows_never_makes_their_classes_dearer(one: list[int], two: list[int]) -> None:
    size = min(len(one), len(two))
    one, two = one[:size], two[:size]
    both = [a + b for a, b in zip(one, two, strict=True)]
    assert float(class_bits([one, two]).sum()) <= float(class_bits(both)) + 1e-9
