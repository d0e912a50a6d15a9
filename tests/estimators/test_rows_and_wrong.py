"""The rows and the wrong rows of a printed list are what a person gets by counting the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.estimators.test_printed_model import Raw, frame_of, read_raw
from tests.printed_rules import PrintedRule, read_rules

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    SeCoClassifier,
)
from conjunct.model import RuleList

REACHED: dict[str, Any] = {
    "seco": lambda missing: SeCoClassifier(missing=missing),
    "seco, mdl": lambda missing: SeCoClassifier(max_rules="pfahringer", missing=missing),
    "ripper": lambda missing: RipperClassifier(random_state=0, missing=missing),
    "knopf": lambda missing: KnopfClassifier(missing=missing),
    "cn2, ordered": lambda missing: CN2Classifier(ordered=True, missing=missing),
}
ALL: dict[str, Any] = {
    "layered": lambda missing: LayeredRuleClassifier("greedy", missing=missing),
    "tree": lambda missing: RuleTreeClassifier(missing=missing),
}


def check_counts(rules: RuleList, reached: bool, rows: Raw, labels: list[str]) -> None:
    """Go through the table once for every printed rule, from the top of the list."""
    assert rules.reached is reached
    printed: list[PrintedRule] = read_rules(rules.to_text(width=10**6, footer=False))
    left = list(zip(rows, labels, strict=True))
    models = [rule for at, rule in enumerate(rules) if at not in rules.unprinted]
    for rule, model in zip(printed[:-1], models, strict=True):
        covered = [label for row, label in left if rule.holds(row, rules.missing)]
        assert rule.covered == len(covered)
        assert rule.errors == sum(label != rule.head for label in covered)
        assert model.counts == tuple(covered.count(label) for label in rules.classes)
        if reached:
            left = [one for one in left if not rule.holds(one[0], rules.missing)]


def random_table(seed: int) -> tuple[Raw, list[str], set[str]]:
    """Draw rows of three classes that depend on two columns, with missing cells."""
    random = np.random.default_rng(seed)
    rows: Raw = []
    labels = []
    for _ in range(150):
        colour = str(random.choice(["red", "green", "blue"]))
        size, weight = (float(random.integers(8)) for _ in range(2))
        label = "a" if colour == "red" and size > 3 else "b" if weight < 3 else "c"
        labels.append(str(random.choice(["a", "b", "c"])) if random.random() < 0.2 else label)
        row = {"colour": colour, "size": size, "weight": weight}
        rows.append({name: None if random.random() < 0.1 else row[name] for name in row})
    return rows, labels, {"size", "weight"}


def list_of(learner: Any) -> RuleList:
    return learner.to_rules() if isinstance(learner, RuleTreeClassifier) else learner.rules_


@pytest.mark.parametrize("name", [*REACHED, *ALL])
@pytest.mark.parametrize("missing", ["fails", "value"])
@pytest.mark.parametrize("seed", [0, 1])
def test_on_random_tables(name: str, missing: str, seed: int) -> None:
    rows, labels, numeric = random_table(seed)
    learner = {**REACHED, **ALL}[name](missing).fit(frame_of(rows, numeric), labels)
    assert len(list_of(learner)) > 1
    check_counts(list_of(learner), name in REACHED, rows, labels)


@pytest.mark.parametrize("name", [*REACHED, *ALL])
@pytest.mark.parametrize("table", ["iris", "labor", "hepatitis", "glass"])
def test_on_public_tables(tables: Path, name: str, table: str) -> None:
    rows, labels, numeric = read_raw(tables / f"{table}.arff")
    learner = {**REACHED, **ALL}[name]("fails").fit(frame_of(rows, numeric), labels)
    check_counts(list_of(learner), name in REACHED, rows, labels)


def test_the_unsimplified_rules_of_a_tree_count_the_rows_of_its_leaves(tables: Path) -> None:
    rows, labels, numeric = read_raw(tables / "iris.arff")
    learner = RuleTreeClassifier().fit(frame_of(rows, numeric), labels)
    check_counts(learner.to_rules(simplify=None), True, rows, labels)
