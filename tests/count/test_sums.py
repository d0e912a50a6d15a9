"""Sums over refinements, and the rows of a body: both engines, and a plain account."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import CountingEngine, LocalEngine, ReferenceEngine, Tests, as_tests
from conjunct.encode import CodedTable
from conjunct.types import Ints

seeds = st.integers(0, 2**32 - 1)
both_engines = pytest.mark.parametrize("make", [LocalEngine, ReferenceEngine])


def drawn_values(table: CodedTable, seed: int) -> Ints:
    """Return numbers of both signs behind a first one that is positive; three or seven a row."""
    random = np.random.default_rng(seed)
    values = random.integers(-(2**33), 2**33, (table.n_rows, 3 + 4 * (seed % 2)))
    values[:, 0] = random.integers(1, 2**33, table.n_rows)
    return values


def drawn_tests(table: CodedTable, seed: int, most: int) -> list[tuple[int, int, int]]:
    """Return up to so many conditions on columns that have codes."""
    random = np.random.default_rng(seed)
    usable = [number for number, column in enumerate(table.columns) if column.n_codes]
    tests = []
    for _ in range(random.integers(0, most + 1) if usable else 0):
        column = int(random.choice(usable))
        op = int(random.integers(0, 2)) + 2 * (table.columns[column].kind == "numeric")
        tests.append((column, op, int(random.integers(0, table.columns[column].n_codes))))
    return tests


def plain_members(table: CodedTable, tests: list[tuple[int, int, int]]) -> list[int]:
    """List the rows that pass all tests, one row after the other."""

    def passes(row: int, column: int, op: int, code: int) -> bool:
        own = int(table.codes(column)[row])
        known = own < table.columns[column].n_codes
        return known and (own == code, own != code, own <= code, own > code)[op]

    rows = range(table.n_rows)
    return [row for row in rows if all(passes(row, *test) for test in tests)]


def plain_sums(
    table: CodedTable, rows: list[int], values: Ints
) -> tuple[dict[tuple[int, int], list[int]], list[int]]:
    """Add up by column and known code, and over all rows, in Python's own whole numbers."""
    sums: dict[tuple[int, int], list[int]] = {}
    totals = [0] * values.shape[1]
    for row in rows:
        own = values[row].tolist()
        totals = [sum(pair) for pair in zip(totals, own, strict=True)]
        for number, column in enumerate(table.columns):
            code = int(table.codes(number)[row])
            if code < column.n_codes:
                old = sums.get((number, code), [0] * len(own))
                sums[number, code] = [sum(pair) for pair in zip(old, own, strict=True)]
    return sums, totals


def cover_of(engine: CountingEngine, tests: list[tuple[int, int, int]]) -> int:
    cover = engine.root()
    for test in tests:
        (cover,) = engine.refine(np.array([cover]), as_tests([test])).tolist()
    return cover


def engine_sums(
    engine: CountingEngine, tests: list[tuple[int, int, int]], values: Ints
) -> tuple[dict[tuple[int, int], list[int]], list[int]]:
    """Ask for the sums of the root and of one cover at once; return those of the cover."""
    cover = cover_of(engine, tests)
    counts = engine.sum(np.array([0, cover]), values)
    sums = {}
    for column in range(len(engine.columns)):
        codes, added = counts.segment(1, column)
        assert codes.tolist() == sorted(set(codes.tolist()))
        sums |= {
            (column, code): one.tolist() for code, one in zip(codes.tolist(), added, strict=True)
        }
    assert counts.totals[0].tolist() == values.sum(axis=0).tolist()
    return sums, counts.totals[1].tolist()


@both_engines
@given(table=st.from_type(CodedTable), seed=seeds)
def test_sums_are_those_of_a_plain_account(make: type, table: CodedTable, seed: int) -> None:
    values, tests = drawn_values(table, seed), drawn_tests(table, seed, 3)
    engine = make(table)
    engine.begin_classes()
    rows = plain_members(table, tests)
    assert engine_sums(engine, tests, values) == plain_sums(table, rows, values)


@both_engines
@given(table=st.from_type(CodedTable), seed=seeds)
def test_sums_are_the_same_in_any_order_of_the_rows(
    make: type, table: CodedTable, seed: int
) -> None:
    values, tests = drawn_values(table, seed), drawn_tests(table, seed, 3)
    mixed = np.lexsort((np.random.default_rng(seed).random(table.n_rows), table.labels))
    other = replace(table, narrow=table.narrow[:, mixed], wide=table.wide[:, mixed])
    answers = []
    for one, numbers in ((table, values), (other, values[mixed])):
        engine = make(one)
        engine.begin_classes()
        answers.append(engine_sums(engine, tests, numbers))
    assert answers[0] == answers[1]


@both_engines
@given(table=st.from_type(CodedTable), seed=seeds)
def test_members_are_the_rows_that_pass_all_tests(make: type, table: CodedTable, seed: int) -> None:
    tests = drawn_tests(table, seed, 4)
    members = make(table).members(as_tests(tests))
    assert members.tolist() == plain_members(table, tests)
    assert members.dtype == np.int32


@both_engines
@given(table=st.from_type(CodedTable), seed=seeds)
def test_members_do_not_change_what_is_being_searched(
    make: type, table: CodedTable, seed: int
) -> None:
    values, tests = drawn_values(table, seed), drawn_tests(table, seed, 2)
    engine = make(table)
    engine.begin_classes()
    before = engine_sums(engine, tests, values)
    engine.members(as_tests(drawn_tests(table, seed + 1, 2)))
    counts = engine.sum(np.array([len(tests)]), values)
    assert counts.totals[0].tolist() == before[1]


@both_engines
def test_no_body_has_every_row_as_member(make: type) -> None:
    table = CodedTable(
        (),
        np.empty((0, 4), np.uint8),
        np.empty((0, 4), np.uint16),
        np.empty(0, np.int32),
        np.array([0, 0, 1, 1], np.uint8),
        ("a", "b"),
    )
    nothing: Tests = as_tests([])
    assert make(table).members(nothing).tolist() == [0, 1, 2, 3]


@both_engines
def test_no_cover_has_no_sums(make: type) -> None:
    table = CodedTable(
        (),
        np.empty((0, 2), np.uint8),
        np.empty((0, 2), np.uint16),
        np.empty(0, np.int32),
        np.array([0, 1], np.uint8),
        ("a", "b"),
    )
    engine = make(table)
    engine.begin_classes()
    engine.root()
    counts = engine.sum(np.empty(0, np.int64), np.ones((2, 3), np.int64))
    assert counts.totals.shape == (0, 3)
    assert len(counts.codes) == len(counts.values) == 0


def test_only_the_compiled_engine_gives_its_codes_away() -> None:
    table = CodedTable(
        (),
        np.empty((0, 1), np.uint8),
        np.empty((0, 1), np.uint16),
        np.empty(0, np.int32),
        np.array([0], np.uint8),
        ("a",),
    )
    assert LocalEngine(table).coded() is not None
    assert ReferenceEngine(table).coded() is None
