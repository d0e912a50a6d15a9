"""The rows that no rule of a theory covers yet, shared by theories with the same first rules."""

from __future__ import annotations

import numpy as np

from conjunct.count import CountingEngine, Tests, class_counts, one_class
from conjunct.search.foil import FoilRule, grow_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language


class UncoveredRows:
    """Uncovered rows, and the bodies grown from them.

    Bodies are grown once and shared by all theories that leave the same rows uncovered.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    cover : int
        The uncovered rows.

    Attributes
    ----------
    left : tuple of int
        Number of rows by class.
    """

    def __init__(self, engine: CountingEngine, language: Language, cover: int) -> None:
        self.engine = engine
        self.language = language
        self.cover = cover
        self.left = class_counts(engine, cover)
        self._grown: dict[int, FoilRule | None] = {}
        self._without: dict[bytes, UncoveredRows] = {}

    def grown(self, head: int) -> FoilRule | None:
        """Return the body grown by FOIL's gain for a class, or None if there is none."""
        if head not in self._grown:
            channels = one_class(head, self.engine.n_classes)
            self._grown[head] = (
                grow_foil_rule(GrowingBody(self.engine, self.language, self.cover, channels))
                if self.left[head]
                else None
            )
        return self._grown[head]

    def without(self, body: Tests) -> UncoveredRows:
        """Return the rows that do not satisfy a body, whose conditions must be in order."""
        key = body.tobytes()
        if key not in self._without:
            rest = self.engine.subset(self.cover, without=[body])
            self._without[key] = UncoveredRows(self.engine, self.language, rest)
        return self._without[key]

    def release(self) -> None:
        """Release these rows, but not those returned by `without`."""
        self.engine.release(np.array([self.cover]))
