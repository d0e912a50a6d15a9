from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.cover.plain_theory import FORMS, GainSearch, plain_theory
from tests.cover.test_loop import satisfied
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.choose import CheapestTheory, CompleteCode, Pfahringer, Quinlan, TheoryCost
from conjunct.count import NumpyEngine
from conjunct.cover.knopf import Knopf, Theory
from conjunct.search.foil import PRUNINGS
from conjunct.search.language import Limits

LIMITS = Limits(FORMS)
COSTS = [Pfahringer(), Quinlan(), CompleteCode()]
HEADS = (0, 1, None)

ALTERNATIVES = Rows(
    ("nominal",) * 3,
    tuple(map(tuple, ("abb", "acc", "bad", "caa", "bba", "ccb", "ddc", "bdd"))),
    tuple("xxxxyyyy"),
)
"""x if the first or the second attribute is a: 12 tests, 3.6 bits per rule."""

WEATHER = Rows(
    ("nominal",) * 3,
    tuple(zip("ccbdddbccdcbbd", "abaaabbaaabbab", "aaaabbbabbbaba", strict=True)),
    tuple("xxyyyxyxyyyyyx"),
)
"""Outlook (b overcast, c sunny, d rain), windy (a no, b yes), humid (a high, b normal)."""


def learned(rows: Rows, cost: TheoryCost = COSTS[0]) -> list[Theory]:
    knopf = Knopf(CheapestTheory(cost), LIMITS)
    return knopf.theories(NumpyEngine(rows.coded()), heads=HEADS)


def facts(rows: Rows, theory: Theory) -> list[tuple[frozenset[int], int, int, tuple[int, ...]]]:
    return [
        (frozenset(satisfied(rows, rule)), len(rule.conditions), rule.head, rule.counts)
        for rule in theory.rules
    ]


def rows_of(rows: Rows, tests: frozenset[tuple[int, str, int]]) -> frozenset[int]:
    search = GainSearch(rows, CLASSES[0], len(CLASSES))
    return frozenset(
        row for row in range(len(rows.cells)) if all(search.passes(row, test) for test in tests)
    )


@given(small_rows(max_rows=16, max_columns=3), st.sampled_from(COSTS))
@example(ALTERNATIVES, COSTS[0])
@example(WEATHER, COSTS[0])
def test_every_theory_is_what_plain_lists_and_sets_give(rows: Rows, cost: TheoryCost) -> None:
    for theory in learned(rows, cost):
        rules, left, paid = plain_theory(rows, theory.pruning, theory.head, cost)
        assert theory.cost == pytest.approx(paid, abs=1e-9)
        assert theory.left == left
        assert facts(rows, theory) == [
            (rows_of(rows, rule.tests), len(rule.tests), rule.head, rule.counts) for rule in rules
        ]


@given(small_rows(max_rows=16))
def test_both_engines_learn_the_same_theories(rows: Rows) -> None:
    knopf, watched = Knopf(CheapestTheory(COSTS[0]), LIMITS), WatchedEngine(rows.coded())
    assert knopf.theories(local_engine(rows.coded())) == knopf.theories(watched)
    assert set(watched.living) == {watched.root()}


@given(small_rows(max_rows=40))
def test_the_cheapest_theory_comes_first_and_none_costs_more_than_no_rules(rows: Rows) -> None:
    theories = learned(rows)
    ranks = [(theory.cost, theory.n_conditions) for theory in theories]
    assert ranks == sorted(ranks)
    counts = [rows.labels.count(label) for label in CLASSES]
    assert all(theory.cost <= Pfahringer()((), counts, 0, 1) for theory in theories)
    assert {(theory.pruning, theory.head) for theory in theories} == {
        (pruning, head) for pruning in PRUNINGS for head in HEADS
    }


def test_three_classes_are_learned_together_and_two_also_apart() -> None:
    knopf, coded = Knopf(CheapestTheory(COSTS[0]), LIMITS), WEATHER.coded()
    of_three = knopf.theories(NumpyEngine(coded))
    assert {theory.head for theory in of_three} == {None}
    two = replace(coded, classes=coded.classes[:2])
    assert {theory.head for theory in knopf.theories(NumpyEngine(two))} == {0, 1, None}


def test_one_rule_alone_that_does_not_pay_may_pay_with_the_next() -> None:
    """8 bits without rules, 3.6 + 5.5 with one, 3.6 + 3.6 with both."""
    patient = Knopf(CheapestTheory(COSTS[0], patience=2), LIMITS)
    hasty = Knopf(CheapestTheory(COSTS[0], patience=1), LIMITS)
    engine = NumpyEngine(ALTERNATIVES.coded())
    best, first = (one.theories(engine, heads=(0,))[0] for one in (patient, hasty))
    assert [str(rule.body) for rule in best.rules] == ["c0 = a", "c1 = a"]
    assert best.cost == pytest.approx(2 * log2(12))
    assert (first.rules, first.cost) == ([], 8.0)


def test_progress_rises_to_one() -> None:
    shares: list[float] = []
    Knopf(CheapestTheory(COSTS[0]), LIMITS).theories(NumpyEngine(WEATHER.coded()), shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_weather_is_learned_in_bits() -> None:
    """Sunny and humid, or rain and windy, is x: two rules of 2 out of 7 tests, 21 ways each."""
    best = learned(WEATHER)[0]
    assert best.head == 0
    assert [str(rule.body) for rule in best.rules] == [
        "c0 = c and c2 = a",
        "c0 = d and c1 = b",
    ]
    assert best.cost == pytest.approx(2 * log2(21), abs=1e-9)


def test_rows_of_one_class_need_no_rule() -> None:
    rows = Rows(("nominal",), (("a",), ("b",)), ("x", "x"))
    assert [len(theory.rules) for theory in learned(rows)] == [0] * 9
