"""An engine that records the calls it gets."""

from __future__ import annotations

from typing import Any

from conjunct.count import Channels, Counts, NumpyEngine, Tests
from conjunct.encode import CodedTable
from conjunct.types import Ints

Conditions = frozenset[tuple[int, ...]]


class WatchedEngine(NumpyEngine):
    """Counts with arrays, and notes which covers live and which bodies were counted."""

    def __init__(self, table: CodedTable) -> None:
        super().__init__(table)
        self.living: dict[int, Conditions] = {self.root(): frozenset()}
        self.most_living = 1
        self.counted: list[Conditions] = []

    def _made(self, cover: int, conditions: Conditions) -> None:
        self.living[cover] = conditions
        self.most_living = max(self.most_living, len(self.living))

    def subset(self, cover: int, **about: Any) -> int:
        made = super().subset(cover, **about)
        self._made(made, self.living[cover])
        return made

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        made = super().refine(covers, tests)
        for cover, test, own in zip(covers.tolist(), tests.tolist(), made.tolist(), strict=True):
            self._made(own, self.living[cover] | {tuple(test)})
        return made

    def release(self, covers: Ints) -> None:
        super().release(covers)
        for cover in covers.tolist():
            if cover != self.root():
                del self.living[cover]

    def count(self, covers: Ints, channels: Channels) -> Counts:
        self.counted += [self.living[cover] for cover in covers.tolist()]
        return super().count(covers, channels)
