"""Counts that no training rows can have given are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from conjunct.errors import ModelError
from conjunct.model import RuleList, load_model

Change = Callable[[dict[str, Any]], None]


def spoilt(rules: RuleList, change: Change) -> str:
    data = json.loads(rules.to_json())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data.update(n_rows=3), "class_counts add up to 344, but n_rows is 3"),
        (
            lambda data: data["rules"][0].update(counts=[0, 69, 0]),
            "rule 1 counts 69 rows of a class that has 68 in all",
        ),
        (
            lambda data: data["rules"][1].update(counts=[2**62, 2**62, 118]),
            "the counts of the rules are too large to be added up",
        ),
    ],
)
def test_impossible_counts_are_refused(rules: RuleList, change: Change, sentence: str) -> None:
    with pytest.raises(ModelError, match=f"^the model text is broken: {sentence}$"):
        load_model(spoilt(rules, change))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(n_rows=0),
        lambda data: data["rules"][0].update(counts=[0, 68, 0]),
        lambda data: data.update(class_counts=[152.5, 68.25, 124.0], n_rows=344.75),
    ],
)
def test_counts_that_are_possible_are_read(rules: RuleList, change: Change) -> None:
    assert len(load_model(spoilt(rules, change))) == 2
