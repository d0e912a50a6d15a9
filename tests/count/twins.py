"""Two engines that get the same questions and must give the same answers."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from conjunct.count import (
    CountingEngine,
    Counts,
    Fold,
    Points,
    Splits,
    Tests,
    as_tests,
    each_class,
    one_class,
)
from conjunct.count.engine import CLASS_WEIGHTS, IDENTITY
from conjunct.encode import CodedTable
from conjunct.types import Ints


class Twins:
    """Covers of two engines, in pairs. Every verb draws its question from a seed."""

    def __init__(self, one: CountingEngine, other: CountingEngine, table: CodedTable) -> None:
        self.engines = one, other
        self.table = table
        self.n_classes = len(table.classes)
        self.usable = [at for at, column in enumerate(table.columns) if column.n_codes]
        self.covers = [(one.root(), other.root())]
        self.written: dict[str, tuple[tuple[int, int], int]] = {}

    def ask(self, verb: str, seed: int) -> None:
        """Ask both engines the question of a seed."""
        getattr(self, verb)(np.random.default_rng(seed))

    def refine(self, random: np.random.Generator) -> None:
        tests = self.tests(random, 4)
        chosen = self.some_covers(random, len(tests))
        made = [engine.refine(own, tests) for engine, own in self.each(chosen)]
        self.covers += zip(*(own.tolist() for own in made), strict=True)

    def part(self, random: np.random.Generator) -> None:
        if not self.table.n_columns:
            return
        chosen = self.some_covers(random, int(random.integers(0, 4)))
        columns = random.integers(0, self.table.n_columns, len(chosen))
        n_parts = random.integers(1, 5, len(chosen))
        parts = [
            random.integers(0, n, self.table.columns[column].n_codes + 1)
            for column, n in zip(columns.tolist(), n_parts.tolist(), strict=True)
        ]
        splits = Splits(columns, np.concatenate([np.empty(0, np.int64), *parts]), n_parts)
        made = [engine.part(own, splits) for engine, own in self.each(chosen)]
        self.covers += zip(*(own.tolist() for own in made), strict=True)

    def subset(self, random: np.random.Generator) -> None:
        about = {
            "classes": self.some_classes(random),
            "without": self.bodies(random, 2),
            "of": self.some_classes(random),
            "fold": None,
        }
        if random.random() < 0.4:
            n_folds = int(random.integers(1, 4))
            number = int(random.integers(0, n_folds))
            about["fold"] = Fold(int(random.integers(9)), n_folds, number, random.random() < 0.5)
        chosen = self.some_covers(random, 1)
        made = [engine.subset(int(own[0]), **about) for engine, own in self.each(chosen)]
        self.covers.append((made[0], made[1]))

    def release(self, random: np.random.Generator) -> None:
        at = int(random.integers(0, len(self.covers)))
        for engine, own in self.each([self.covers[at]]):
            engine.release(own)
        if at:
            self.covers.pop(at)

    def count(self, random: np.random.Generator) -> None:
        chosen = self.some_covers(random, int(random.integers(0, 5)))
        channels = self.channels(random)
        same_counts(*(engine.count(own, channels) for engine, own in self.each(chosen)))

    def sum(self, random: np.random.Generator) -> None:
        chosen = self.some_covers(random, int(random.integers(0, 4)))
        state = str(random.choice([IDENTITY, CLASS_WEIGHTS, *self.written]))
        same_counts(*(engine.sum(own, state) for engine, own in self.each(chosen)))

    def tally(self, random: np.random.Generator) -> None:
        chosen = self.some_covers(random, int(random.integers(0, 4)))
        bodies, first = self.bodies(random, 4), bool(random.integers(0, 2))
        of = self.channels(random)
        if random.random() < 0.5:
            of = str(random.choice([IDENTITY, CLASS_WEIGHTS, *self.written]))
        same(*(engine.tally(own, bodies, of, first) for engine, own in self.each(chosen)))

    def apply(self, random: np.random.Generator) -> None:
        (cover,) = self.some_covers(random, 1)
        bodies, n_scores = self.bodies(random, 4), int(random.choice([1, self.n_classes]))
        n_weights = int(random.integers(0, 6)) if bodies else 0
        points = Points(
            bodies,
            random.integers(0, max(len(bodies), 1), n_weights),
            random.integers(0, n_scores, n_weights),
            random.normal(0, random.choice([1, 8, 400]), n_weights),
            random.normal(0, 2, n_scores).round(1),
        )
        state = str(random.choice(["one", "two"])) if random.random() < 0.8 else None
        least = float(random.choice([0.0, 0.01]))
        answers = [
            engine.apply(state, int(own[0]), points, least) for engine, own in self.each([cover])
        ]
        assert answers[0] == answers[1]
        if state is not None:
            self.written[state] = cover, n_scores

    def curvature(self, random: np.random.Generator) -> None:
        if not self.written:
            return
        state = str(random.choice([*self.written]))
        cover, n_scores = self.written[state]
        if cover not in self.covers:
            return
        bodies = self.bodies(random, 5)
        blocks = [np.flatnonzero(random.random(len(bodies)) < 0.6) for _ in range(n_scores)]
        answers = [
            engine.curvature(state, int(own[0]), bodies, blocks)
            for engine, own in self.each([cover])
        ]
        for one, other in zip(*answers, strict=True):
            same(one, other)

    def each(self, chosen: list[tuple[int, int]]) -> list[tuple[CountingEngine, Ints]]:
        """Return both engines with their numbers of some covers."""
        numbers = np.array(chosen, np.int64).reshape(-1, 2).T
        return list(zip(self.engines, numbers, strict=True))

    def some_covers(self, random: np.random.Generator, size: int) -> list[tuple[int, int]]:
        return [self.covers[at] for at in random.integers(0, len(self.covers), size)]

    def some_classes(self, random: np.random.Generator) -> list[int] | None:
        if random.random() < 0.5:
            return None
        return np.flatnonzero(random.random(self.n_classes) < 0.7).tolist()

    def channels(self, random: np.random.Generator) -> Ints:
        drawn = random.integers(-1, 3, self.n_classes)
        drawn[random.integers(self.n_classes)] = random.integers(0, 3)
        head = one_class(int(random.integers(self.n_classes)), self.n_classes)
        return [drawn, head, each_class(self.n_classes)][random.integers(0, 3)]

    def bodies(self, random: np.random.Generator, most: int) -> list[Tests]:
        return [self.tests(random, 3) for _ in range(random.integers(0, most + 1))]

    def tests(self, random: np.random.Generator, most: int) -> Tests:
        tests = []
        for _ in range(int(random.integers(0, most + 1)) if self.usable else 0):
            column = int(random.choice(self.usable))
            highest = min(self.table.columns[column].n_codes, int(random.choice([3, 2000])))
            tests.append((column, int(random.integers(4)), int(random.integers(highest))))
        return as_tests(tests)


def same(one: np.ndarray, other: np.ndarray) -> None:
    assert one.shape == other.shape
    assert np.array_equal(one, other)


def same_counts(one: Counts, other: Counts) -> None:
    same(one.offsets, other.offsets)
    same(one.codes, other.codes)
    same(one.values, other.values)
    same(one.totals, other.totals)


MAKING = ["refine", "part", "subset", "release"]
ASKING = ["count", "sum", "tally", "apply", "curvature"]
plans = st.lists(
    st.tuples(st.sampled_from(MAKING + ASKING), st.integers(0, 2**32 - 1)), max_size=14
)
