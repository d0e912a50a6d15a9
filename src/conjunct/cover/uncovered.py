"""The rows that no rule of a theory covers yet, shared by theories that begin alike."""

from __future__ import annotations

import numpy as np

from conjunct.count import CountingEngine, Tests, class_counts, one_class
from conjunct.search.foil import FoilRule, grow_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language


class UncoveredRows:
    """Rows without a rule, and the bodies grown from them.

    What one theory has had done is there for the next one that comes to the same rows.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    cover : int
        The rows without a rule.

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
        """Return the body that FOIL's gain leads to for a class, None if there is none."""
        if head not in self._grown:
            channels = one_class(head, self.engine.n_classes)
            self._grown[head] = (
                grow_foil_rule(GrowingBody(self.engine, self.language, self.cover, channels))
                if self.left[head]
                else None
            )
        return self._grown[head]

    def without(self, body: Tests) -> UncoveredRows:
        """Return the rows that do not satisfy a body, whose conditions are in order."""
        key = body.tobytes()
        if key not in self._without:
            rest = self.engine.subset(self.cover, without=[body])
            self._without[key] = UncoveredRows(self.engine, self.language, rest)
        return self._without[key]

    def release(self) -> None:
        """Forget these rows, not those of `without`."""
        self.engine.release(np.array([self.cover]))
