"""For every learner and every format that runs, the export returns what the model returns."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from conjunct.data.table import Table
from conjunct.errors import ConjunctError
from conjunct.model import Rules

from . import databases, office, python_function, scorer
from .agreement import assert_agrees
from .databases import ROW, Run
from .learned import LEARNERS, capped, spoilt

TABLES = ("labor", "zoo", "iris", "hepatitis")
LEARNED_ROWS = 150
SCORED_ROWS = 200


@cache
def learned(folder: Path, name: str, learner: str) -> tuple[Rules, Table]:
    """Learn from a few rows of a table, and return the model with spoilt rows to score."""
    path = folder / f"{name}.arff"
    return LEARNERS[learner](capped(path, LEARNED_ROWS)), spoilt(capped(path, SCORED_ROWS))


def check_database(rules: Rules, table: Table, dialect: str, run: Run) -> None:
    query = rules.to_sql(dialect, keep=[ROW])
    nan = dialect != "sqlite"
    assert_agrees(rules, table, databases.answers(run, rules, table, query, nan))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_database_agrees(
    name: str, learner: str, tables: Path, database: tuple[str, Run]
) -> None:
    check_database(*learned(tables, name, learner), *database)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_the_python_function_agrees(name: str, learner: str, tables: Path) -> None:
    rules, table = learned(tables, name, learner)
    assert_agrees(rules, table, python_function.answers(rules, table))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_scorer_of_pmml_agrees(name: str, learner: str, tables: Path) -> None:
    scorer.java()
    rules, table = learned(tables, name, learner)
    table = table.take(np.arange(min(table.n_rows, 60)))
    assert_agrees(rules, table, scorer.answers(rules, table, rules.to_pmml()))


@pytest.mark.slow
def test_spreadsheets_agree(tables: Path, tmp_path: Path) -> None:
    office.office()
    models = [learned(tables, name, learner) for name in TABLES for learner in LEARNERS]
    few = [(rules, table.take(np.arange(min(table.n_rows, 40)))) for rules, table in models]
    check_sheets([(rules, office.filled(rules, table)) for rules, table in few], tmp_path)


def check_sheets(models: list[tuple[Rules, Table]], folder: Path) -> None:
    for number, (rules, table) in enumerate(models):
        if table.n_rows:
            office.fill_in(folder / f"{number}.xlsx", rules, table)
    done = office.work_out(folder)
    for number, (rules, table) in enumerate(models):
        if not table.n_rows:
            continue
        found = office.answers(done / f"{number}.xlsx", rules, table)
        assert_agrees(rules, table, found)


FEW = ("card", "layered", "cn2", "tree")
"""One learner for each kind of model."""


def few_models(path: Path) -> list[tuple[Rules, Table]]:
    """Return models of all kinds from a few rows of one table; none where it has one class only."""
    try:
        learnable, scored = capped(path, 80), spoilt(capped(path, 40))
        return [(LEARNERS[learner](learnable), scored) for learner in FEW]
    except ConjunctError:
        return []


@pytest.fixture(scope="module")
def of_all_tables(tables: Path) -> list[tuple[Rules, Table]]:
    models = [few_models(path) for path in sorted(tables.glob("*.arff"))]
    assert sum(map(bool, models)) > 80
    return [model for few in models for model in few]


@pytest.mark.slow
def test_databases_agree_on_all_tables(
    of_all_tables: list[tuple[Rules, Table]], database: tuple[str, Run]
) -> None:
    for rules, table in of_all_tables:
        check_database(rules, table, *database)


@pytest.mark.slow
def test_the_python_function_agrees_on_all_tables(
    of_all_tables: list[tuple[Rules, Table]],
) -> None:
    for rules, table in of_all_tables:
        assert_agrees(rules, table, python_function.answers(rules, table))


@pytest.mark.slow
def test_a_scorer_of_pmml_agrees_on_all_tables(of_all_tables: list[tuple[Rules, Table]]) -> None:
    scorer.java()
    for rules, table in of_all_tables:
        # PMML4S loses the beginning of a constant text before one of these characters.
        if not set("<>&") & set("".join(map(str, rules.classes))):
            few = table.take(np.arange(min(table.n_rows, 10)))
            assert_agrees(rules, few, scorer.answers(rules, few, rules.to_pmml()))
