"""Every format that runs agrees on small models that are easy to get wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conjunct.model import Rules

from . import databases, office, python_function, scorer
from .agreement import assert_agrees
from .databases import ROW, Run
from .tricky import MODELS, table


def with_texts(rules: Rules) -> Rules:
    """Return the same model with labels as PMML has them, which are texts."""
    labels = [str(one).lower() if isinstance(one, bool) else str(one) for one in rules.classes]
    return replace(rules, classes=tuple(labels))


@pytest.mark.parametrize("name", MODELS)
def test_a_database_agrees(name: str, database: tuple[str, Run]) -> None:
    dialect, run = database
    rules, rows = MODELS[name], table()
    query = rules.to_sql(dialect, keep=[ROW])
    found = databases.answers(run, rules, rows, query, nan=dialect != "sqlite")
    assert_agrees(rules, rows, found)


@pytest.mark.parametrize("name", MODELS)
def test_the_python_function_agrees(name: str) -> None:
    rules, rows = MODELS[name], table()
    assert_agrees(rules, rows, python_function.answers(rules, rows))


@pytest.mark.parametrize("name", MODELS)
def test_a_scorer_of_pmml_agrees(name: str) -> None:
    scorer.java()
    rules, rows = MODELS[name], table()
    assert_agrees(with_texts(rules), rows, scorer.answers(rules, rows, rules.to_pmml()))


def test_spreadsheets_agree(tmp_path: Path) -> None:
    office.office()
    filled = {name: office.filled(rules, table()) for name, rules in MODELS.items()}
    for number, (name, rules) in enumerate(MODELS.items()):
        office.fill_in(tmp_path / f"{number}.xlsx", rules, filled[name])
    done = office.work_out(tmp_path)
    for number, (name, rules) in enumerate(MODELS.items()):
        found = office.answers(done / f"{number}.xlsx", rules, filled[name])
        assert_agrees(rules, filled[name], found)
