from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from conjunct.data.table import Column, Table
from conjunct.model import Condition, Round, Rule, RuleList, RuleSet, SearchRecord


def a_record(scored: int = 1204) -> SearchRecord:
    rounds = (Round(1, 1, 96, 0, 114.6667), Round(1, 2, 88, 12, 31.25), Round(2, 2, 1020, 40, 9.0))
    return SearchRecord("layered", 2, scored, 52, 87, 34, 0, rounds)


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
        error=2 / 37,
        corrected_error=0.121,
        search=a_record(),
    )
    gentoo = Rule(
        conditions=(Condition("flipper_length_mm", ">", 206.5),),
        head=2,
        counts=(2, 5, 118),
        error=9 / 128,
        corrected_error=0.0811,
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
    return RuleSet(**{field.name: getattr(rules, field.name) for field in fields(rules)})


@pytest.fixture
def both(penguins: Table) -> Table:
    """Two rows: the first with the long flippers and the bill that both rules ask for."""
    flipper = Column("flipper_length_mm", "numeric", np.array([215.0, 190.0]))
    others = tuple(column for column in penguins.columns if column.name != flipper.name)
    return Table((*Table(others, n_rows=5).take(np.array([0, 0])).columns, flipper), n_rows=2)
