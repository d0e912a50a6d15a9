"""The search for a Newton step in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.count.engine import NO_TESTS
from conjunct.count.newton_kernels import search_newton
from conjunct.count.requests import NewtonFound, NewtonRequest
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine


class NewtonPlan(NamedTuple):
    """The numbers of a `NewtonRequest`."""

    signs: Ints
    ridge: float
    per_class: float
    first: float
    further: float
    least: int
    taken: Ints


def fused_newton(engine: LocalEngine, request: NewtonRequest) -> NewtonFound | None:
    """Search; the result of the plain search, to the bit."""
    if not len(engine.columns):
        return None
    plan = NewtonPlan(*request[3:8], request.least, np.ascontiguousarray(request.taken))
    most = request.max_conditions
    parents = np.empty((most, request.width, most, 3), np.int64)
    levels, body = np.zeros((most, 3), np.int64), np.zeros((most, 3), np.int64)
    saved, length = search_newton(
        engine.coded,
        request.columns,
        engine._covers[request.cover],
        engine._state(request.state),
        plan,
        parents,
        levels,
        body,
    )
    refined = [own[:level] for level in range(1, most) for own in parents[level] if own[0, 0] >= 0]
    return NewtonFound(body[:length], saved, levels, (NO_TESTS, *refined))
