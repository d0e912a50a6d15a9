"""Some rows of an engine as an engine of their own, for example a fold to learn from."""

from __future__ import annotations

from conjunct.count.engine import CountingEngine
from conjunct.types import Ints


class EngineWithin:
    """An engine whose root is a cover of another engine. It holds no rows itself.

    A learner that is given this engine learns only from the rows of the cover. Row states are
    shared with the other engine, so only one of the two may be used at a time.

    Parameters
    ----------
    engine : CountingEngine
        The engine that owns the rows.
    cover : int
        The rows to learn from. The caller must release this cover.

    Examples
    --------
    >>> from conjunct.count import Fold, NumpyEngine, class_counts
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> import numpy as np
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1, 0]), ("a", "b"))
    >>> engine = NumpyEngine(encode(Table((), kind, n_rows=4)))
    >>> half = EngineWithin(engine, engine.subset(engine.root(), fold=Fold(seed=1, n_folds=2)))
    >>> class_counts(half, half.root())
    (1, 1)
    """

    def __init__(self, engine: CountingEngine, cover: int) -> None:
        self._engine, self.bare = engine, getattr(engine, "bare", engine)
        self._cover = cover
        self.columns, self.n_classes = engine.columns, engine.n_classes
        self.subset, self.refine, self.part = engine.subset, engine.refine, engine.part
        self.count, self.sum, self.tally = engine.count, engine.sum, engine.tally
        self.apply, self.curvature, self.spread = engine.apply, engine.curvature, engine.spread
        self.search = engine.search

    def root(self) -> int:
        """Return the cover of all rows of this engine."""
        return self._cover

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""
        self._engine.release(covers[covers != self._cover])
