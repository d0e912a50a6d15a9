"""The five laws of the counting seam, for every engine and all verbs, against plain loops.

One machine asks an engine and the plain twin the same questions in any order. The engines over
parts prove that every answer is a sum over rows; covers are asked again long after they were made,
which proves that they are values; states are written under several names and read later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    rule,
)
from tests.count.lost_parts import losing_parts
from tests.count.plain_engine import PlainEngine

from conjunct.count import CountingEngine, Fold, NumpyEngine, Points, Splits, as_tests
from conjunct.count.engine import CLASS_WEIGHTS, IDENTITY
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import PartitionedEngine
from conjunct.encode import CodedTable

Maker = Callable[[CodedTable], CountingEngine]


def in_parts(table: CodedTable, edges: list[float], make: Maker) -> PartitionedEngine:
    """Divide the rows at random, so that a part may be empty, and put an engine over them."""
    chance = np.random.default_rng(table.n_rows).random(table.n_rows)
    part = np.searchsorted(edges, chance)
    rows = [np.flatnonzero(part == one) for one in range(len(edges) + 1)]
    return PartitionedEngine.of([make(table.take(own)) for own in rows])


ENGINES: dict[str, Maker] = {
    "numpy": NumpyEngine,
    "local": LocalEngine,
    "local, two threads": partial(LocalEngine, n_threads=2),
    "one part": partial(in_parts, edges=[], make=NumpyEngine),
    "two parts": partial(in_parts, edges=[0.3], make=LocalEngine),
    "seven parts": partial(
        in_parts, edges=[0.05, 0.05, 0.4, 0.5, 0.6, 0.9], make=NumpyEngine
    ),  # the second is empty
    "parts that are lost and loaded again": partial(losing_parts, most_bytes=0),
    "rows come home at the second question": losing_parts,
    "rows come home late": partial(losing_parts, trip_bytes=60),
    "only few rows come home": partial(losing_parts, most_bytes=60),
    "little room at home": partial(losing_parts, most_bytes=150, all_bytes=200),
    "rows of parts without rows come home": partial(losing_parts, n_parts=40, lost=0.0),
}


class Seam(RuleBasedStateMachine):
    """Covers and states of an engine and of its plain twin, side by side."""

    make: Maker
    covers = Bundle("covers")
    states = Bundle("states")

    @initialize(target=covers, data=st.data())
    def begin(self, data: st.DataObject) -> tuple[int, int]:
        table = data.draw(st.from_type(CodedTable))
        self.table, self.plain, self.engine = table, PlainEngine(table), type(self).make(table)
        self.tests = st.just(as_tests([]))
        if any(column.n_codes for column in table.columns):
            self.tests = st.lists(self._test(), max_size=3).map(as_tests)
        return self.engine.root(), self.plain.root()

    def _test(self) -> st.SearchStrategy[tuple[int, int, int]]:
        columns = [at for at, column in enumerate(self.table.columns) if column.n_codes]
        if not columns:
            return st.nothing()

        def on(column: int) -> st.SearchStrategy[tuple[int, int, int]]:
            code = st.integers(0, min(self.table.columns[column].n_codes - 1, 6))
            return st.tuples(st.just(column), st.integers(0, 3), code)

        return st.sampled_from(columns).flatmap(on)

    @property
    def classes(self) -> st.SearchStrategy[list[int] | None]:
        return st.none() | st.lists(st.integers(0, len(self.table.classes) - 1), unique=True)

    @property
    def channels(self) -> st.SearchStrategy[np.ndarray]:
        n = len(self.table.classes)
        drawn = st.lists(st.integers(-1, 2), min_size=n, max_size=n)
        return drawn.map(np.array).filter(lambda channels: channels.max() >= 0)

    @rule(target=covers, cover=covers, data=st.data())
    def subset(self, cover: tuple[int, int], data: st.DataObject) -> tuple[int, int]:
        fold = st.builds(
            Fold, st.integers(0, 9), st.integers(2, 4), st.integers(0, 1), st.booleans()
        )
        given = {
            "classes": data.draw(self.classes),
            "without": data.draw(st.lists(self.tests, max_size=2)),
            "of": data.draw(self.classes),
            "fold": data.draw(st.none() | fold),
        }
        return self.engine.subset(cover[0], **given), self.plain.subset(cover[1], **given)

    @rule(target=covers, some=st.lists(covers, min_size=1, max_size=3), data=st.data())
    def refine(self, some: list[tuple[int, int]], data: st.DataObject) -> object:
        if not any(column.n_codes for column in self.table.columns):
            return multiple()
        tests = as_tests([data.draw(self._test()) for _ in some])
        ours, plain = (np.array(own) for own in zip(*some, strict=True))
        made = self.engine.refine(ours, tests), self.plain.refine(plain, tests)
        return multiple(*zip(*(own.tolist() for own in made), strict=True))

    @rule(target=covers, some=st.lists(covers, min_size=1, max_size=2), data=st.data())
    def part(self, some: list[tuple[int, int]], data: st.DataObject) -> object:
        if not self.table.columns:
            return multiple()
        columns, parts, n_parts = [], [], []
        for _ in some:
            columns.append(data.draw(st.integers(0, self.table.n_columns - 1)))
            n_parts.append(data.draw(st.integers(1, 3)))
            size = self.table.columns[columns[-1]].n_codes + 1
            random = np.random.default_rng(data.draw(st.integers(0, 99)))
            parts.append(random.integers(0, n_parts[-1], size))
        splits = Splits(np.array(columns), np.concatenate(parts), np.array(n_parts))
        ours, plain = (np.array(own) for own in zip(*some, strict=True))
        made = self.engine.part(ours, splits), self.plain.part(plain, splits)
        return multiple(*zip(*(own.tolist() for own in made), strict=True))

    @rule(some=st.lists(covers, min_size=1, max_size=4), data=st.data())
    def count(self, some: list[tuple[int, int]], data: st.DataObject) -> None:
        channels = data.draw(self.channels)
        ours, plain = (np.array(own) for own in zip(*some, strict=True))
        self.same(self.engine.count(ours, channels), self.plain.count(plain, channels))

    @rule(target=states, cover=covers, name=st.sampled_from("ab"), data=st.data())
    def apply(self, cover: tuple[int, int], name: str, data: st.DataObject) -> tuple[str, object]:
        n_scores = len(self.table.classes) if len(self.table.classes) > 2 else 1
        bodies = data.draw(st.lists(self.tests, max_size=3))
        weight = st.floats(-4, 4)
        terms = data.draw(
            st.lists(
                st.tuples(st.integers(0, len(bodies) - 1), st.integers(0, n_scores - 1), weight),
                max_size=4,
            )
            if bodies
            else st.just([])
        )
        rules, channels, weights = (np.array([one[at] for one in terms]) for at in range(3))
        base = np.array(data.draw(st.lists(weight, min_size=n_scores, max_size=n_scores)))
        points = Points(
            bodies, rules.astype(np.int64), channels.astype(np.int64), weights.astype(float), base
        )
        least = data.draw(st.sampled_from([0.0, 1e-2]))
        assert self.engine.apply(name, cover[0], points, least) == self.plain.apply(
            name, cover[1], points, least
        )
        self.written = getattr(self, "written", {}) | {name: (cover, bodies, n_scores)}
        return name, self.written[name]

    @rule(some=st.lists(covers, min_size=1, max_size=3), state=states)
    def sum(self, some: list[tuple[int, int]], state: tuple[str, object]) -> None:
        ours, plain = (np.array(own) for own in zip(*some, strict=True))
        self.same(self.engine.sum(ours, state[0]), self.plain.sum(plain, state[0]))

    @rule(some=st.lists(covers, min_size=1, max_size=3), first=st.booleans(), data=st.data())
    def tally(self, some: list[tuple[int, int]], first: bool, data: st.DataObject) -> None:
        bodies = data.draw(st.lists(self.tests, max_size=3))
        names = [IDENTITY, CLASS_WEIGHTS, *getattr(self, "written", {})]
        of = data.draw(st.sampled_from(names) | self.channels)
        ours, plain = (np.array(own) for own in zip(*some, strict=True))
        got = self.engine.tally(ours, bodies, of, first)
        np.testing.assert_array_equal(got, self.plain.tally(plain, bodies, of, first))

    @rule(state=states, data=st.data())
    def curvature(self, state: tuple[str, object], data: st.DataObject) -> None:
        name = state[0]
        cover, bodies, n_scores = self.written[name]
        if cover[1] not in self.plain.covers:
            return
        block = (
            st.lists(st.sampled_from(range(len(bodies))), unique=True) if bodies else st.just([])
        )
        blocks = [np.array(data.draw(block), np.int64) for _ in range(n_scores)]
        got = self.engine.curvature(name, cover[0], bodies, blocks)
        wanted = self.plain.curvature(name, cover[1], bodies, blocks)
        for one, other in zip(got, wanted, strict=True):
            np.testing.assert_array_equal(one, other)

    @rule(cover=covers, data=st.data())
    def spread(self, cover: tuple[int, int], data: st.DataObject) -> None:
        bodies = data.draw(st.lists(self.tests, max_size=4))
        size = len(bodies)
        points = np.array(
            data.draw(st.lists(st.integers(-3, 3), min_size=size, max_size=size)), np.int64
        )
        got = self.engine.spread(cover[0], bodies, points)
        for one, other in zip(got, self.plain.spread(cover[1], bodies, points), strict=True):
            np.testing.assert_array_equal(one, other)

    @rule(target=covers, cover=consumes(covers))
    def release(self, cover: tuple[int, int]) -> object:
        """Nothing happens to covers and states that were made from one that is forgotten."""
        self.engine.release(np.array([cover[0]]))
        if cover[1] == self.plain.root():
            return cover
        self.plain.release(np.array([cover[1]]))
        return multiple()

    @rule(cover=covers)
    def release_a_copy(self, cover: tuple[int, int]) -> None:
        """Nothing happens to a cover when one that was made from it is forgotten."""
        made = self.engine.subset(cover[0])
        self.engine.release(np.array([made]))

    @staticmethod
    def same(ours: object, plain: object) -> None:
        for field in ("offsets", "codes", "values", "totals"):
            np.testing.assert_array_equal(getattr(ours, field), getattr(plain, field))


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_answers_as_plain_loops_do(name: str) -> None:
    machine = type("Machine", (Seam,), {"make": staticmethod(ENGINES[name])})
    machine.TestCase.settings = settings(
        settings.get_profile(settings._current_profile), max_examples=15, stateful_step_count=12
    )
    machine.TestCase().runTest()
