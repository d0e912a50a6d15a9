"""The compiled engine answers as the reference engine does, whichever way it counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import LocalEngine, ReferenceEngine, as_tests
from conjunct.count.large import LargeCounter
from conjunct.encode import CodedColumn, CodedTable
from conjunct.types import Ints

EVERY_COVER = {"LARGE_SHARE": 0.0, "MANY_ROWS": 0}
SOME_COVERS = {"LARGE_SHARE": 0.3, "MANY_ROWS": 5}
WAYS: dict[str, dict[str, Any]] = {
    "row lists": {},
    "row lists in two threads": {"n_threads": 2, "MANY_CELLS": 1},
    "row lists without bit sets": {"FEW_CODES": 0},
    "row lists with bit sets for every column": {"FEW_CODES": 1024},
    "whole columns": EVERY_COVER,
    "whole columns in two threads": {**EVERY_COVER, "n_threads": 2},
    "whole columns without bit sets": {**EVERY_COVER, "FEW_CODES": 0},
    "whole columns with bit sets for every column": {**EVERY_COVER, "FEW_CODES": 1024},
    "both": SOME_COVERS,
    "both in two threads": {**SOME_COVERS, "n_threads": 2, "MANY_CELLS": 1},
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))


@contextmanager
def counting(way: dict[str, Any], table: CodedTable) -> Iterator[LocalEngine]:
    """Make a local engine that counts in a given way, by its thresholds."""
    with pytest.MonkeyPatch.context() as patch:
        for name in {"LARGE_SHARE", "MANY_ROWS", "MANY_CELLS"} & set(way):
            patch.setattr(f"conjunct.count.local.{name}", way[name])
        patch.setattr("conjunct.count.large.FEW_CODES", way.get("FEW_CODES", 8))
        yield LocalEngine(table, way.get("n_threads", 1))


class Twins:
    """Two engines that are asked the same and must answer the same.

    Tests are given as any three numbers and brought into range, so that a plan fits any table.
    """

    def __init__(self, local: LocalEngine, table: CodedTable) -> None:
        self.local, self.reference = local, ReferenceEngine(table)
        self.table = table
        self.usable = [at for at, column in enumerate(table.columns) if column.n_codes]
        self.covers = 0
        self.begin([0])

    def begin(self, numbers: list[int]) -> None:
        for engine in (self.local, self.reference):
            engine.begin(sum(numbers) % len(self.table.classes))
        self.root(numbers)

    def root(self, numbers: list[int]) -> None:
        assert self.local.root() == self.reference.root()
        self.covers = 1

    def refine(self, numbers: list[int]) -> None:
        tests = self.tests(numbers)
        parents = np.array([number % self.covers for number in numbers], np.int64)[: len(tests)]
        made = self.local.refine(parents, tests)
        assert made.tolist() == self.reference.refine(parents, tests).tolist()
        self.covers += len(made)
        for cover in made.tolist():
            assert self.local.totals(cover) == self.reference.totals(cover)

    def count(self, numbers: list[int]) -> None:
        self.compare_counts(np.array([number % self.covers for number in numbers], np.int64))

    def deal(self, numbers: list[int]) -> None:
        tests = self.tests(numbers)
        bodies = [tests[:1], tests[1:], tests[:0]][: sum(numbers) % 4]
        self.compare_made("deal", sum(numbers) % self.covers, bodies)

    def follow(self, numbers: list[int]) -> None:
        self.compare_made("follow", sum(numbers) % self.covers, self.tests(numbers))

    def compare_made(self, verb: str, *about: Any) -> None:
        (made, counts), (twin, twin_counts) = (
            getattr(engine, verb)(*about) for engine in (self.local, self.reference)
        )
        assert (made, counts.tolist()) == (twin, twin_counts.tolist())
        self.covers += 1

    def hold_out(self, numbers: list[int]) -> None:
        made = {
            engine.hold_out(
                sum(numbers) % self.covers,
                2 + len(numbers) % 3,
                np.random.default_rng(sum(numbers)),
            )
            for engine in (self.local, self.reference)
        }
        assert made == {(self.covers, self.covers + 1)}
        self.covers += 2

    def release(self, numbers: list[int]) -> None:
        cover = 1 + sum(numbers) % self.covers
        self.local.release(cover)
        self.reference.release(cover)
        self.covers = min(cover, self.covers)

    def drop(self, numbers: list[int]) -> None:
        body = self.tests(numbers)
        assert self.local.drop(body) == self.reference.drop(body)
        self.root(numbers)

    def begin_against(self, numbers: list[int]) -> None:
        head, *rivals = [number % len(self.table.classes) for number in [*numbers, 0]]
        for engine in (self.local, self.reference):
            engine.begin(head, [rival for rival in rivals if rival != head])
        self.root(numbers)

    def remove(self, numbers: list[int]) -> None:
        body = self.tests(numbers)
        self.local.remove(body)
        self.reference.remove(body)
        self.root(numbers)
        assert self.local.totals(0) == self.reference.totals(0)

    def class_counts(self, numbers: list[int]) -> None:
        body = self.tests(numbers)
        assert self.local.class_counts(body) == self.reference.class_counts(body)

    def tests(self, numbers: list[int]) -> Ints:
        tests = []
        for number in numbers if self.usable else []:
            column = self.usable[number % len(self.usable)]
            code = number // 7 % self.table.columns[column].n_codes
            tests.append((column, number // 3 % 4, code))
        return as_tests(tests)

    def compare_counts(self, covers: Ints) -> None:
        one, other = self.local.count(covers), self.reference.count(covers)
        assert np.array_equal(one.offsets, other.offsets)
        assert np.array_equal(one.codes, other.codes)
        assert np.array_equal(one.values, other.values)
        assert np.array_equal(one.totals, other.totals)


VERBS = [
    *("begin", "begin_against", "root", "refine", "count", "release", "drop", "remove"),
    *("class_counts", "deal", "follow", "hold_out"),
]
plans = st.lists(
    st.tuples(st.sampled_from(VERBS), st.lists(st.integers(0, 10_000), max_size=4)), max_size=12
)


@every_way
@given(table=st.from_type(CodedTable), plan=plans)
def test_both_engines_answer_alike(way, table, plan):
    with counting(way, table) as engine:
        twins = Twins(engine, table)
        for verb, numbers in plan:
            getattr(twins, verb)(numbers)
            twins.compare_counts(np.arange(twins.covers))


def table_of(seed: int, n_rows: int = 700) -> CodedTable:
    """Build a table of more rows than a word has bits, its columns of one and of two bytes."""
    rng = np.random.default_rng(seed)
    sizes = (1, 2, 3, 8, 30, 255, 300)
    codes = [rng.integers(0, n_codes + 1, n_rows) for n_codes in sizes]
    return CodedTable(
        tuple(CodedColumn(f"c{at}", at, "nominal", size) for at, size in enumerate(sizes)),
        np.array(codes[:6], np.uint8),
        np.array(codes[6:], np.uint16),
        np.array([0, 1, 2, 3, 4, 5, -1], np.int32),
        np.sort(rng.integers(0, 3, n_rows)).astype(np.uint8),
        ("a", "b", "c"),
    )


@every_way
@pytest.mark.parametrize("head", [0, 1, 2])
def test_both_engines_answer_alike_on_more_rows(way, head):
    table = table_of(head)
    with counting(way, table) as engine:
        twins = Twins(engine, table)
        twins.begin([head])
        for numbers in ([5, 17, 123, 300], [64, 33, 2], [900, 801, 4, 77, 1000]):
            twins.refine(numbers)
            twins.count([0, 1, 2, 3, 5, 7])
        twins.drop([7])
        twins.count([0])
        twins.refine([1, 2, 3, 15, 28, 400])
        twins.count([6, 0, 3, 0])
        twins.class_counts([12, 40])
        twins.hold_out([head])
        twins.deal([7, 40, 2])
        twins.follow([30, 1])
        twins.count([8, 9, 10, 11])


def test_no_covers_have_no_counts():
    engine = LocalEngine(table_of(0))
    engine.begin(0)
    engine.root()
    counts = engine.count(np.zeros(0, np.int64))
    assert (counts.n_covers, counts.codes.size, counts.values.size) == (0, 0, 0)


def test_a_table_without_columns_counts_its_rows():
    labels = np.array([0, 1, 1], np.uint8)
    empty = CodedTable(
        (),
        np.empty((0, 3), np.uint8),
        np.empty((0, 3), np.uint16),
        np.empty(0, np.int32),
        labels,
        ("a", "b"),
    )
    for engine in (LocalEngine(empty), ReferenceEngine(empty)):
        engine.begin(1)
        counts = engine.count(np.array([engine.root()]))
        assert counts.totals.tolist() == [[1, 2]]
        assert engine.class_counts(as_tests([])) == (1, 2)


def test_many_covers_outgrow_the_first_arrays_without_a_change():
    twins = Twins(LocalEngine(table_of(3)), table_of(3))
    for start in range(10):
        twins.refine(list(range(start, start + 40)))
    twins.count(list(range(0, 401, 7)))


def test_counted_covers_are_tallied():
    engine = LocalEngine(table_of(0))
    engine.begin(0)
    root = engine.root()
    engine.count(np.array([root]))
    engine.count(np.array([root, root]))
    assert engine.n_covers_counted == 3


def four_codes_and_a_number() -> CodedTable:
    """Build 128 rows: a column of four codes that take turns, and the number of the row."""
    rows = np.arange(128)
    return CodedTable(
        (CodedColumn("c", 0, "nominal", 4), CodedColumn("number", 1, "numeric", 128)),
        np.array([rows % 4, rows], np.uint8),
        np.empty((0, 128), np.uint16),
        np.array([0, 1], np.int32),
        (rows >= 64).astype(np.uint8),
        ("a", "b"),
    )


@pytest.mark.parametrize("way", ["row lists", "whole columns"])
def test_few_codes_of_many_rows_are_counted_by_bit_sets(way):
    """With all bits cleared nothing is found: the lists of rows were not looked at."""
    with counting(WAYS[way], four_codes_and_a_number()) as engine:
        engine.begin(1)
        assert engine.count(np.array([engine.root()])).segment(0, 0)[1].tolist() == [[16, 16]] * 4
        engine._coded.bits[:] = 0
        engine.begin(1)
        assert engine.count(np.array([engine.root()])).segment(0, 0)[1].tolist() == []


def test_few_codes_of_few_rows_are_counted_by_lists_of_rows():
    """With all bits cleared everything is still found."""
    engine = LocalEngine(four_codes_and_a_number())
    engine._coded.bits[:] = 0
    engine.begin(1)
    cover = engine.refine(np.array([engine.root()]), as_tests([(1, 2, 1)]))
    codes, values = engine.count(cover).segment(0, 0)
    assert (codes.tolist(), values.tolist()) == ([0, 1], [[1, 0], [1, 0]])


def test_many_codes_have_no_bit_sets():
    assert LocalEngine(table_of(0))._coded.first_bits.tolist() == [0, 1, 3, 6, -1, -1, -1]


def test_negatives_of_the_root_are_counted_once_a_class(monkeypatch):
    scans = []
    monkeypatch.setattr("conjunct.count.local.MANY_ROWS", 0)
    plain = LargeCounter.scan

    def scan(self: LargeCounter, labels: Any, n_labels: int) -> Any:
        scans.append(n_labels)
        return plain(self, labels, n_labels)

    monkeypatch.setattr(LargeCounter, "scan", scan)
    table = table_of(1)
    twins = Twins(LocalEngine(table), table)
    for numbers in ([7], [28], [40]):
        twins.count([0])
        twins.drop(numbers)
    assert len(scans) == 1
    twins.begin([1])
    twins.count([0])
    assert len(scans) == 2


def test_a_first_count_after_rows_were_dropped_leaves_them_out(monkeypatch):
    monkeypatch.setattr("conjunct.count.local.MANY_ROWS", 0)
    table = table_of(2)
    twins = Twins(LocalEngine(table), table)
    twins.drop([28])
    twins.count([0])
    twins.drop([40])
    twins.count([0])


@pytest.mark.parametrize("module", ["local", "large"])
def test_two_threads_share_the_work(monkeypatch, module):
    shares = []
    way = WAYS["row lists in two threads" if module == "local" else "whole columns in two threads"]

    def in_threads(work: Any, chunks: Any) -> list[Any]:
        shares.append(len(chunks))
        return [work(chunk) for chunk in chunks]

    monkeypatch.setattr(f"conjunct.count.{module}.in_threads", in_threads)
    with counting(way, table_of(0)) as engine:
        engine.begin(0)
        root = engine.root()
        covers = engine.refine(np.full(6, root), as_tests([(1, 1, 0)] * 6))
        engine.count(covers)
    assert set(shares) == {2}


def test_short_work_is_not_shared(monkeypatch):
    monkeypatch.setattr("conjunct.count.local.in_threads", None)
    engine = LocalEngine(table_of(0), n_threads=2)
    engine.begin(0)
    engine.count(np.array([engine.root()]))
