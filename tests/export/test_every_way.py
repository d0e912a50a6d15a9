"""Points, probability and prediction are the same on every row, however they are computed.

That is, by hand from the printed model, by the model, after saving, in explanations, and in every
export format that runs; for every learner, kind of model and kind of points.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from conjunct.data import Table, shipped_table
from conjunct.model import Rules, ScoreCard, load_model

from . import databases, office, printed, python_function, scorer
from .agreement import Answers, assert_agrees
from .databases import ROW, Run
from .learned import LEARNERS, OF_TWO_CLASSES, capped, spoilt

SHIPPED = {"two classes": 2, "three classes": 3}
"""Tables made of the penguins that the package ships, by their number of species."""
PUBLIC = ("labor", "zoo", "iris", "hepatitis")


def cases(names: Iterable[str], of_two: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (name, learner)
        for name in names
        for learner in LEARNERS
        if name in of_two or learner not in OF_TWO_CLASSES
    ]


CASES = cases(SHIPPED, ("two classes",))
PUBLIC_CASES = cases(PUBLIC, ("labor", "hepatitis"))
LEARNED_ROWS = 150
SCORED_ROWS = 200


@cache
def learned(name: str, learner: str) -> tuple[Rules, Table]:
    """Learn from some penguins, and return the model with spoilt rows of others to score."""
    penguins = shipped_table()
    assert penguins.target is not None
    levels = penguins.target.levels[: SHIPPED[name]]
    rows = np.flatnonzero(penguins.target.values < len(levels))
    few = replace(
        penguins, target=replace(penguins.target, levels=levels), columns=penguins.columns
    )
    return LEARNERS[learner](few.take(rows[::3])), spoilt(few.take(rows[1::4]))


@cache
def learned_from(folder: Path, name: str, learner: str) -> tuple[Rules, Table]:
    """Learn from a few rows of a public table, and return the model with spoilt rows to score."""
    path = folder / f"{name}.arff"
    return LEARNERS[learner](capped(path, LEARNED_ROWS)), spoilt(capped(path, SCORED_ROWS))


def check_database(rules: Rules, table: Table, dialect: str, run: Run) -> None:
    query = rules.to_sql(dialect, keep=[ROW], reasons=True)
    nan = dialect != "sqlite"
    found = databases.found_rows(run, table, query, nan)
    assert_agrees(rules, table, databases.sorted_out(rules, found))
    reasons = rules.reasons(table).drop(columns="row").to_numpy().tolist()
    assert [list(row[-len(reasons[0]) :]) for row in found] == reasons


def check_saved(rules: Rules, table: Table) -> None:
    again = load_model(rules.to_json())
    found = Answers(again.predict(table).tolist(), again.predict_proba(table).tolist(), None)
    assert_agrees(rules, table, found)
    assert again.to_json() == rules.to_json()
    assert again.to_text(details=True) == rules.to_text(details=True)
    assert again.reasons(table).equals(rules.reasons(table))


def check_explained(rules: Rules, table: Table) -> None:
    said = rules.explain(table).to_dicts()
    shares = [one["probabilities"] for one in said] if isinstance(rules, ScoreCard) else None
    scores = None
    if isinstance(rules, ScoreCard):
        (key, form) = ("score", lambda one: [one]) if len(rules.classes) == 2 else ("sums", list)
        scores = [form(one[key]) for one in said]
    assert_agrees(rules, table, Answers([one["predicted"] for one in said], shares, scores))


def check_pmml(rules: Rules, table: Table) -> None:
    scorer.java()
    table = table.take(np.arange(min(table.n_rows, 60)))
    assert_agrees(rules, table, scorer.answers(rules, table, rules.to_pmml()))


WAYS: dict[str, Callable[[Rules, Table], None]] = {
    "a pencil": lambda rules, table: assert_agrees(
        rules, table, printed.answers(rules, table), lifted=False
    ),
    "saving": check_saved,
    "explaining": check_explained,
    "Python": lambda rules, table: assert_agrees(
        rules, table, python_function.answers(rules, table)
    ),
}


@pytest.mark.parametrize(("name", "learner"), CASES)
def test_every_way_agrees(name: str, learner: str) -> None:
    model = learned(name, learner)
    for check in WAYS.values():
        check(*model)


@pytest.mark.parametrize(("name", "learner"), CASES)
def test_a_scorer_of_pmml_agrees(name: str, learner: str) -> None:
    check_pmml(*learned(name, learner))


@pytest.mark.parametrize(("name", "learner"), CASES)
def test_every_database_agrees(name: str, learner: str, database: tuple[str, Run]) -> None:
    check_database(*learned(name, learner), *database)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "learner"), PUBLIC_CASES)
def test_every_way_agrees_on_public_tables(name: str, learner: str, tables: Path) -> None:
    model = learned_from(tables, name, learner)
    for check in (*WAYS.values(), check_pmml):
        check(*model)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "learner"), PUBLIC_CASES)
def test_every_database_agrees_on_public_tables(
    name: str, learner: str, tables: Path, database: tuple[str, Run]
) -> None:
    check_database(*learned_from(tables, name, learner), *database)


@pytest.mark.slow
def test_spreadsheets_agree(tables: Path, tmp_path: Path) -> None:
    office.office()
    models = [learned_from(tables, name, learner) for name, learner in PUBLIC_CASES]
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


IN_TURN = ("card", "layered", "card", "cn2", "card", "tree")
"""A card of every second table, and of the others a list, a set or a tree in turn."""
EVERY = "EVERY_LEARNER" in os.environ
"""Whether all learners learn from all tables, which takes about an hour."""


def models_of(path: Path, learners: Iterable[str]) -> list[tuple[Rules, Table]]:
    """Return models from a few rows; none where the rows have one class only."""
    learnable, scored = capped(path, 80), spoilt(capped(path, 40))
    assert learnable.target is not None
    if len(np.unique(learnable.target.values)) < 2:
        return []
    two = len(learnable.target.levels) == 2
    fit = [one for one in learners if two or one not in OF_TWO_CLASSES]
    return [(LEARNERS[one](learnable), scored) for one in fit]


@pytest.fixture(scope="module")
def of_all_tables(tables: Path) -> list[tuple[Rules, Table]]:
    """Return a model of every table."""
    paths = sorted(tables.glob("*.arff"))
    chosen = (LEARNERS if EVERY else (one,) for one in cycle(IN_TURN))
    models = [models_of(path, some) for path, some in zip(paths, chosen, strict=False)]
    assert sum(map(bool, models)) > 80
    return [model for several in models for model in several]


@pytest.mark.slow
def test_databases_agree_on_all_tables(
    of_all_tables: list[tuple[Rules, Table]], database: tuple[str, Run]
) -> None:
    for rules, table in of_all_tables:
        check_database(rules, table, *database)


@pytest.mark.slow
def test_spreadsheets_agree_on_all_tables(
    of_all_tables: list[tuple[Rules, Table]], tmp_path: Path
) -> None:
    office.office()
    few = [(rules, table.take(np.arange(min(table.n_rows, 6)))) for rules, table in of_all_tables]
    check_sheets([(rules, office.filled(rules, table)) for rules, table in few], tmp_path)


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
        few = table.take(np.arange(min(table.n_rows, 10)))
        assert_agrees(rules, few, scorer.answers(rules, few, rules.to_pmml()))
