"""What a database returns for the query is what the model returns, row for row."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conjunct.export.sql import to_sql

from .agreement import assert_agrees
from .databases import ROW, Run, found_rows, sorted_out
from .hostile import models, names

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
