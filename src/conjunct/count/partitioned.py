"""An engine over parts of the rows: it adds the answers of the engines of the parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import count as numbers
from operator import add
from typing import Any, TypeVar

import numpy as np

from conjunct.count.counts import Counts
from conjunct.count.engine import Applied, Channels, CountingEngine, Points, Splits, Spread, Tests
from conjunct.count.engines import EngineName, make_engine
from conjunct.count.folds import Fold
from conjunct.encode import CodedTable
from conjunct.types import Ints

Answer = TypeVar("Answer")


class PartitionedEngine:
    """Count where the rows are, part by part, and add up.

    Every answer of an engine is a sum over rows, so that the sum over the parts is the answer for
    all rows, and the model learned is the same. A part may have no rows. The parts must be coded
    alike, see `conjunct.encode.make_coding`.

    Parameters
    ----------
    engines : sequence of CountingEngine
        One for each part of the rows.
    """

    def __init__(self, engines: Sequence[CountingEngine]) -> None:
        if not engines:
            raise ValueError("an engine over parts needs at least one part")
        self.columns = engines[0].columns
        self.n_classes = engines[0].n_classes
        self._engines = tuple(engines)
        self._covers: dict[int, tuple[int, ...]] = {}
        self._numbers = numbers()
        self._root = self._keep([engine.root() for engine in engines])

    def root(self) -> int:
        """Return the cover of all rows."""
        return self._root

    def subset(
        self,
        cover: int,
        *,
        classes: Collection[int] | None = None,
        without: Sequence[Tests] = (),
        of: Collection[int] | None = None,
        fold: Fold | None = None,
    ) -> int:
        """Return a new cover of some rows of a cover, see `CountingEngine`."""
        return self._keep(
            [
                engine.subset(own, classes=classes, without=without, of=of, fold=fold)
                for engine, own in zip(self._engines, self._covers[cover], strict=True)
            ]
        )

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        return self._made(covers, lambda engine, own: engine.refine(own, tests))

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, one split's after the other's."""
        return self._made(covers, lambda engine, own: engine.part(own, splits))

    def release(self, covers: Ints) -> None:
        """Forget covers that are no longer needed; the root stays."""
        gone = covers[covers != self._root]
        self._asked(gone, lambda engine, own: engine.release(own))
        for cover in gone.tolist():
            del self._covers[cover]

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        return self._added(covers, lambda engine, own: engine.count(own, channels))

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        return self._added(covers, lambda engine, own: engine.sum(own, state))

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, see `CountingEngine`."""
        return self._added(covers, lambda engine, own: engine.tally(own, bodies, of, first))

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover, and write their weights, gradients and curvatures."""
        return self._added(
            np.array([cover]),
            lambda engine, own: engine.apply(state, int(own[0]), points, least),
        )

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of one score after the other over pairs of rules."""
        parts = self._asked(
            np.array([cover]),
            lambda engine, own: engine.curvature(state, int(own[0]), bodies, blocks),
        )
        return [reduce(add, blocks_of_score) for blocks_of_score in zip(*parts, strict=True)]

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy."""
        return self._added(
            np.array([cover]), lambda engine, own: engine.spread(int(own[0]), bodies, points)
        )

    def search(self, request: Any) -> Any:
        """Return None: a search over parts goes level by level, one call to every part each."""

    def _keep(self, parts: Sequence[int]) -> int:
        number = next(self._numbers)
        self._covers[number] = tuple(parts)
        return number

    def _asked(self, covers: Ints, ask: Callable[[CountingEngine, Ints], Answer]) -> list[Answer]:
        """Ask the engine of every part about its covers."""
        parts = np.array([self._covers[cover] for cover in covers.tolist()], np.int64)
        parts = parts.reshape(-1, len(self._engines))
        return [ask(engine, own) for engine, own in zip(self._engines, parts.T, strict=True)]

    def _added(self, covers: Ints, ask: Callable[[CountingEngine, Ints], Answer]) -> Answer:
        return reduce(add, self._asked(covers, ask))

    def _made(self, covers: Ints, ask: Callable[[CountingEngine, Ints], Ints]) -> Ints:
        made = np.stack(self._asked(covers, ask), axis=1)
        return np.array([self._keep(parts) for parts in made.tolist()], np.int64)


@dataclass(frozen=True)
class Partitioned:
    """Makes an engine over parts of the rows of a table: ``engine=Partitioned(4)``.

    Parameters
    ----------
    n_parts : int
        Number of parts.
    engine : {"auto", "local", "numpy"}
        What counts the rows of each part.
    """

    n_parts: int
    engine: EngineName = "local"

    def __call__(self, table: CodedTable) -> PartitionedEngine:
        """Divide the rows, and put an engine over them."""
        parts = np.array_split(np.arange(table.n_rows), self.n_parts)
        return PartitionedEngine([make_engine(self.engine, table.take(part)) for part in parts])
