"""What PMML4S makes of the document is what the model returns, row for row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from conjunct import CN2Classifier, RipperClassifier, RuleTreeClassifier, ScoreCardClassifier
from conjunct.data import Column, Table
from conjunct.errors import ModelError
from conjunct.model import Rules, RuleSet, Tree

from .agreement import assert_agrees
from .hostile import models, names
from .scorer import answers, java


def with_texts(rules: Rules) -> Rules:
    """Return the same model with labels as PMML has them, which are texts."""
    labels = [str(one).lower() if isinstance(one, bool) else str(one) for one in rules.classes]
    return replace(rules, classes=tuple(labels))


def asked_of(rules: Rules) -> set[object]:
    """Return all labels and categories of a model."""
    nodes = rules.nodes if isinstance(rules, Tree) else ()
    tests = [*(one for rule in rules for one in rule.conditions)]
    tests = [one for node in nodes for one in node.branches] if nodes else tests
    return {*(one.value for one in tests), *rules.classes}


@pytest.mark.parametrize("form", ["list", "set", "card", "tree"])
@settings(max_examples=12, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hostile_models_agree(form: str, data: st.DataObject) -> None:
    java()
    rules, table = data.draw(models((form,), names.filter(bool)))
    assume(len({str(label).lower() for label in rules.classes}) == len(rules.classes))
    if "" in asked_of(rules):
        with pytest.raises(ModelError, match="empty text"):
            rules.to_pmml()
        return
    document = rules.to_pmml()
    assert_agrees(with_texts(rules), table, answers(rules, table, document))


@pytest.mark.parametrize(
    "learner", [RipperClassifier, ScoreCardClassifier, CN2Classifier, RuleTreeClassifier]
)
def test_labels_with_signs_of_xml_are_whole(learner: Any) -> None:
    java()
    x = np.random.default_rng(0).normal(size=200)
    labels = ("a<b & c", ">50K", '<=50K "&lt;"')
    target = Column("y", "nominal", (x > 0.3).astype(np.int32) + (x > 1), labels)
    table = Table((Column("x", "numeric", x),), target)
    rules = learner(promises=False).fit_table(table).rules_
    few = table.take(np.arange(20))
    assert set(rules.predict(few)) == set(labels)
    assert_agrees(rules, few, answers(rules, few, rules.to_pmml()))


def test_a_label_that_ends_such_a_text_is_escaped() -> None:
    rules = RuleSet((), ("a]]>b", "c"), 0, (3, 2), {})
    texts = [one.text for one in ElementTree.fromstring(rules.to_pmml()).iter()]
    assert "a]]>b" in texts
