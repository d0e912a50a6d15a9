"""The names of the classes do not change a card, only what its classes are called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encode.drawn_tables import tables as drawn_tables
from tests.estimators.card_tables import noisy

from conjunct import ScoreCardClassifier
from conjunct.data import Table, shipped_table

SETTINGS = [{}, {"size": "accurate"}, {"size": 7}, {"points": "real"}]


def renamed(table: Table, order: list[int]) -> Table:
    """Return the table with other names of classes, which sort in another order."""
    assert table.target is not None
    levels = tuple(f"c{place:03d}" for place in range(len(order)))
    values = np.array(order)[table.target.values].astype(table.target.values.dtype)
    return replace(table, target=replace(table.target, levels=levels, values=values))


def same_but_for_names(table: Table, order: list[int], **params: Any) -> None:
    one, two = (
        ScoreCardClassifier(**params).fit_table(rows).rules_
        for rows in (renamed(table, list(range(len(order)))), renamed(table, order))
    )
    assert [sorted(map(str, rule.conditions)) for rule in sorted(one, key=str)] == [
        sorted(map(str, rule.conditions)) for rule in sorted(two, key=str)
    ]
    assert {(rule.body, rule.promise) for rule in one} == {
        (rule.body, rule.promise) for rule in two
    }
    np.testing.assert_allclose(
        one.predict_proba(table), two.predict_proba(table)[:, order], rtol=0, atol=1e-8
    )


@pytest.mark.parametrize("params", SETTINGS, ids=str)
@pytest.mark.parametrize("order", [[1, 2, 0]], ids=str)
def test_other_names_give_the_same_card(params: Any, order: list[int]) -> None:
    same_but_for_names(shipped_table().take(np.arange(0, 344, 2)), order, **params)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_classes_of_equal_size_too(n_classes: int) -> None:
    """Each class has the same rows, but for the column that tells them apart."""
    X, _ = noisy(40)
    rows = np.concatenate([np.column_stack((X, np.full(40, place))) for place in range(n_classes)])
    y = np.arange(n_classes).repeat(40)
    for order in ([1, 0], [2, 0, 1])[n_classes - 2 : n_classes - 1]:
        one, two = (
            ScoreCardClassifier().fit(rows, names[y]) for names in (np.arange(9), np.array(order))
        )
        np.testing.assert_allclose(
            one.predict_proba(rows), two.predict_proba(rows)[:, order], rtol=0, atol=1e-8
        )


@given(table=drawn_tables(), random=st.randoms(use_true_random=False))
@settings(max_examples=8)
def test_whatever_the_table(table: Table, random: Any) -> None:
    assert table.target is not None
    order = list(range(len(table.target.levels)))
    random.shuffle(order)
    same_but_for_names(table, order)
