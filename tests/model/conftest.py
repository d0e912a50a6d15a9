from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar

import numpy as np
import pytest

from conjunct.data.table import Column, Table
from conjunct.model import (
    Condition,
    CrossValidated,
    Promise,
    Promises,
    Round,
    Rule,
    RuleList,
    Rules,
    RuleSet,
    Score,
    ScoreCard,
    ScoredRule,
    SearchRecord,
)


def a_record(tried: int = 1204, possible: int = 0) -> SearchRecord:
    rounds = (Round(1, 1, 96, 0, 114.6667), Round(1, 2, 88, 12, 31.25), Round(2, 2, 1020, 40, 9.0))
    return SearchRecord("layered", 2, tried, 52, 87, 34, 0, possible, rounds)


@pytest.fixture
def record() -> SearchRecord:
    return a_record()


@pytest.fixture
def penguins() -> Table:
    """Five rows: a Chinstrap by rule 1, a Gentoo by rule 2, three that no rule covers."""
    bill = np.array([46.5, 47.0, 38.0, np.nan, 50.0])
    island = np.array([1, 0, 2, 1, 3], dtype=np.int32)
    sex = np.array([0, 1, 0, 0, -1], dtype=np.int32)
    flipper = np.array([190.0, 215.0, 181.0, 190.0, np.nan])
    columns = (
        Column("flipper_length_mm", "numeric", flipper),
        Column("year", "numeric", np.arange(5.0)),
        Column("sex", "nominal", sex, ("female", "male")),
        Column("bill_length_mm", "numeric", bill),
        Column("island", "nominal", island, ("Biscoe", "Dream", "Torgersen", "New Island")),
    )
    return Table(columns, name="penguins", n_rows=5)


@pytest.fixture
def rules() -> RuleList:
    chinstrap = Rule(
        conditions=(
            Condition("bill_length_mm", ">", 42.35),
            Condition("island", "=", "Dream"),
            Condition("sex", "=", "female"),
        ),
        head=1,
        counts=(0, 34, 0),
        search=a_record(),
    )
    gentoo = Rule(
        conditions=(Condition("flipper_length_mm", ">", 206.5),),
        head=2,
        counts=(2, 5, 118),
        search=a_record(96),
    )
    return RuleList(
        rules=(chinstrap, gentoo),
        classes=("Adelie", "Chinstrap", "Gentoo"),
        default=0,
        class_counts=(152, 68, 124),
        kinds={
            "bill_length_mm": "numeric",
            "island": "nominal",
            "sex": "nominal",
            "flipper_length_mm": "numeric",
        },
        target="species",
        n_rows=344,
        notes=("Left out: id.",),
    )


@pytest.fixture
def empty_rules() -> RuleList:
    return RuleList((), ("no", "yes"), 1, (0, 1), {}, n_rows=1)


@pytest.fixture
def rule_set(rules: RuleList) -> RuleSet:
    """The same rules without their order."""
    return RuleSet(**{field.name: getattr(rules, field.name) for field in fields(RuleSet)})


@pytest.fixture
def both(penguins: Table) -> Table:
    """Two rows: the first with the long flippers and the bill that both rules ask for."""
    flipper = Column("flipper_length_mm", "numeric", np.array([215.0, 190.0]))
    others = tuple(column for column in penguins.columns if column.name != flipper.name)
    return Table((*Table(others, n_rows=5).take(np.array([0, 0])).columns, flipper), n_rows=2)


def scored(
    conditions: tuple[Condition, ...],
    head: int,
    counts: tuple[int, ...],
    points: tuple[float, ...],
    tried: int = 48,
) -> ScoredRule:
    """Return a rule with points that promises nothing."""
    return ScoredRule(conditions, head, counts, a_record(tried), points=points)


Theory = TypeVar("Theory", bound=Rules)


def promising(theory: Theory) -> Theory:
    """Return a theory whose rules promise something, and tell of all rules that were possible."""
    rules = tuple(
        replace(
            rule,
            search=replace(rule.search, possible=2400 * number),
            promise=Promise(rule.laplace_error, rule.laplace_error + 0.1, 0.0004 * number),
        )
        for number, rule in enumerate(theory, start=1)
    )
    return replace(theory, rules=rules, promises=Promises(8.0, n_folds=5))


@pytest.fixture
def credit() -> ScoreCard:
    """Points for bad, of good and bad; the last rule speaks for good."""
    long = (
        Condition("duration", ">", 22.5),
        Condition("savings", "=", "<100"),
        Condition("history", "!=", "critical account"),
    )
    return ScoreCard.of(
        [
            scored((Condition("checking", "=", "none"),), 0, (348, 46), (0, -1.12), 1204),
            scored(long, 1, (90, 120), (0, 0.8), 5310),
            scored((Condition("history", "=", "no credits"),), 1, (15, 25), (0, 1.4)),
        ],
        ("good", "bad"),
        (700, 300),
        {
            "checking": "nominal",
            "duration": "numeric",
            "savings": "nominal",
            "history": "nominal",
        },
        base=(0, -0.4),
        target="credit",
        n_rows=1000,
    )


@pytest.fixture
def hearts() -> ScoreCard:
    """Whole points, with promises, scores and what was cross-validated; thirteen scores occur."""
    card = ScoreCard.of(
        [
            scored((Condition("vessels", ">", 0.5),), 1, (31, 92), (0, 4)),
            scored((Condition("pain", "=", "none"),), 1, (39, 104), (0, 3)),
            scored((Condition("defect", "=", "reversible"),), 1, (28, 89), (0, 3)),
            scored((Condition("angina", "=", "yes"),), 1, (23, 76), (0, 2)),
            scored((Condition("sex", "=", "female"),), 0, (72, 24), (0, -2)),
        ],
        ("healthy", "ill"),
        (165, 138),
        dict.fromkeys(("pain", "defect", "angina", "sex"), "nominal") | {"vessels": "numeric"},
        base=(0, -5),
        unit=2,
        target="heart",
        n_rows=303,
        scores=tuple(
            Score(score, counts)
            for score, counts in zip(
                (-2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12), HEARTS, strict=True
            )
        ),
        checked=CrossValidated(5, error=0.1749, log_loss=0.41234, auc=0.905),
        seen={"sex": ("female", "male")},
    )
    return promising(card)


HEARTS = (
    *((30, 1), (50, 5), (15, 3), (10, 4), (20, 8), (10, 7), (13, 10)),
    *((8, 14), (4, 20), (3, 16), (1, 18), (1, 22), (0, 10)),
)


@pytest.fixture
def clients() -> dict[str, list[object]]:
    """Three rows: three rules hold for the first, one for the second, none for the third."""
    return {
        "checking": ["none", "low", "low"],
        "duration": [24, 36, 10],
        "savings": ["<100", "<100", "none"],
        "history": ["no credits", "paid", "paid"],
    }


@pytest.fixture
def leaves() -> ScoreCard:
    """Four classes: rules for and against one, and for several at once."""
    return ScoreCard.of(
        [
            scored(
                (Condition("leaves", "=", "abnormal"), Condition("month", ">", 6.5)),
                1,
                (0, 40, 10, 2),
                (0, 2.4, 1.2, -0.8),
                5310,
            ),
            scored((Condition("stem", "=", "normal"),), 0, (2, 30, 30, 1), (-3.1, 0, 0, 0), 120),
            scored((Condition("spots", "=", "brown"),), 2, (0, 5, 33, 1), (0, 0, 2, 0), 400),
            scored((Condition("stem", "=", "canker"),), 0, (19, 0, 1, 0), (3.25, 0, -0.5, 0)),
            scored((Condition("spots", "=", "none"),), 2, (20, 1, 0, 9), (0, 0, -1.5, 0)),
        ],
        ("stem-canker", "brown-spot", "alternaria", "frog eye"),
        (20, 44, 40, 12),
        {"leaves": "nominal", "stem": "nominal", "spots": "nominal", "month": "numeric"},
        base=(-1, 0.4, 0, -0.75),
        target="disease",
        n_rows=116,
    )


@pytest.fixture
def plants() -> dict[str, list[object]]:
    """Two rows: rules 2, 3 and 4 hold for the first, none for the second."""
    return {
        "leaves": ["abnormal", "normal"],
        "stem": ["normal", "galled"],
        "spots": ["brown", "grey"],
        "month": [9, 1],
    }
