"""The search for a Newton step in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.count.engine import NO_TESTS
from conjunct.count.newton_kernels import NewtonRoom, search_newton
from conjunct.count.requests import NewtonFound, NewtonRequest
from conjunct.types import Ints

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine


class NewtonPlan(NamedTuple):
    """The numbers of a `NewtonRequest`."""

    signs: Ints
    ridge: float
    first: float
    further: float
    least: int
    taken: Ints


def fused_newton(engine: LocalEngine, request: NewtonRequest) -> NewtonFound | None:
    """Search; the result equals that of the plain search, bit for bit.

    Return None if signs differ between scores.

    Parameters
    ----------
    engine : LocalEngine
        The rows.
    request : NewtonRequest
        The search.
    """
    if request.signs.shape[1] > 1:
        return None
    signs = np.ascontiguousarray(request.signs[:, 0])
    plan = NewtonPlan(signs, *request[4:7], request.least, np.ascontiguousarray(request.taken))
    rows, values = engine._covers[request.cover], engine._state(request.state)
    room = _room(request, values.shape[1])
    saved, length = search_newton(engine.coded, request.columns, rows, values, plan, room)
    deeper = enumerate(room.parents[1:], start=1)
    refined = [own[:level] for level, line in deeper for own in line if own[0, 0] >= 0]
    return NewtonFound(room.body[:length], saved, room.levels, (NO_TESTS, *refined))


def _room(request: NewtonRequest, n_channels: int) -> NewtonRoom:
    most, width = request.max_conditions, request.width
    n_codes = int(request.columns.n_codes.max(initial=0))
    return NewtonRoom(
        np.full((most, width, most, 3), -1),
        np.zeros((2, width, 4), np.int64),
        np.zeros((most, 3), np.int64),
        np.zeros((most, 3), np.int64),
        np.empty(width),
        np.empty((width, 5), np.int64),
        np.zeros((n_codes + 1, n_channels), np.int64),
        np.zeros(n_codes + 1, np.int64),
        np.empty((3, n_channels), np.int64),
        np.empty(n_channels, np.int64),
    )
