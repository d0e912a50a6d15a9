"""The rows that no rule of a theory covers yet, shared by theories that begin alike."""

from __future__ import annotations

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.search import Language
from conjunct.search.foil import Grown, grow


class Remaining:
    """Rows without a rule, and the bodies grown from them.

    What one theory has had done is there for the next one that comes to the same rows.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.

    Attributes
    ----------
    left : tuple of int
        Number of rows by class.
    """

    def __init__(self, engine: CountingEngine, language: Language) -> None:
        self.engine = engine
        self.language = language
        self.left = engine.class_counts(as_tests([]))
        self._grown: dict[int, Grown | None] = {}
        self._without: dict[bytes, Remaining] = {}

    def grown(self, head: int) -> Grown | None:
        """Return the body that FOIL's gain leads to for a class, None if there is none."""
        if head not in self._grown:
            self.engine.begin(head)
            self._grown[head] = grow(self.engine, self.language) if self.left[head] else None
        return self._grown[head]

    def without(self, body: Tests) -> Remaining:
        """Return the rows that do not satisfy a body, whose conditions are in order."""
        key = body.tobytes()
        if key not in self._without:
            self._without[key] = Remaining(self.engine.without(body), self.language)
        return self._without[key]
