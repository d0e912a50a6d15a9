"""What LibreOffice works out in a spreadsheet is what the model returns, row for row."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.model import Rules

from .agreement import assert_agrees
from .hostile import models
from .office import answers, fill_in, filled, office, work_out

# Spreadsheets take numbers that differ in the last of 15 digits for equal.
NUMBERS = (-1.5, 0.0, 0.1, 2.0, 7.25, 44.65, 0.3, 1e300, -1e300)


def fit_for_a_sheet(rules: Rules, table: Table) -> bool:
    """An empty text is an empty cell, and a line without cells stays empty."""
    has_empty = any("" in column.levels for column in table.columns)
    return not has_empty and "" not in rules.classes


@pytest.mark.slow
@pytest.mark.parametrize("form", ["list", "set", "card", "tree"])
def test_hostile_models_agree(form: str, tmp_path: Path) -> None:
    office()
    drawn: list[tuple[Rules, Table]] = []

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(models((form,), number=st.sampled_from(NUMBERS), near=False))
    def collect(model: tuple[Rules, Table]) -> None:
        rules, table = model[0], filled(*model)
        if fit_for_a_sheet(rules, table) and table.n_rows:
            drawn.append((rules, table))

    collect()
    assert len(drawn) > 10
    for number, (rules, table) in enumerate(drawn):
        fill_in(tmp_path / f"{number}.xlsx", rules, table)
    done = work_out(tmp_path)
    for number, (rules, table) in enumerate(drawn):
        assert_agrees(rules, table, answers(done / f"{number}.xlsx", rules, table))
