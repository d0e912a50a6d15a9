"""Hand-made models that know their training, and rows to compare with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model import (
    Condition,
    CrossValidated,
    Distribution,
    Promise,
    Promises,
    Rule,
    RuleList,
    ScoreCard,
    TrainingFacts,
)
from conjunct.model.decided import count_decided

from .conftest import a_record, scored

CITIES = ("Bonn", "Köln", "Rome")
SETTINGS = {"size": 2, "points": "integer", "min_coverage": 3}


def people(ages: list[float], cities: list[int], levels: tuple[str, ...] = CITIES) -> Table:
    columns = (
        Column("age", "numeric", np.array(ages, float)),
        Column("ci_ty", "nominal", np.array(cities, np.int32), levels),
    )
    return Table(columns, name="people.csv", n_rows=len(ages))


def trained() -> Table:
    """A hundred rows: ages 1 to 100, every tenth unknown; half of them of Bonn."""
    ages = [float("nan") if at % 10 == 0 else float(at) for at in range(1, 101)]
    return people(ages, [0] * 50 + [1] * 30 + [2] * 18 + [-1] * 2)


def facts_of(rules: Any, **changes: Any) -> TrainingFacts:
    """Return what a learner would keep of the hundred rows."""
    table = trained()
    facts = TrainingFacts(
        source="people.csv",
        rows=100,
        learner="ScoreCardClassifier",
        settings=SETTINGS,
        changed=("size",),
        version="0.1.0",
        attributes={
            **{column.name: Distribution.of(column) for column in table.columns},
            "shoe|size": Distribution("numeric", 7),
        },
        decided=count_decided(rules, table, None),
    )
    return replace(facts, **changes)


def card() -> ScoreCard:
    """Two rules with points for bad, which know all of their training."""
    old = scored((Condition("age", ">", 60.0),), 1, (10, 26), (0, 3), 40)
    bonn = scored((Condition("ci_ty", "=", "Bonn"),), 0, (40, 10), (0, -2), 40)
    made = ScoreCard.of(
        [
            replace(old, promise=Promise(0.31, 0.52, 0.004)),
            replace(bonn, promise=Promise(0.22, 0.4, 0.001)),
        ],
        ("good", "bad"),
        (60, 40),
        {"age": "numeric", "ci_ty": "nominal"},
        base=(0, -1),
        unit=2,
        target="sta_tus",
        n_rows=100,
        notes=("Left out 'id': it only names rows.",),
        promises=Promises(8.0, n_folds=5),
        checked=CrossValidated(5, error=0.24, log_loss=0.5123, auc=0.81),
    )
    return replace(made, training=facts_of(made))


def rule_list() -> RuleList:
    """The same rules in order."""
    of = card()
    rules = [Rule(rule.conditions, rule.head, rule.counts, a_record()) for rule in of]
    made = RuleList(
        tuple(rules), of.classes, 0, of.class_counts, of.kinds, target="sta_tus", n_rows=100
    )
    return replace(
        made, training=facts_of(made, learner="RipperClassifier", settings={}, changed=())
    )
