"""Shares of confidence: together at most 1, and fixed by the columns alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.choose import RulePrior
from conjunct.choose.rule_prior import log_length_shares
from conjunct.count import Tests, as_tests
from conjunct.encode import CodedColumn
from conjunct.search.language import Language, Limits

FORMS = st.sets(st.sampled_from(("=", "!=", "<=", ">")), min_size=1)
COLUMNS = st.lists(
    st.tuples(st.sampled_from(("numeric", "nominal")), st.integers(1, 5)), min_size=1, max_size=3
)


def language(columns: list[tuple[str, int]], forms: set[str]) -> Language:
    coded = [CodedColumn(f"a{at}", at, kind, n) for at, (kind, n) in enumerate(columns)]
    return Language(tuple(coded), Limits(tuple(forms)), reuse="always")


def all_tests(known: Language) -> list[tuple[int, int, int]]:
    columns = known.columns
    return [
        (column, op, code)
        for column in range(len(columns.attribute))
        for op in np.flatnonzero(columns.allowed[column]).tolist()
        for code in range(int(columns.n_codes[column]) - bool(columns.numeric[column]))
    ]


def bodies(known: Language, length: int) -> list[Tests]:
    return [as_tests(chosen) for chosen in combinations(all_tests(known), length)]


@given(columns=COLUMNS, forms=FORMS, n_statements=st.integers(1, 4))
@settings(max_examples=50, deadline=None)
def test_the_shares_of_all_rules_are_at_most_one(
    columns: list[tuple[str, int]], forms: set[str], n_statements: int
) -> None:
    known = language(columns, forms)
    prior = RulePrior(known.columns, n_statements)
    together = [
        n_statements * sum(np.exp(prior.log_share(body)) for body in bodies(known, length))
        for length in range(4)
    ]
    allowed = np.exp(log_length_shares(range(4)))
    assert all(share <= most + 1e-12 for share, most in zip(together, allowed, strict=True))
    if all_tests(known):
        assert together[1] > 0.225  # no level of cuts is more than half empty


def test_the_shares_of_all_lengths_are_at_most_one() -> None:
    shares = np.exp(log_length_shares(np.arange(100_000)))
    assert shares.sum() <= 1
    assert shares.sum() == pytest.approx(1, abs=1e-4)


@given(columns=COLUMNS, forms=FORMS)
@settings(max_examples=20, deadline=None)
def test_the_shares_of_rules_after_others_are_at_most_one(
    columns: list[tuple[str, int]], forms: set[str]
) -> None:
    known = language(columns, forms)
    prior = RulePrior(known.columns, 2)
    short = [*bodies(known, 0), *bodies(known, 1)]
    together = sum(
        np.exp(
            prior.log_shares_after(
                prior.log_share(body), len(before), sum(map(prior.log_share, before))
            )
        )
        for n_before in range(3)
        for before in combinations(short, n_before)
        for body in short
    )
    assert together <= 1.0 / 2 + 1.0 / 6 + 1.0 / 12


def test_a_rule_after_two_others_shares_with_them_whatever_their_order() -> None:
    known = language([("nominal", 3), ("numeric", 4)], {"=", "<="})
    prior = RulePrior(known.columns, 3)
    own, *before = (prior.log_share(as_tests([test])) for test in all_tests(known)[:3])
    # Each body alone, without a statement; two orders; a twelfth for two others.
    bodies = np.exp(own) * np.prod([3 * np.exp(one) for one in before])
    told = prior.log_shares_after(own, 2, sum(before))
    assert np.exp(told) == pytest.approx(bodies * 2 / 12)


def test_the_middle_cut_has_more_than_its_even_share() -> None:
    known = language([("numeric", 8)], {"<=", ">"})
    prior = RulePrior(known.columns, 1)
    shares = [np.exp(prior.log_share(as_tests([(0, 2, code)]))) for code in range(7)]
    assert np.argmax(shares) == 3
    assert min(shares) >= 0.45 / 14 / 2


def test_a_way_down_a_tree_has_the_share_of_one_order() -> None:
    known = language([("nominal", 3), ("numeric", 4)], {"=", "<="})
    prior = RulePrior(known.columns, 2)
    path = as_tests([(0, 0, 1), (1, 2, 0)])
    sums = np.array([prior.log_tests(path).sum()])
    share = prior.log_shares_of_paths(sums, np.array([2]))
    assert share == pytest.approx(prior.log_share(path) - np.log(2))


@given(columns=COLUMNS, forms=FORMS, reuse=st.sampled_from(("never", "numeric", "always")))
@settings(max_examples=60, deadline=None)
def test_possible_bodies_are_those_that_can_be_listed(
    columns: list[tuple[str, int]], forms: set[str], reuse: str
) -> None:
    coded = [CodedColumn(f"a{at}", at, kind, n) for at, (kind, n) in enumerate(columns)]
    known = Language(tuple(coded), Limits(tuple(forms)), reuse=reuse)
    listed = [
        [body for body in bodies(known, length) if says_all(body, known, reuse)]
        for length in range(4)
    ]
    assert known.n_bodies(3) == [len(of_length) for of_length in listed]


def says_all(body: Tests, known: Language, reuse: str) -> bool:
    """Tell whether conditions on one attribute are compatible, and none implies another."""
    for column in {int(column) for column in body[:, 0]}:
        own = [(op, code) for at, op, code in body.tolist() if at == column]
        ops = [op for op, _ in own]
        if len(own) == 1:
            continue
        if known.columns.numeric[column]:
            interval = sorted(ops) == [2, 3] and dict(own)[3] < dict(own)[2]
            if reuse == "never" or not interval:
                return False
        elif reuse != "always" or set(ops) != {1} or len(own) >= known.columns.n_codes[column]:
            return False
    return True
