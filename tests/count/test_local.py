"""The compiled engine answers as array operations do, whichever way it counts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.count.twins import ASKING, MAKING, Twins, plans, same_counts

from conjunct.count import NO_TESTS, NumpyEngine, Points, as_tests, each_class, one_class
from conjunct.count.engine import CLASS_WEIGHTS
from conjunct.count.kernels import BLOCK
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedColumn, CodedTable
from conjunct.threads import MANY_CELLS

WAYS: dict[str, dict[str, Any]] = {
    "one thread": {},
    "two threads": {"n_threads": 2, "MANY_CELLS": 1},
    "more threads than covers": {"n_threads": 5, "MANY_CELLS": 1},
    "without bit sets": {"FEW_CODES": -1},
    "bit sets for every column": {"FEW_CODES": 1024},
    "bit sets for every column in threads": {"FEW_CODES": 1024, "n_threads": 3, "MANY_CELLS": 1},
    "each test once": {"MANY_TESTED": 0},
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))


@contextmanager
def counting(way: dict[str, Any], table: CodedTable) -> Iterator[LocalEngine]:
    """Make a local engine that counts in a given way, by its thresholds."""
    with pytest.MonkeyPatch.context() as patch:
        for name in {"MANY_TESTED"} & set(way):
            patch.setattr(f"conjunct.count.local.{name}", way[name])
        patch.setattr("conjunct.threads.MANY_CELLS", way.get("MANY_CELLS", MANY_CELLS))
        patch.setattr("conjunct.count.layout.FEW_CODES", way.get("FEW_CODES", 8))
        yield LocalEngine(table, way.get("n_threads", 1))


@settings(max_examples=4 * settings.default.max_examples)
@given(way=st.sampled_from(list(WAYS)), table=st.from_type(CodedTable), plan=plans)
def test_both_engines_answer_alike(way, table, plan):
    with counting(WAYS[way], table) as engine:
        twins = Twins(engine, NumpyEngine(table), table)
        for verb, seed in plan:
            twins.ask(verb, seed)


def table_of(seed: int, n_rows: int = 700) -> CodedTable:
    """Build a table of more rows than a word has bits, its columns of one and of two bytes."""
    random = np.random.default_rng(seed)
    sizes = (1, 2, 3, 8, 30, 255, 300)
    codes = [random.integers(0, n_codes + 1, n_rows) for n_codes in sizes]
    labels = np.sort(random.integers(0, 3, n_rows)).astype(np.uint8)
    return CodedTable(
        tuple(CodedColumn(f"c{at}", at, "nominal", size) for at, size in enumerate(sizes)),
        np.array(codes[:6], np.uint8),
        np.array(codes[6:], np.uint16),
        np.array([0, 1, 2, 3, 4, 5, -1], np.int32),
        labels,
        ("a", "b", "c"),
        np.arange(n_rows, dtype=np.int32),
        random.random(n_rows) if seed % 2 else None,
    )


@every_way
@pytest.mark.parametrize("seed", [0, 1])
def test_both_engines_answer_alike_on_more_rows(way, seed):
    table = table_of(seed)
    with counting(way, table) as engine:
        twins = Twins(engine, NumpyEngine(table), table)
        random = np.random.default_rng(seed)
        for _ in range(8):
            for verb in [*MAKING, *ASKING]:
                twins.ask(verb, int(random.integers(2**32)))


def test_more_rows_are_read_than_a_block_has():
    """Ask about more rows than a block of cells has, and about fewer rows than codes."""
    n_rows, n_codes = 2 * BLOCK + 5, 20_000
    random = np.random.default_rng(0)
    labels = np.sort(random.integers(0, 2, n_rows)).astype(np.uint8)
    table = CodedTable(
        (CodedColumn("a", 0, "numeric", n_codes), CodedColumn("b", 1, "nominal", 9)),
        random.integers(0, 10, (1, n_rows)).astype(np.uint8),
        random.integers(0, n_codes + 1, (1, n_rows)).astype(np.uint16),
        np.array([-1, 0], np.int32),
        labels,
        ("a", "b"),
        np.arange(n_rows, dtype=np.int32),
    )
    engines = LocalEngine(table), NumpyEngine(table)
    answers = []
    for engine in engines:
        covers = engine.refine(np.array([0, 0]), as_tests([(1, 1, 3), (0, 2, 2000)]))
        state = engine.sum(covers, CLASS_WEIGHTS)
        answers.append((engine.count(covers, each_class(2)), state))
    assert answers[0][0].totals.sum(axis=1).tolist()[0] > BLOCK
    for one, other in zip(*answers, strict=True):
        same_counts(one, other)


def test_a_list_of_rows_takes_no_more_memory_than_its_rows():
    engine = LocalEngine(table_of(0))
    covers = engine.refine(np.full(2, engine.root()), as_tests([(5, 0, 1), (5, 0, 2)]))
    rows, spans = engine._covers.spans(covers)
    assert len(rows) == (spans[:, 1] - spans[:, 0]).sum()


def test_counts_do_not_depend_on_what_was_counted_before():
    table = table_of(0)
    engine, other = LocalEngine(table), NumpyEngine(table)
    channels = [each_class(3), one_class(0, 3), one_class(1, 3), np.array([0, -1, 1])]
    left = {one: one.root() for one in (engine, other)}
    for code in (0, 1, 2, 200):
        for own in channels:
            same_counts(*(one.count(np.array([cover]), own) for one, cover in left.items()))
        body, of = ([(4, 0, code)], [1]) if code < 200 else ([(5, 2, code)], None)
        for one, cover in left.items():
            left[one] = one.subset(cover, without=[as_tests(body)], of=of)
            one.release(np.array([cover]))
    for own in reversed(channels):
        same_counts(*(one.count(np.array([cover]), own) for one, cover in left.items()))


def test_a_state_follows_the_cover_that_it_was_applied_to_last():
    table = table_of(0)
    points = Points([NO_TESTS], np.array([0]), np.array([0]), np.array([0.5]), np.zeros(1))
    answers = []
    for one in (LocalEngine(table), NumpyEngine(table)):
        covers = [one.subset(one.root(), classes=[own]) for own in (1, 2)]
        answers.append([])
        for at in (0, 0, 1, 0):
            loss = one.apply("state", covers[at], points)
            answers[-1].append(
                (loss, one.tally(np.array([one.root()]), [NO_TESTS], "state").tolist())
            )
    assert answers[0] == answers[1]
    assert answers[0][0] != answers[0][2]


def test_an_engine_can_be_asked_by_several_threads():
    table = table_of(1)
    alone, shared = LocalEngine(table), LocalEngine(table, 2)

    def work(engine: LocalEngine, seed: int) -> list[Any]:
        random = np.random.default_rng(seed)
        found: list[Any] = []
        for _ in range(20):
            tests = as_tests([(int(random.integers(2, 7)), 2, int(random.integers(3)))] * 2)
            covers = engine.refine(np.array([0, 0]), tests)
            points = Points([tests], np.array([0]), np.array([0]), np.array([0.3]), np.zeros(1))
            found.append(engine.count(covers, each_class(3)).values.tolist())
            found.append(engine.apply(f"state {seed}", int(covers[0]), points))
            found.append(engine.tally(covers, [tests], f"state {seed}").tolist())
            engine.release(covers)
        return found

    expected = [work(alone, seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: work(shared, seed), range(4))) == expected


def test_a_table_without_columns_counts_its_rows():
    rows = np.arange(3, dtype=np.int32)
    empty = CodedTable(
        (),
        np.empty((0, 3), np.uint8),
        np.empty((0, 3), np.uint16),
        np.empty(0, np.int32),
        np.array([0, 1, 1], np.uint8),
        ("a", "b"),
        rows,
    )
    engine = LocalEngine(empty)
    assert engine.count(np.array([engine.root()]), one_class(1, 2)).totals.tolist() == [[1, 2]]


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import numpy as np
from conjunct.count import NumpyEngine
from conjunct.count.jit import HAS_NUMBA
from conjunct.count.local import LocalEngine
from tests.count.test_local import table_of
from tests.count.twins import ASKING, MAKING, Twins
assert not HAS_NUMBA
table = table_of(1, 80)
twins = Twins(LocalEngine(table), NumpyEngine(table), table)
for seed in range(3):
    for verb in [*MAKING, *ASKING]:
        twins.ask(verb, seed)
"""


def run(program: str) -> None:
    """Run a program with warnings as errors, and fail if it does."""
    command = [sys.executable, "-W", "error", "-c", program]
    folder = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_kernel_runs_without_numba():
    run(WITHOUT_NUMBA)


def test_the_engines_are_imported_without_numba():
    run("import sys, conjunct.count; assert 'numba' not in sys.modules")


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("channels", [[0, 1, 2], [1, 0, 1], [0, -1, 1]])
@pytest.mark.parametrize("seed", range(4))
def test_many_bodies_are_tallied_as_one_by_one(seed, channels, first):
    """Classes end inside a word of 64 rows, and so do covers; some bodies have no condition."""
    random, table = np.random.default_rng(seed), table_of(seed)
    n_codes = np.array([column.n_codes for column in table.columns])
    columns = [random.integers(0, 7, n) for n in random.integers(0, 4, 40)]
    bodies = [
        np.stack([own, random.integers(0, 4, len(own)), random.integers(0, n_codes[own])]).T
        for own in columns
    ]
    engine, plain = LocalEngine(table), NumpyEngine(table)
    tests = as_tests([(3, 2, 4), (5, 3, 40)])
    asked = []
    for one in (engine, plain):
        covers = np.append(one.refine(np.full(2, one.root()), tests), one.root())
        asked.append(one.tally(covers, bodies, np.array(channels), first))
    assert asked[0].tolist() == asked[1].tolist()
