"""What a database returns for the query is what the model returns, row for row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conjunct.data import Column, Table
from conjunct.export.sql import to_sql
from conjunct.model import Condition, Rule, RuleSet

from .agreement import assert_agrees
from .databases import ROW, Run, found_rows, sorted_out
from .hostile import RECORD, models, names

FORMS = ("list", "set", "card", "tree")


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data(), most=st.integers(0, 5))
def test_hostile_models_agree(
    form: str, data: st.DataObject, most: int, database: tuple[str, Run]
) -> None:
    dialect, run = database
    # PostgreSQL and DuckDB have no columns without a name.
    possible = names if dialect == "sqlite" else names.filter(bool)
    rules, table = data.draw(models((form,), possible))
    query = to_sql(rules, dialect, keep=[ROW], reasons=most)
    found = found_rows(run, table, query, nan=dialect != "sqlite")
    assert_agrees(rules, table, sorted_out(rules, found))
    if most:
        expected = rules.reasons(table, most).drop(columns="row").to_numpy().tolist()
        assert [list(row[-len(expected[0]) :]) for row in found] == expected


def test_sets_of_many_classes_agree(database: tuple[str, Run]) -> None:
    dialect, run = database
    classes = tuple(f"class {one}" for one in range(30))
    own = np.random.default_rng(0).integers(0, 9, (24, len(classes)))
    rules = RuleSet(
        tuple(
            Rule((Condition("x", ">", float(at)),), int(counts.argmax()), counts.tolist(), RECORD)
            for at, counts in enumerate(own)
        ),
        classes,
        0,
        (100,) * len(classes),
        {"x": "numeric"},
    )
    table = Table((Column("x", "numeric", np.arange(-1.0, 27.0)),))
    found = found_rows(run, table, to_sql(rules, dialect, keep=[ROW]), nan=dialect != "sqlite")
    assert_agrees(rules, table, sorted_out(rules, found))
