"""Rows with weights, for learners that count rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from conjunct.count.counts import Counts
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


class WeightedEngine:
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
        self.bare = engine
        self.columns, self.n_classes = engine.columns, engine.n_classes
        self.root, self.release = engine.root, engine.release
        self.subset, self.refine, self.part = engine.subset, engine.refine, engine.part
        self.sum, self.apply, self.curvature = engine.sum, engine.apply, engine.curvature
        self.spread = engine.spread

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

    Whole weights stay unchanged. A weight of less than half that power becomes 0.

    Parameters
    ----------
    weights : ndarray of float
        Weights of all rows, not negative; their sum is at most `HEAVIEST`.

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
