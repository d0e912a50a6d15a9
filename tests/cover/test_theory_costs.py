"""Covering that ends where rules no longer pay: prefixes of what it learns otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.test_loop import satisfied
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows

from conjunct.choose import CheapestTheory, CompleteCode, Decided, Pfahringer, Quinlan, TheoryCost
from conjunct.count import NumpyEngine
from conjunct.cover.loop import OrderedCovering, PerClassCovering
from conjunct.evaluate import Laplace
from conjunct.model import Rule
from conjunct.search.language import Language, Limits
from conjunct.search.layered import BeamSearch

PARTS = BeamSearch(1), Laplace(len(CLASSES)), Limits()
COSTS = [Pfahringer(), Quinlan(), CompleteCode()]


def counts_of(rows: Rows, cover: set[int]) -> tuple[int, ...]:
    return tuple(sum(rows.labels[row] == label for row in cover) for label in CLASSES)


def cheapest_prefix(
    rows: Rows, rules: list[Rule], cost: TheoryCost, head: int | None
) -> list[Rule]:
    """Price every prefix from scratch; look one rule ahead."""
    n_tests = Language(rows.coded().columns, Limits()).n_tests
    best, lowest = 0, None
    for size in range(len(rules) + 1):
        left, decided = set(range(len(rows.cells))), []
        for rule in rules[:size]:
            counts = counts_of(rows, satisfied(rows, rule) & left)
            left -= satisfied(rows, rule)
            decided.append((rule.n_conditions, rule.head, counts))
        counts = counts_of(rows, left)
        n_heads = len(CLASSES)
        if head is not None:
            n_heads, counts = 1, (sum(counts) - counts[head], counts[head])
            decided = [(n, 1, (sum(c) - c[head], c[head])) for n, _, c in decided]
        paid = cost([Decided(*one) for one in decided], counts, n_tests, n_heads)
        if lowest is None or paid < lowest:
            best, lowest = size, paid
        if size - best == 2:
            break
    return rules[:best]


@given(small_rows(), st.sampled_from(COSTS))
def test_a_list_is_cut_to_its_cheapest_prefix(rows: Rows, cost: TheoryCost) -> None:
    covering = OrderedCovering(*PARTS)
    paying = replace(covering, theory=CheapestTheory(cost))
    everything, _ = covering.rules(NumpyEngine(rows.coded()))
    rules, left = paying.rules(NumpyEngine(rows.coded()))
    assert rules == cheapest_prefix(rows, everything, cost, None)
    uncovered = set(range(len(rows.cells))).difference(*(satisfied(rows, rule) for rule in rules))
    assert left == counts_of(rows, uncovered)


@given(small_rows(), st.sampled_from(COSTS))
def test_the_rules_of_each_class_are_cut_to_their_cheapest_prefix(
    rows: Rows, cost: TheoryCost
) -> None:
    covering = PerClassCovering(*PARTS)
    paying = replace(covering, theory=CheapestTheory(cost))
    everything = covering.rules(NumpyEngine(rows.coded()))
    expected = [
        rule
        for head in range(len(CLASSES))
        for rule in cheapest_prefix(
            rows, [rule for rule in everything if rule.head == head], cost, head
        )
    ]
    assert paying.rules(NumpyEngine(rows.coded())) == expected


@pytest.mark.parametrize("kind", [OrderedCovering, PerClassCovering])
@given(small_rows(max_rows=16))
def test_both_engines_keep_the_same_rules(kind: type, rows: Rows) -> None:
    covering = kind(*PARTS, theory=CheapestTheory(COSTS[0]))
    coded = rows.coded()
    assert covering.rules(local_engine(coded)) == covering.rules(NumpyEngine(coded))
