"""A body that grows by one condition at a time, and the rows that it covers."""

from __future__ import annotations

from typing import Self

import numpy as np

from conjunct.count import NO_TESTS, Channels, CountingEngine, Counts, ListRequest, Tests
from conjunct.model.record import Round
from conjunct.search.language import Language
from conjunct.search.refinements import Refinements, list_refinements


class GrowingBody:
    """A body, its cover, and the positives and negatives in that cover.

    Use it in a ``with`` block: its own covers are released at the end of the block, but not the
    cover that it grows on. `tried` has the number of refinements tried in the last listing, and the
    sum of the numbers of rows that they cover. A refinement counts as tried if it removes a row and
    keeps enough rows, whatever their classes.

    Examples
    --------
    >>> from conjunct.count import NumpyEngine, one_class
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> from conjunct.search.language import Limits
    >>> size = Column("size", "numeric", np.array([1.0, 2.0, 3.0]))
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    >>> engine = NumpyEngine(encode(Table((size,), kind)))
    >>> language = Language(engine.columns, Limits())
    >>> with GrowingBody(engine, language, engine.root(), one_class(1, 2)) as body:
    ...     found = body.refinements()
    ...     body.add(found, 1)
    >>> found.tests.tolist(), found.values.tolist()
    ([[0, 3, 0], [0, 2, 1], [0, 3, 1]], [[0, 2], [1, 1], [0, 1]])
    >>> body.body.tolist(), body.positives, body.negatives
    ([[0, 2, 1]], 1, 1)
    """

    def __init__(
        self,
        engine: CountingEngine,
        language: Language,
        cover: int,
        channels: Channels,
        body: Tests = NO_TESTS,
    ) -> None:
        self._engine = engine
        self.language = language
        self._channels = channels
        self._covers = [np.array([cover])]
        self._usable = language.usable([body])[0]
        self.body = body
        self.tried = 0, 0
        self._counts: Counts | None = self._counted()
        self.negatives, self.positives = self._counts.totals[0].tolist()

    def refinements(self) -> Refinements:
        """List the refinements that remove a row, keep enough rows and keep a positive row.

        Their values are negatives and positives.
        """
        language, usable = self.language, self._usable
        least = language.limits.min_coverage
        counts = self._counts or self._counted()
        request = ListRequest(counts, language.columns, usable, least)
        listed = self._engine.search(request)
        if listed is not None:
            tests, values, self.tried = listed
            return Refinements(np.zeros(len(tests), np.int64), tests, values)
        found = list_refinements(counts, language.columns, usable[None])
        covered = found.values[:, 0] + found.values[:, 1]
        tried = (covered < self.positives + self.negatives) & (covered >= least)
        self.tried = int(np.count_nonzero(tried)), covered[tried].sum().item()
        return found.where(tried & (found.values[:, 1] > 0))

    def round(self) -> Round:
        """Return the search record's round for the refinements last listed; there must be some."""
        tried, covered = self.tried
        return Round(1, len(self.body) + 1, tried, 0, covered / tried)

    def add(self, found: Refinements, place: int) -> None:
        """Add the condition of one of its refinements."""
        self.body = np.concatenate((self.body, found.tests[place : place + 1]))
        self.language.narrow(self._usable, int(found.tests[place, 0]))
        self.negatives, self.positives = found.values[place].tolist()
        self._counts = None

    def _counted(self) -> Counts:
        """Refine the cover by the conditions added since the last count, and count it."""
        for test in self.body[len(self._covers) - 1 :]:
            self._covers.append(self._engine.refine(self._covers[-1], test[None]))
        return self._engine.count(self._covers[-1], self._channels)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Release its covers."""
        if len(self._covers) > 1:
            self._engine.release(np.concatenate(self._covers[1:]))
