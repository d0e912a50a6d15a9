"""An engine that answers searches only until time is up."""

from __future__ import annotations

from typing import Any

from conjunct.count.counts import Counts
from conjunct.count.deadline import Deadline
from conjunct.count.engine import Channels, CountingEngine
from conjunct.types import Ints


class TimedEngine:
    """An engine that answers searches only while there is time. It holds no rows itself.

    Every search asks for counts, level by level, or for a fused search: both raise `TimeIsUpError`
    when time is up. The other verbs always answer, so that the results up to then can be used.

    Parameters
    ----------
    engine : CountingEngine
        The engine that owns the rows.
    deadline : Deadline
        When time is up.

    Examples
    --------
    >>> from conjunct.count import NumpyEngine, class_counts
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> import numpy as np
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1, 0]), ("a", "b"))
    >>> deadline = Deadline()
    >>> engine = TimedEngine(NumpyEngine(encode(Table((), kind, n_rows=4))), deadline)
    >>> deadline.stop()
    >>> class_counts(engine, engine.root())
    (2, 2)
    >>> engine.count(np.array([engine.root()]), np.array([0, 1]))
    Traceback (most recent call last):
    ...
    conjunct.count.deadline.TimeIsUpError
    """

    def __init__(self, engine: CountingEngine, deadline: Deadline) -> None:
        self._engine, self.bare = engine, getattr(engine, "bare", engine)
        self._deadline = deadline
        self.columns, self.n_classes = engine.columns, engine.n_classes
        self.root, self.release = engine.root, engine.release
        self.subset, self.refine, self.part = engine.subset, engine.refine, engine.part
        self.sum, self.tally, self.apply = engine.sum, engine.tally, engine.apply
        self.curvature, self.spread = engine.curvature, engine.spread

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count every one-condition refinement of every cover, if there is time."""
        self._deadline.check()
        return self._engine.count(covers, channels)

    def search(self, request: Any) -> Any:
        """Return the result of a fused search, or None if there is none, if there is time."""
        self._deadline.check()
        return self._engine.search(request)
