"""Questions that are asked together with another one, because they are likely to come next.

Counting is cheap compared with a round trip. A learner that writes a row state then asks for its
sums over the same rules, and often for their curvatures. A learner that tallies it over new covers
then sums it over their refinements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.count.calls import Call
from conjunct.count.engine import IDENTITY, NO_TESTS

MOST_PAIRS = 4_000
"""Largest number of pairs of rules whose curvatures are requested in advance: they are slow."""


@dataclass(frozen=True, eq=False)
class Guessed:
    """A question that was asked in advance, and its answer for all rows."""

    call: Call
    answer: Any

    def answers(self, call: Call) -> Any:
        """Return the answer to a question if it is part of the one asked in advance, else None."""
        own = self.call
        if call.verb != own.verb or not _same(call.given, own.given):
            return None
        if np.array_equal(call.covers, own.covers):
            return self.answer
        if call.verb != "sum" or not np.isin(call.covers, own.covers).all():
            return None
        place = {cover: at for at, cover in enumerate(own.covers.tolist())}
        return self.answer.of_covers([place[cover] for cover in call.covers.tolist()])


def guesses_after(call: Call) -> list[Call]:
    """Return the questions that are likely to follow another one, as far as they are known."""
    if call.verb == "apply" and call.given[0] is not None:
        state, points, _ = call.given
        sums = Call("tally", call.covers, ([*points.bodies, NO_TESTS], state, False))
        blocks = [points.rules[points.channels == one] for one in range(len(points.base))]
        if sum(len(block) ** 2 for block in blocks) > MOST_PAIRS:
            return [sums]
        return [sums, Call("curvature", call.covers, (state, list(points.bodies), blocks))]
    if call.verb == "tally":
        bodies, state, _ = call.given
        if isinstance(state, str) and state != IDENTITY and len(bodies) == 1 and not len(bodies[0]):
            return [Call("sum", call.covers, (state,))]
    return []


def state_of(call: Call) -> str | None:
    """Return the name of the row state in a question, if any."""
    at = {"apply": 0, "curvature": 0, "sum": 0, "tally": 1}.get(call.verb)
    state = None if at is None else call.given[at]
    return state if isinstance(state, str) else None


def _same(one: Any, two: Any) -> bool:
    """Tell whether arguments are equal; arrays in them are compared by their values."""
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(_same, one, two))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, two)
    return bool(one == two)
