"""A layer of a learned heuristic: a linear map of its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.types import AnyArray, Floats


class Layer(NamedTuple):
    """A linear map: an intercept for each output, and a row of weights for each input.

    Examples
    --------
    >>> Layer.of([[0.5], [2.0]], [1.0])
    Layer(weights=((0.5,), (2.0,)), intercepts=(1.0,))
    """

    weights: tuple[tuple[float, ...], ...]
    intercepts: tuple[float, ...]

    @classmethod
    def of(cls, weights: AnyArray, intercepts: AnyArray) -> Layer:
        """Return a layer made from arrays."""
        rows = np.asarray(weights, float).tolist()
        return cls(tuple(map(tuple, rows)), tuple(np.asarray(intercepts, float).tolist()))


def mapped(inputs: Sequence[Floats], weights: AnyArray, intercepts: AnyArray) -> list[Floats]:
    """Return the outputs of a layer, summed input by input."""
    outputs = []
    for column, intercept in zip(weights.T.tolist(), intercepts.tolist(), strict=True):
        total = np.full(inputs[0].shape, intercept)
        for one, weight in zip(inputs, column, strict=True):
            total += weight * one
        outputs.append(total)
    return outputs
