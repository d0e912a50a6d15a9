"""First-match lists under the objective of a card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cards.drawn_cards import grower_of, problem_of, repeated_rows
from tests.search.small_tables import Rows

from conjunct.cards.listing import SMOOTHING, Listed, ListGrower, check_lists
from conjunct.cards.validation import N_FOLDS, deal_folds
from conjunct.count import LocalEngine, ReferenceEngine
from conjunct.encode import CodedTable


def lister_of(coded: CodedTable, make_engine: type = LocalEngine) -> ListGrower:
    grower = grower_of(problem_of(coded, make_engine), 0.1)
    return ListGrower(grower, coded.labels.astype(np.int64))


def plain_nats(labels: list[int], prior: list[float]) -> float:
    counts = [labels.count(one) for one in range(len(prior))]
    shares = [(n + p) / (len(labels) + sum(prior)) for n, p in zip(counts, prior, strict=True)]
    return -sum(n * np.log(share) for n, share in zip(counts, shares, strict=True) if n)


@given(repeated_rows(), st.sampled_from([0.05, 0.3]))
def test_every_rule_saves_more_than_its_price_on_the_rows_left_to_it(
    rows: Rows, price: float
) -> None:
    coded = rows.coded()
    lister = lister_of(coded)
    rules, default = lister.grown(price)
    n_tests = max(2, lister.grower.problem.language.n_tests)
    labels = coded.labels.tolist()
    prior = [SMOOTHING * labels.count(one) / len(labels) for one in range(len(coded.classes))]
    left = set(range(len(labels)))
    for rule in rules:
        covered = left & set(lister.grower.problem.engine.members(rule.body).tolist())
        inside = [labels[row] for row in covered]
        outside = [labels[row] for row in left - covered]
        saved = plain_nats(inside + outside, prior)
        saved -= plain_nats(inside, prior) + plain_nats(outside, prior)
        steepness = lister.grower.scale.steepness
        cost = price * np.log(n_tests) * (1 + steepness * (len(rule.body) - 1))
        assert saved > cost - 1e-9
        assert rule.counts == tuple(inside.count(one) for one in range(len(prior)))
        left -= covered
    last = [labels[row] for row in left]
    assert last.count(default) == max((last.count(one) for one in range(len(prior))), default=0)


@given(repeated_rows())
def test_both_engines_list_the_same_rules(rows: Rows) -> None:
    coded = rows.coded()
    ours, default = lister_of(coded).grown(0.1)
    theirs, other = lister_of(coded, ReferenceEngine).grown(0.1)
    assert default == other
    assert [rule.body.tolist() for rule in ours] == [rule.body.tolist() for rule in theirs]
    assert [rule.counts for rule in ours] == [rule.counts for rule in theirs]


def first_match(rules: list[Listed], default: int, lister: ListGrower) -> list[int]:
    covers = [set(lister.grower.problem.engine.members(rule.body).tolist()) for rule in rules]
    heads = [int(rule.weights.argmax()) for rule in rules]
    return [
        next((head for head, cover in zip(heads, covers, strict=True) if row in cover), default)
        for row in range(lister.grower.problem.n_rows)
    ]


@given(repeated_rows())
def test_prices_are_checked_on_rows_that_were_not_learned_from(rows: Rows) -> None:
    coded = rows.coded()
    lister, prices = lister_of(coded), np.array([0.3, 0.05])
    errors = check_lists(lister, coded, LocalEngine, prices, np.random.default_rng(1))
    dealt = deal_folds(lister.labels, min(N_FOLDS, coded.n_rows), np.random.default_rng(1)).tolist()
    for price, error in zip(prices.tolist(), errors, strict=True):
        wrong = 0
        for fold in set(dealt):
            kept = np.array([one != fold for one in dealt])
            rules, default = lister_of(coded.take(kept)).grown(price)
            said = first_match(rules, default, lister)
            wrong += sum(said[row] != lister.labels[row] for row in np.flatnonzero(~kept))
        assert error == pytest.approx(wrong / coded.n_rows)
