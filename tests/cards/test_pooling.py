"""One card out of several: every cover once for each class."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.drawn_cards import (
    NOWHERE,
    OTHER_ENGINES,
    drawn_problem,
    holds,
    problem_of,
    seeds,
)
from tests.cards.test_growth import HALVES

from conjunct.cards.fitted import Term
from conjunct.cards.pooling import different
from conjunct.count import as_tests
from conjunct.encode import CodedTable


def plainly_different(coded: CodedTable, terms: list[Term]) -> list[Term]:
    """Compare the rows of every rule with those of all rules before it, one by one."""
    kept: list[Term] = []
    for term in terms:
        rows = holds(coded, term.body)
        for other in kept:
            theirs = holds(coded, other.body)
            same = (rows == theirs).all() and term.sign == other.sign
            rest = (rows != theirs).all() and term.sign == -other.sign
            if (same or rest) and term.channel == other.channel:
                break
        else:
            kept.append(term)
    return kept


def repeated_terms(seed: int, n_classes: int, terms: tuple[Term, ...]) -> list[Term]:
    """Draw rules again and again: the same rows, or the rest of them, for any class and sign."""
    random = np.random.default_rng(seed)
    n_channels = n_classes if n_classes > 2 else 1
    drawn = []
    for _ in range(12):
        (column, _, _), *_ = terms[random.integers(len(terms))].body.tolist()
        body = as_tests([(column, 0, int(random.integers(2)))] * random.integers(1, 3))
        sign = int(random.choice([-1, 0, 1])) if n_classes == 2 else 0
        drawn.append(Term(body, int(random.integers(n_channels)), sign, NOWHERE))
    return drawn


@given(seeds, st.integers(2, 4))
def test_rules_are_compared_row_by_row(seed: int, n_classes: int) -> None:
    problem, coded, terms = drawn_problem(seed, n_classes)
    drawn = repeated_terms(seed, n_classes, terms)
    expected = plainly_different(coded, drawn)
    assert [id(one) for one in different(problem, drawn)] == [id(one) for one in expected]


@pytest.mark.parametrize("make", OTHER_ENGINES.values(), ids=OTHER_ENGINES)
@settings(max_examples=min(25, settings().max_examples))
@given(seed=seeds, n_classes=st.integers(2, 4))
def test_every_engine_finds_the_same_rules_different(make: type, seed: int, n_classes: int) -> None:
    one, other = drawn_problem(seed, n_classes), drawn_problem(seed, n_classes, make=make)
    terms = repeated_terms(seed, n_classes, one.terms)
    found = [different(drawn.problem, terms) for drawn in (one, other)]
    assert [id(term) for term in found[0]] == [id(term) for term in found[1]]


def test_a_rule_for_the_rest_of_the_rows_says_the_same_but_not_for_another_class() -> None:
    problem = problem_of(HALVES.coded())
    bodies = [[(0, 0, 0)], [(0, 0, 0), (0, 0, 0)], [(0, 0, 1)], [(0, 1, 0)]]
    terms = [Term(as_tests(body), 0, 0, NOWHERE) for body in bodies]
    other = terms[2]._replace(channel=1)
    assert different(problem, [*terms, other]) == [terms[0], other]


def test_of_a_condition_and_its_negation_one_is_enough_even_if_cells_are_missing() -> None:
    cells = [(None, *row[1:]) if at % 8 == 0 else row for at, row in enumerate(HALVES.cells)]
    problem = problem_of(replace(HALVES, cells=tuple(cells)).coded())
    bodies = [[(0, 0, 0)], [(0, 1, 0)], [(2, 3, 4)], [(2, 2, 4)], [(2, 2, 4), (0, 0, 0)]]
    terms = [Term(as_tests(body), 0, 0, NOWHERE) for body in bodies]
    assert different(problem, terms) == [terms[0], terms[2], terms[4]]
    signed = [term._replace(sign=1) for term in terms]
    assert different(problem, signed) == signed


def test_rules_that_must_pull_another_way_stay_apart() -> None:
    drawn = drawn_problem(3, 2, signed=True)
    first = drawn.terms[0]
    other = first._replace(sign=-first.sign)
    assert different(drawn.problem, [first, other, first]) == [first, other]


def test_no_rules_are_no_rules() -> None:
    assert different(problem_of(HALVES.coded()), []) == []
