"""Ties between classes go by their rows: other names for the classes give the same model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    SeCoClassifier,
)
from conjunct.model import Rules, RuleSet

LEARNERS: dict[str, Any] = {
    "layered": LayeredRuleClassifier(max_width=4, engine="numpy", promises=False),
    "cn2": CN2Classifier(engine="numpy", promises=False),
    "ordered cn2": CN2Classifier(ordered=True, engine="numpy", promises=False),
    "seco": SeCoClassifier(engine="numpy", promises=False),
    "ripper": RipperClassifier(random_state=0, engine="numpy", promises=False),
    "knopf": KnopfClassifier(engine="numpy", promises=False),
    "tree": RuleTreeClassifier(pruning=None, engine="numpy", promises=False),
}
NAMES = ("ash", "birch", "cedar", "elm")


@st.composite
def balanced_rows(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows of classes that are equally large, so that there are many ties."""
    n_classes, size = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    cells = st.lists(st.integers(0, 2), min_size=2, max_size=2)
    rows = draw(
        st.lists(
            st.lists(cells, min_size=size, max_size=size),
            min_size=n_classes,
            max_size=n_classes,
            unique_by=lambda own: tuple(sorted(map(tuple, own))),
        )
    )
    return np.array(rows, float).reshape(-1, 2), np.arange(n_classes).repeat(size)


def in_words(rules: Rules, names: dict[str, str]) -> list[Any]:
    """Return the default class and the rules, by the given names of classes."""
    labels = [names[str(label)] for label in rules.classes]
    said = [
        (str(rule.conditions), labels[rule.head], sorted(zip(labels, rule.counts, strict=True)))
        for rule in rules
    ]
    return [labels[rules.default], *(sorted(said) if isinstance(rules, RuleSet) else said)]


@pytest.mark.parametrize("name", LEARNERS)
@given(rows=balanced_rows(), order=st.permutations(range(4)))
@settings(max_examples=30)
def test_other_names_for_the_classes_give_the_same_rules(
    name: str, rows: tuple[np.ndarray, np.ndarray], order: list[int]
) -> None:
    X, y = rows
    one = LEARNERS[name].fit(X, np.array(NAMES)[y])
    said = in_words(one.rules_, {label: label for label in NAMES})
    two = LEARNERS[name].fit(X, np.array(NAMES)[np.array(order)[y]])
    back = {NAMES[new]: NAMES[old] for old, new in enumerate(order)}
    assert in_words(two.rules_, back) == said
    assert two.classes_.tolist() == sorted(two.classes_.tolist()) == list(two.rules_.classes)


def test_rules_made_of_a_tree_have_the_classes_of_the_tree() -> None:
    """Classes are numbered by their rows while rules are simplified, and by name after it."""
    X, y = np.arange(12.0).reshape(-1, 1), np.array(["z"] * 7 + ["a"] * 5)
    tree = RuleTreeClassifier(engine="numpy").fit(X, y)
    rules = tree.to_rules()
    assert rules.classes == ("a", "z")
    assert rules.class_counts == (5, 7)
    assert rules.predict(X).tolist() == tree.predict(X).tolist() == y.tolist()
    assert [rule.counts for rule in rules] == [(0, 7), (5, 0)]
    assert rules.training == tree.tree_.training is not None


def test_paths_name_the_class_of_their_rule() -> None:
    X, y = np.arange(12.0).reshape(-1, 1), np.array(["z"] * 7 + ["a"] * 5)
    model = SeCoClassifier().fit(X, y)
    assert [path.head for path in model.paths_] == [rule.head for rule in model.rules_] == [0]


def test_classes_of_the_same_rows_get_models_that_differ_in_names_alone() -> None:
    """Nothing tells them apart: either order gives the same rules for one or the other."""
    X = np.array([[1.0], [2.0], [1.0], [2.0], [3.0]])
    for name, learner in LEARNERS.items():
        rules = [learner.fit(X, y).rules_ for y in (list("aabbc"), list("bbaac"))]
        bodies = [[str(rule.conditions) for rule in one] for one in rules]
        assert bodies[0] == bodies[1], name
