"""Engines that hold no rows: they ask another engine, and change some of its answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from conjunct.count.counts import Counts
from conjunct.count.deadline import Deadline
from conjunct.count.engine import (
    CLASS_WEIGHTS,
    SCALE,
    Channels,
    CountingEngine,
    Tests,
    class_counts,
    n_channels,
)
from conjunct.count.requests import BeamRequest, ListRequest, SplitRequest
from conjunct.types import AnyArray, Floats, Ints

EXACT_BITS = 52
"""Largest number of bits of the sum of all weights; floats are exact with up to 53 bits."""


class _View:
    """Forwards the verbs that every view forwards. `bare` is the engine that owns the rows."""

    def __init__(self, engine: CountingEngine) -> None:
        self._engine: CountingEngine = engine
        self.bare: CountingEngine = getattr(engine, "bare", engine)
        self.columns, self.n_classes = engine.columns, engine.n_classes
        self.subset, self.refine, self.part = engine.subset, engine.refine, engine.part
        self.sum, self.apply, self.curvature = engine.sum, engine.apply, engine.curvature
        self.spread = engine.spread


class EngineWithin(_View):
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
        super().__init__(engine)
        self._cover = cover
        self.count, self.tally, self.search = engine.count, engine.tally, engine.search

    def root(self) -> int:
        """Return the cover of all rows of this engine."""
        return self._cover

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""
        self._engine.release(covers[covers != self._cover])


class WeightedEngine(_View):
    """An engine that returns the weights of rows instead of their number.

    The weights of the table must come from `exact_weights`. Then all sums are exact in floating
    point, in any order of addition. Row states already include weights and are not changed.

    Parameters
    ----------
    engine : CountingEngine
        The engine that owns the rows and counts them.

    Examples
    --------
    >>> from conjunct.count import NumpyEngine, class_counts
    >>> from conjunct.data.table import Column, Table
    >>> from conjunct.encode import encode
    >>> kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    >>> table = Table((), kind, weights=np.array([0.5, 2.0, 1.0]))
    >>> engine = WeightedEngine(NumpyEngine(encode(table)))
    >>> class_counts(engine, engine.root())
    (0.5, 3)
    """

    def __init__(self, engine: CountingEngine) -> None:
        super().__init__(engine)
        self.root, self.release = engine.root, engine.release

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Add up the weights of every one-condition refinement of every cover, by channel."""
        sums = self.bare.sum(covers, CLASS_WEIGHTS)
        values = by_channel(sums.values, channels)
        kept = np.flatnonzero(values.any(axis=1))
        return Counts(
            np.searchsorted(kept, sums.offsets),
            sums.codes[kept],
            values[kept],
            by_channel(sums.totals, channels),
        )

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> AnyArray:
        """Add up the weights of the rows that satisfy every body, see `CountingEngine`."""
        if isinstance(of, str):
            return self.bare.tally(covers, bodies, of, first)
        return by_channel(self.bare.tally(covers, bodies, CLASS_WEIGHTS, first), of)

    def search(self, request: Any) -> Any:
        """Return a fused search over row states; None for those over counts, which count rows."""
        if isinstance(request, BeamRequest | ListRequest | SplitRequest):
            return None
        return self.bare.search(request)


def n_rows_of(engine: CountingEngine, cover: int) -> int:
    """Return the number of rows of a cover, whatever their weights."""
    return int(sum(class_counts(getattr(engine, "bare", engine), cover)))


def exact_weights(weights: Floats) -> Floats:
    """Return the nearest weights whose sums are exact: multiples of a power of two, 2**-32 or more.

    Whole weights stay unchanged. A weight of less than half that power becomes 0. Weights are not
    negative, and their sum is at most `HEAVIEST`.

    Examples
    --------
    >>> exact_weights(np.array([3.0, 0.5, 1e-12])).tolist()
    [3.0, 0.5, 0.0]
    """
    digits = min(32, EXACT_BITS - math.frexp(math.fsum(weights))[1])
    return np.asarray(np.ldexp(np.rint(np.ldexp(weights, digits)), -digits))


def by_channel(weights: Ints, channels: Channels) -> Floats:
    """Turn weights by class, in fixed point along the last axis, into floats by channel.

    Examples
    --------
    >>> by_channel((np.array([[0.5, 2.0, 1.0]]) * SCALE).astype(np.int64), np.array([1, -1, 1]))
    array([[0. , 1.5]])
    """
    sums = np.zeros((*weights.shape[:-1], n_channels(channels)), np.int64)
    for label in np.flatnonzero(channels >= 0).tolist():
        sums[..., channels[label]] += weights[..., label]
    return np.asarray(sums / SCALE)


class TimedEngine(_View):
    """An engine that answers searches only while there is time. It holds no rows itself.

    Every search asks for counts, level by level, or for a fused search: both raise `TimeIsUpError`
    when time is up. The other verbs always answer, so that the results up to then can be used.

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
        super().__init__(engine)
        self._deadline = deadline
        self.root, self.release, self.tally = engine.root, engine.release, engine.tally

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count every one-condition refinement of every cover, if there is time."""
        self._deadline.check()
        return self._engine.count(covers, channels)

    def search(self, request: Any) -> Any:
        """Return the result of a fused search, or None if there is none, if there is time."""
        self._deadline.check()
        return self._engine.search(request)
