"""The parts of the rows that are elsewhere, as one place to ask: it adds up their answers.

A question is one round trip. Calls that need no answer are queued and sent with the next question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, Protocol

import numpy as np

from conjunct.count.calls import Call
from conjunct.count.engines import LocalName
from conjunct.count.history import History
from conjunct.encode import CodedColumn, CodedTable
from conjunct.errors import ConjunctError

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

    @property
    def home(self) -> LocalName | None:
        """Name of the engine that counts rows which are brought here; None if that never pays."""

    def ask(self, calls: Sequence[Call], which: Sequence[int]) -> list[Any]:
        """Let some parts run calls, all at once; return the answers of each.

        The answer of a part that is gone is `Lost`.
        """

    def restore(self, which: Sequence[int]) -> None:
        """Load lost parts again; raise an error if that is impossible."""


class Away:
    """All parts. A lost part is loaded again, and its covers and row states are made again.

    Parameters
    ----------
    places : Places
        The places of the parts.
    """

    def __init__(self, places: Places) -> None:
        self.written: dict[str, Call] = {}
        self.places = places
        self._history = History()
        self._waiting: list[Call] = []

    def has(self, cover: int) -> bool:
        """Tell whether the parts know a cover."""
        return self._history.has(cover)

    def run(self, calls: Sequence[Call]) -> None:
        """Let calls wait whose answers are not needed."""
        for call in calls:
            if call.verb == "release":
                self.release(call.covers.tolist())
                continue
            if call.verb == "apply":
                self._history.wrote(call.given[0], call)
            else:
                self._history.made(call)
            self._wait(call)

    def release(self, covers: Sequence[int]) -> None:
        """Release covers; those that the parts do not know are left out."""
        known = np.array([cover for cover in covers if self.has(cover)], np.int64)
        if len(known):
            self._history.released(known)
            self._wait(Call("release", known))

    def ask(self, questions: Sequence[Call]) -> list[Any]:
        """Make a round trip; return the answers for all rows."""
        calls, self._waiting = [*self._waiting, *questions], []
        everywhere = range(self.places.n_places)
        answers: list[Any] = self.places.ask(calls, everywhere)
        for _ in range(MOST_LOSSES):
            lost = [place for place in everywhere if answers[place] is Lost]
            if not lost:
                # Calls that only write row states have answers too, before those wanted.
                wanted = [found[len(found) - len(questions) :] for found in answers]
                self._record(questions)
                return [_added(parts) for parts in zip(*wanted, strict=True)]
            self.places.restore(lost)
            again = self.places.ask([*self._history.calls(), *questions], lost)
            for place, found in zip(lost, again, strict=True):
                answers[place] = found
        raise ConjunctError(
            f"parts of the rows were lost {MOST_LOSSES} times in a row, and the fit was given up; "
            "check the logs of the workers, they may need more memory"
        )

    def _record(self, questions: Sequence[Call]) -> None:
        for call in questions:
            if call.verb == "apply" and call.given[0] is not None:
                self._history.wrote(call.given[0], call)

    def _wait(self, call: Call) -> None:
        self._waiting.append(call)
        if len(self._waiting) > MOST_WAITING:
            self.ask([])


def _added(parts: Sequence[Any]) -> Any:
    """Add up the answers of all parts; those of `curvature` are lists, those of `rows` tables."""
    if isinstance(parts[0], list):
        return [reduce(add, own) for own in zip(*parts, strict=True)]
    if isinstance(parts[0], CodedTable):
        return CodedTable.joined(parts)
    return reduce(add, parts)
