"""An engine that shows which covers were not released."""

from __future__ import annotations

from conjunct.count import NumpyEngine


class WatchedEngine(NumpyEngine):
    """Knows the covers that were made and not yet released."""

    @property
    def live(self) -> set[int]:
        return set(self._covers) - {self.root()}
