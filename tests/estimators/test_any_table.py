"""For any table, a learner refuses it with one sentence or learns a consistent model."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.estimators.any_tables import mappings

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    load_model,
    read_table,
)
from conjunct.data import Table
from conjunct.errors import ConjunctError, DataWarning
from conjunct.estimators.rule_features import rule_columns
from conjunct.model import Rules

LEARNERS: dict[str, Any] = {
    "card": ScoreCardClassifier(),
    "layered": LayeredRuleClassifier(max_width=8),
    "cn2": CN2Classifier(),
    "ordered cn2": CN2Classifier(ordered=True),
    "seco": SeCoClassifier(),
    "ripper": RipperClassifier(random_state=0),
    "knopf": KnopfClassifier(),
    "tree": RuleTreeClassifier(),
}
FEW = settings(
    max_examples=max(3, settings.default.max_examples // 20),
    phases=[Phase.explicit, Phase.generate],
)
"""Five examples per learner by default, 25 with the profile "explore"; not shrunk, to save time."""


def read(columns: dict[str, list[Any]]) -> Table | None:
    """Return the table; None if it is refused with one sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return answer(lambda: read_table(columns, target="class"))


def learned(name: str, table: Table, **params: Any) -> Rules | None:
    """Return the model of a learner; None if the table is refused with one sentence."""
    learner = LEARNERS[name].__class__(**{**LEARNERS[name].get_params(), **params})
    return answer(lambda: learner.fit_table(table).rules_)


def answer(ask: Callable[[], Any]) -> Any:
    """Return the result of a function; None if it refuses with one sentence."""
    try:
        return ask()
    except ConjunctError as error:
        message = str(error)
    assert len(message) > 10
    assert "\n" not in message
    return None


def check_probabilities(rules: Rules, table: Table) -> None:
    proba = rules.predict_proba(table)
    assert proba.shape == (table.n_rows, len(rules.classes))
    assert (proba >= 0).all()
    np.testing.assert_allclose(proba.sum(axis=1), 1, rtol=0, atol=1e-9)
    best = [rules.classes[place] for place in proba.argmax(axis=1)]
    assert best == rules.predict(table).tolist()


def with_classes(table: Table, order: list[int]) -> Table:
    """Return the table with classes that have other names, which sort in another order."""
    assert table.target is not None
    levels = tuple(f"c{place:02d}" for place in range(len(order)))
    values = np.array(order)[table.target.values].astype(table.target.values.dtype)
    return replace(table, target=replace(table.target, levels=levels, values=values))


@pytest.mark.parametrize("name", LEARNERS)
@given(columns=mappings(), random=st.randoms(use_true_random=False))
@FEW
def test_a_learner_answers(name: str, columns: dict[str, list[Any]], random: Any) -> None:
    table = read(columns)
    if table is None or table.target is None:
        return
    rows = list(range(table.n_rows))
    random.shuffle(rows)
    first = learned(name, table, n_jobs=1, engine="local")
    assert learned(name, table.take(np.array(rows)), n_jobs=2, engine="local") == first
    assert learned(name, table, n_jobs=1, engine="numpy") == first
    if first is None:
        return
    check_probabilities(first, table)
    loaded = load_model(first.to_json())
    assert loaded == first
    assert loaded.predict_proba(table).tolist() == first.predict_proba(table).tolist()
    again = answer(lambda: first.refit(table))
    if again is not None:
        check_probabilities(again, table)


def rows_of_classes(table: Table) -> list[list[tuple[str, ...]]]:
    """Return the cells of the rows of each class, sorted."""
    assert table.target is not None
    cells = zip(*(map(str, column.values.tolist()) for column in table.columns), strict=True)
    rows: list[list[tuple[str, ...]]] = [[] for _ in table.target.levels]
    for label, row in zip(table.target.values.tolist(), cells, strict=True):
        rows[label].append(row)
    return [sorted(own) for own in rows]


@pytest.mark.parametrize("name", LEARNERS)
@given(columns=mappings(), random=st.randoms(use_true_random=False))
@FEW
def test_names_of_classes_are_only_names(
    name: str, columns: dict[str, list[Any]], random: Any
) -> None:
    table = read(columns)
    if table is None or table.target is None:
        return
    held = rows_of_classes(table)
    if any(one == two for one, two in combinations(held, 2)):
        return  # nothing but their names tells these classes apart
    order = list(range(len(table.target.levels)))
    one = learned(name, with_classes(table, order), promises=False)
    random.shuffle(order)
    two = learned(name, with_classes(table, order), promises=False)
    assert (one is None) == (two is None)
    if one is not None and two is not None:
        np.testing.assert_allclose(
            one.predict_proba(table), two.predict_proba(table)[:, order], rtol=0, atol=1e-8
        )


@given(columns=mappings())
@FEW
def test_rules_as_features_are_zeros_and_ones(columns: dict[str, list[Any]]) -> None:
    table = read(columns)
    learner = LayeredRuleClassifier(max_width=8, promises=False)
    if table is None or answer(lambda: learner.fit_table(table)) is None:
        return
    features = rule_columns(learner.rules_, table)
    assert features.shape == (table.n_rows, len(learner.rules_))
    assert set(np.unique(features)) <= {0.0, 1.0}
