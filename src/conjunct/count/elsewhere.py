"""An engine over parts of the rows that are elsewhere: it asks all parts at once and adds up.

The engine assigns the numbers of covers itself, so `subset`, `refine`, `part` and `release` need no
answer. These calls are queued and sent with the next question, a call that needs an answer. A
question is one round trip.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from operator import add
from threading import RLock
from typing import Any, Protocol

import numpy as np

from conjunct.count.calls import ROOT, Call
from conjunct.count.counts import Counts
from conjunct.count.engine import (
    Applied,
    Channels,
    Points,
    Splits,
    Spread,
    Tests,
    check_columns,
)
from conjunct.count.folds import Fold
from conjunct.count.guesses import Guessed, guesses_after, state_of
from conjunct.count.history import History
from conjunct.encode import CodedColumn
from conjunct.errors import ConjunctError
from conjunct.types import Ints

MOST_WAITING = 1000
"""Largest number of calls that wait for a question; beyond it, they are sent without one."""
MOST_LOSSES = 5
"""Number of consecutive losses of parts after which the engine gives up."""


@dataclass
class Traffic:
    """What an engine has sent and received: round trips, and bytes to and from all parts.

    Bytes are counted only for parts in other processes.
    """

    trips: int = 0
    sent: int = 0
    received: int = 0


class Lost:
    """Marks the answer of a part that is gone."""


class Places(Protocol):
    """The places of the parts, and the way to reach them."""

    columns: tuple[CodedColumn, ...]
    n_classes: int
    n_places: int
    traffic: Traffic
    are_far: bool
    """Whether a round trip takes longer than counting, so that guessing questions pays."""

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let some parts run calls, all at once; return the answers of each.

        The answer of a part that is gone is `Lost`.
        """

    def restore(self, which: Sequence[int]) -> None:
        """Load lost parts again; raise an error if that is impossible."""


class EngineElsewhere:
    """An engine that counts where the rows are, and adds up.

    Every answer of an engine is a sum over rows. So the sum over the parts is the answer for all
    rows, and the learned model is the same. A part may have no rows. The parts must have the same
    coding, see `conjunct.encode.make_coding`. A lost part is loaded again, and its covers and row
    states are made again.

    Parameters
    ----------
    places : Places
        The places of the parts.
    """

    def __init__(self, places: Places) -> None:
        self.columns, self.n_classes = places.columns, places.n_classes
        self.traffic = places.traffic
        self._places = places
        self._history = History()
        self._waiting: list[Call] = []
        self._guessed: dict[str | None, list[Guessed]] = {}
        self._lock = RLock()  # the folds of a card are learned by several threads

    def root(self) -> int:
        """Return the cover of all rows."""
        return ROOT

    def subset(
        self,
        cover: int,
        *,
        classes: Collection[int] | None = None,
        without: Sequence[Tests] = (),
        of: Collection[int] | None = None,
        fold: Fold | None = None,
    ) -> int:
        """Return a new cover of some rows of a cover, see `CountingEngine`."""
        self._check(without)
        given = {"classes": classes, "without": list(without), "of": of, "fold": fold}
        return int(self._made("subset", np.array([cover]), (deepcopy(given),), 1)[0])

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair of cover and test."""
        self._check([tests])
        return self._made("refine", covers, (tests.copy(),), len(covers))

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, split by split."""
        check_columns(splits.columns, len(self.columns))
        return self._made("part", covers, (splits,), int(splits.n_parts.sum()))

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""
        with self._lock:
            self._history.check(covers)
            self._wait(self._history.released(covers))

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""
        counts: Counts = self._asked("count", covers, channels)
        return counts

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover."""
        sums: Counts = self._asked("sum", covers, state)
        return sums

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, see `CountingEngine`."""
        sums: Ints = self._asked("tally", covers, list(bodies), of, first)
        return sums

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover and write their weights, gradients and curvatures."""
        applied: Applied = self._asked("apply", np.array([cover]), state, points, least)
        return applied

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules."""
        given = state, list(bodies), list(blocks)
        sums: list[Ints] = self._asked("curvature", np.array([cover]), *given)
        return sums

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy."""
        spread: Spread = self._asked("spread", np.array([cover]), list(bodies), points)
        return spread

    def search(self, request: Any) -> Any:
        """Return None: a search over parts goes level by level, with one call to every part."""

    def _check(self, bodies: Sequence[Tests]) -> None:
        """Raise an error now that the parts would raise only with the next question."""
        for body in bodies:
            check_columns(body[:, 0], len(self.columns))

    def _made(self, verb: str, covers: Ints, given: tuple[Any, ...], n_made: int) -> Ints:
        with self._lock:
            self._history.check(covers)
            call = self._history.made(verb, covers, given, n_made)
            self._wait(call)
        return np.arange(call.made.start, call.made.stop)

    def _wait(self, call: Call) -> None:
        self._waiting.append(call)
        if len(self._waiting) > MOST_WAITING:
            self._from_all([])

    def _asked(self, verb: str, covers: Ints, *given: Any) -> Any:
        """Return the sum of the answers of all parts; no part is asked if it is already known."""
        call = Call(verb, covers, given)
        state = state_of(call)
        with self._lock:
            self._history.check(covers)
            for guessed in self._guessed.get(state, ()):
                known = guessed.answers(call)
                if known is not None:
                    return known
            guesses = guesses_after(call) if self._places.are_far else []
            answers = self._from_all([call, *guesses])
            if guesses:
                self._guessed[state] = list(map(Guessed, guesses, answers[1:]))
            if verb == "apply" and state is not None:
                self._history.wrote(state, call)
        return answers[0] if answers else None

    def _from_all(self, questions: list[Call]) -> list[Any]:
        """Let every part run the waiting calls and the questions; return the summed answers."""
        calls, self._waiting = [*self._waiting, *questions], []
        everywhere = range(self._places.n_places)
        answers: list[Any] = self._places.ask(calls, everywhere)
        for _ in range(MOST_LOSSES):
            lost = [place for place in everywhere if answers[place] is Lost]
            if not lost:
                return [_added(parts) for parts in zip(*answers, strict=True)]
            self._places.restore(lost)
            again = self._places.ask([*self._history.calls(), *questions], lost)
            for place, found in zip(lost, again, strict=True):
                # The calls that wrote row states were answered before.
                answers[place] = found if found is Lost else found[len(found) - len(questions) :]
        raise ConjunctError(
            f"parts of the rows were lost {MOST_LOSSES} times in a row, and the fit was given up; "
            "check the logs of the workers, they may need more memory"
        )


def _added(parts: Sequence[Any]) -> Any:
    """Add up the answers of all parts; those of `curvature` are lists."""
    if isinstance(parts[0], list):
        return [reduce(add, own) for own in zip(*parts, strict=True)]
    return reduce(add, parts)
