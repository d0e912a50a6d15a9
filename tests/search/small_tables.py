"""Small random tables, as raw rows and as the coded tables that engines take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from tests.drawn_bytes import numbers_below

from conjunct.count import Beams, CountingEngine, NumpyEngine, one_class
from conjunct.data import Column, Table
from conjunct.encode import CodedTable, encode
from conjunct.evaluate import Heuristic, Laplace
from conjunct.search.language import Language, Limits
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import PlainBeams, open_beams

Cell = str | float | None
CATEGORIES = "abcd"
NUMBERS = (-1.0, 0.0, 0.5, 2.0, 3.0, 10.0)
CLASSES = ("x", "y", "z")


@dataclass(frozen=True)
class Rows:
    """Raw rows: cells by column, the kind of each column, and the class of each row."""

    kinds: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    labels: tuple[str, ...]

    @cached_property
    def levels(self) -> list[list[Any]]:
        """The different values of every column, in order: a value's place is its code."""
        return [
            sorted({row[column] for row in self.cells if row[column] is not None})
            for column in range(len(self.kinds))
        ]

    def table(self) -> Table:
        """Return the rows as a table with a target."""
        columns = tuple(map(self._column, range(len(self.kinds))))
        codes = np.array([CLASSES.index(label) for label in self.labels], np.int32)
        return Table(columns, Column("class", "nominal", codes, CLASSES), n_rows=len(self.cells))

    def coded(self) -> CodedTable:
        """Return the rows as codes."""
        return encode(self.table())

    def _column(self, number: int) -> Column:
        cells = [row[number] for row in self.cells]
        name = f"c{number}"
        if self.kinds[number] == "numeric":
            values = [np.nan if cell is None else cell for cell in cells]
            return Column(name, "numeric", np.array(values, np.float64))
        codes = [-1 if cell is None else CATEGORIES.index(str(cell)) for cell in cells]
        return Column(name, "nominal", np.array(codes, np.int32), tuple(CATEGORIES))


@st.composite
def small_rows(draw: st.DrawFn, max_rows: int = 24, max_columns: int = 4) -> Rows:
    """Draw rows with categories, numbers and missing cells."""
    kinds = draw(
        st.lists(st.sampled_from(["nominal", "numeric"]), min_size=1, max_size=max_columns)
    )
    n_classes = draw(st.integers(2, 3))
    labels = [CLASSES[one % n_classes] for one in draw(st.binary(min_size=2, max_size=max_rows))]
    columns = [_cells(draw, kind, len(labels)) for kind in kinds]
    return Rows(tuple(kinds), tuple(zip(*columns, strict=True)), tuple(labels))


def _cells(draw: st.DrawFn, kind: str, n_rows: int) -> list[Cell]:
    values: tuple[Cell, ...] = tuple(CATEGORIES) if kind == "nominal" else NUMBERS
    values = values[: draw(st.integers(1, len(values)))]
    if draw(st.booleans()):
        values = (*values, None)
    return [values[place] for place in numbers_below(draw, len(values), n_rows).tolist()]


def problem_of(
    coded: CodedTable,
    limits: Limits | None = None,
    heuristic: Heuristic | None = None,
    engine: CountingEngine | None = None,
    head: int = 0,
) -> RuleProblem:
    """Return the search for a rule of one class on all rows."""
    engine = engine or NumpyEngine(coded)
    language = Language(coded.columns, limits or Limits())
    channels = one_class(head, engine.n_classes)
    heuristic = heuristic or Laplace(engine.n_classes)
    return RuleProblem(engine, engine.root(), channels, language, heuristic)


BeamsOf = Callable[..., Beams]
"""Returns fresh beam searches for the rules of one class; see `problem_of`."""


def plain_beams(*about: Any, **more: Any) -> PlainBeams:
    """Return the searches that serve every engine."""
    problem = problem_of(*about, **more)
    return PlainBeams(problem.engine, problem.request())


def local_beams(coded: CodedTable, *about: Any, **more: Any) -> Beams:
    """Return the fused searches of the compiled engine."""
    problem = problem_of(coded, *about, **more, engine=local_engine(coded))
    return open_beams(problem.engine, problem.request())


def local_engine(coded: CodedTable) -> CountingEngine:
    """Return the compiled engine."""
    from conjunct.count.local import LocalEngine

    return LocalEngine(coded)


both_beams = pytest.mark.parametrize("beams_of", [plain_beams, local_beams])
