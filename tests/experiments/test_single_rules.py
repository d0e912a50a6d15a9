"""One trial of the single-rule studies: every row counted again from the table itself."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.count import OPERATORS, NumpyEngine, one_class
from conjunct.data import Column, Table, shipped_table
from conjunct.encode import encode
from conjunct.evaluate import Laplace
from conjunct.experiments.single_rules import (
    laplace_rules,
    rules_by_heuristic,
    widths_up_to,
)
from conjunct.experiments.tables import PUBLIC, find_table
from conjunct.experiments.trial import Trial, halves
from conjunct.search.beam import beam_search
from conjunct.search.language import Language, Limits
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import PlainBeams

from .reading import row_passes

TRIAL = Trial("penguins", 3, 1, {"max_width": 4})


def counted_again(table: Table, trial: Trial, missing: str) -> list[tuple[int, ...]]:
    """Search each width alone and count the rows of both halves one by one."""
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    engine = NumpyEngine(encode(train, missing))
    language, heuristic = Language(engine.columns, Limits()), Laplace(engine.n_classes)
    found = []
    for head in range(engine.n_classes):
        channels = one_class(head, engine.n_classes)
        problem = RuleProblem(engine, engine.root(), channels, language, heuristic)
        for width in widths_up_to(trial.settings["max_width"]):
            result = beam_search(PlainBeams(engine, problem.request()), width)
            readings = [
                engine.columns[column].read(OPERATORS[op], code)
                for column, op, code in result.body.tolist()
            ]
            counts = []
            for half in (train, test):
                covered = [
                    half.target.values[row]
                    for row in range(half.n_rows)
                    if all(row_passes(half, row, reading, missing) for reading in readings)
                ]
                counts += [len(covered), sum(label != head for label in covered)]
            found.append((width, *counts, result.combinations, len(readings)))
    return found


def told(rows: list) -> list[tuple[int, ...]]:
    names = ("width", "covered", "errors", "test_covered", "test_errors", "combinations", "length")
    return [tuple(row[name] for name in names) for row in rows]


def test_every_row_is_what_counting_one_by_one_gives():
    table = shipped_table()
    assert told(laplace_rules(table, TRIAL)) == counted_again(table, TRIAL, "fails")


@pytest.mark.parametrize("name", ["vote", "hepatitis"])
def test_public_tables_are_counted_right_too(tables, name):
    table = find_table(name, tables)
    trial = Trial(name, 0, 0, {"max_width": 4})
    assert told(laplace_rules(table, trial)) == counted_again(table, trial, PUBLIC[name].missing)


def test_a_class_without_a_training_row_has_no_rule():
    size = Column("size", "numeric", np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    kind = Column("kind", "nominal", np.array([0, 0, 1, 1, 2]), ("a", "b", "c"))
    table = Table((size,), kind, n_rows=5)
    found = {
        len({row["class"] for row in laplace_rules(table, Trial("t", number, 0, {"max_width": 1}))})
        for number in range(8)
    }
    assert found == {2, 3}


def test_other_studies_add_where_their_rows_come_from():
    table = shipped_table()
    rows = laplace_rules(table, TRIAL)
    both = rules_by_heuristic(table, TRIAL)
    assert both[len(rows) :] == [{"heuristic": "laplace", **row} for row in rows]
    assert {row["heuristic"] for row in both[: len(rows)]} == {"ucf"}
