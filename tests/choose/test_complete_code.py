"""The complete code: every part by hand, row by row, and summed over a whole small language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, log2

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import CompleteCode, Pfahringer, complete_cost, labels_bits, length_bits
from conjunct.choose.theories import Decided, TheoryCost

ROWS = ((0, 0), (0, 1), (1, 1))
"""Rows of two binary attributes."""
TESTS = tuple(product((0, 1), (0, 1)))
"""Attribute and value: four conditions."""
BODIES = tuple(body for size in (1, 2, 3, 4) for body in combinations(TESTS, size))

class_counts = st.lists(st.integers(0, 40), min_size=1, max_size=4)


def share_of_labels(labels: Sequence[int], n_classes: int) -> Fraction:
    """Code one row after the other by Laplace's estimate from the rows before it."""
    share = Fraction(1)
    for place, label in enumerate(labels):
        share *= Fraction(labels[:place].count(label) + 1, place + n_classes)
    return share


def share_of_theory(
    bodies: Sequence[Sequence[tuple[int, int]]], labels: Sequence[int], n_heads: int
) -> Fraction:
    """Return 2 to the power of minus the cost, part by part, as an exact number."""
    share, left = Fraction(1), list(range(len(ROWS)))
    for body in bodies:
        share *= Fraction(1, 2)  # another rule
        share *= Fraction(1, 2 ** (len(body) if len(body) < len(TESTS) else len(TESTS) - 1))
        share *= Fraction(1, comb(len(TESTS), len(body))) * Fraction(1, n_heads)
        mine = [row for row in left if all(ROWS[row][at] == value for at, value in body)]
        left = [row for row in left if row not in mine]
        share *= share_of_labels([labels[row] for row in mine], 2)
    return share * Fraction(1, 2) * share_of_labels([labels[row] for row in left], 2)


def decided(
    bodies: Sequence[Sequence[tuple[int, int]]], labels: Sequence[int]
) -> tuple[list[Decided], tuple[int, int]]:
    """Return what each rule decides about, and the rows that are left, by class."""
    found, left = [], list(range(len(ROWS)))
    for body in bodies:
        mine = [row for row in left if all(ROWS[row][at] == value for at, value in body)]
        left = [row for row in left if row not in mine]
        wrong = sum(labels[row] == 0 for row in mine)
        found.append(Decided(len(body), 1, (wrong, len(mine) - wrong)))
    others = sum(labels[row] == 0 for row in left)
    return found, (others, len(left) - others)


def messages(
    most: int,
) -> Iterator[tuple[tuple[tuple[tuple[int, int], ...], ...], tuple[int, ...]]]:
    """Yield all theories up to a number of rules, each with all classes that rows can have."""
    for n_rules in range(most + 1):
        for bodies in product(BODIES, repeat=n_rules):
            for labels in product((0, 1), repeat=len(ROWS)):
                yield bodies, labels


def kraft_sum(cost: TheoryCost, most: int) -> float:
    return sum(
        2 ** -cost(*decided(bodies, labels), len(TESTS), 1) for bodies, labels in messages(most)
    )


@pytest.mark.parametrize("n_heads", [1, 2])
def test_every_message_takes_the_bits_of_its_parts(n_heads: int) -> None:
    for bodies, labels in messages(2):
        bits = CompleteCode()(*decided(bodies, labels), len(TESTS), n_heads)
        assert bits == pytest.approx(-log2(share_of_theory(bodies, labels, n_heads)), abs=1e-9)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_it_is_a_code_all_messages_of_a_small_language_together(most: int) -> None:
    """Kraft's sum over theories of up to R rules is 1 less what longer ones get: 2^-(R + 1)."""
    exact = sum(share_of_theory(bodies, labels, 1) for bodies, labels in messages(most))
    assert exact == 1 - Fraction(1, 2 ** (most + 1))
    assert kraft_sum(CompleteCode(), most) == pytest.approx(float(exact), abs=1e-9)


def test_pfahringers_measure_is_no_code_even_for_the_classes_alone() -> None:
    assert kraft_sum(Pfahringer(), 0) > 1.5
    assert kraft_sum(Pfahringer(), 1) > 4


@given(class_counts, st.randoms(use_true_random=False))
def test_classes_are_coded_row_by_row_in_any_order(counts: list[int], random: object) -> None:
    labels = [label for label, count in enumerate(counts) for _ in range(count)]
    random.shuffle(labels)  # type: ignore[attr-defined]
    share = share_of_labels(labels, len(counts))
    with mpmath.workdps(50):
        bits = mpmath.log(share.denominator, 2) - mpmath.log(share.numerator, 2)
    assert labels_bits(counts) == pytest.approx(float(bits), abs=1e-9)


@given(st.integers(1, 12))
def test_lengths_are_a_code_without_waste(n_tests: int) -> None:
    lengths = range(1, n_tests + 1)
    assert sum(Fraction(1, 2 ** length_bits(length, n_tests)) for length in lengths) == 1


@pytest.mark.parametrize("length", [0, 5])
def test_a_body_has_at_least_one_condition_and_no_more_than_there_are(length: int) -> None:
    with pytest.raises(ValueError, match=f"between 1 and n_tests = 4. Got {length}"):
        length_bits(length, 4)


def test_the_worked_example_is_too_short_for_rules_to_pay() -> None:
    """Fourteen rows, 5 and 9: rules of one and of two out of seven conditions, as in test_mdl."""
    bits = complete_cost([1, 2], [[0, 4], [0, 3]], [5, 2], n_tests=7)
    rules = 3 + (1 + log2(7)) + (2 + log2(21))
    assert bits == pytest.approx(rules + log2(5) + log2(4) + log2(8 * comb(7, 2)), abs=1e-12)
    assert complete_cost([], [], [5, 9], 7) == pytest.approx(1 + log2(15 * comb(14, 5)), abs=1e-12)
    assert complete_cost([], [], [5, 9], 7) < bits
