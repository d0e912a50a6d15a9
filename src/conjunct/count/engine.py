"""The seam between learners and rows: the protocol of counting engines.

The engine owns the rows. Above it there are only covers (numbers that their engine understands),
bodies (conditions on codes) and sums. Five laws hold, and `tests/count/test_laws.py` checks them
for every engine:

1. Every answer is a sum over rows. The answer of an engine over two parts of the rows is the sum of
   the answers of engines over the parts, bit for bit.
2. Covers are values. A cover never changes, and only `release` ends it, so searches can share an
   engine.
3. Row state is a named column of the engine. `apply` writes it; it is read only as sums.
4. A fused search is a private speed-up. `search` may return None, and then the plain path runs.
5. Every engine gives the same answers, so every engine leads to the same model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from conjunct.count.counts import Counts, as_numbers
from conjunct.count.folds import Fold
from conjunct.encode import CodedColumn
from conjunct.types import AnyArray, Count, Floats, Ints

Tests = npt.NDArray[np.int64]
"""Conditions on codes, one per row: column, operator (0 ``=``, 1 ``≠``, 2 ``≤``, 3 ``>``), code."""

OPERATORS = ("=", "!=", "<=", ">")
"""Operators in the order of their numbers."""
EQUAL, UNEQUAL, AT_MOST, ABOVE = range(4)

Channels = npt.NDArray[np.int64]
"""For every class, the channel in which its rows are counted, from 0; -1 if they do not count."""

SCALE = 2.0**32
"""The number that represents 1 in row states: the resolution of weights, gradients, curvatures."""
LOSS_SCALE = 2.0**24
"""The number that represents one nat in sums of losses."""
HEAVIEST = 2.0**30
"""Largest total weight of all rows, so that sums fit into 64 bits."""
FLAT = int(1e-6 * SCALE)
"""Rows with at most this curvature per weight are left out of the sums over pairs of rules."""

IDENTITY = "identity"
"""A row state that every engine has: a random number per row. Equal sums mean equal covers."""
CLASS_WEIGHTS = "class weights"
"""A row state that every engine has: the weight of the row in the column of its class."""


class Splits(NamedTuple):
    """Splits of covers, one split per cover.

    Parameters
    ----------
    columns : ndarray of int
        The column of each split.
    parts : ndarray of int
        Number of the part for every code of that column, "missing" last; split by split.
    n_parts : ndarray of int
        Number of parts of each split.
    """

    columns: Ints
    parts: Ints
    n_parts: Ints


class Points(NamedTuple):
    """Rules with weights, the argument of `CountingEngine.apply`.

    Parameters
    ----------
    bodies : sequence of Tests
        The rules.
    rules : ndarray of int
        Number of the rule that each weight belongs to.
    channels : ndarray of int
        Number of the score that each weight is added to.
    weights : ndarray of float
        The weights.
    base : ndarray of float
        The value that each score starts from. A single score is the log-odds of the last class;
        otherwise every class has a score.
    """

    bodies: Sequence[Tests]
    rules: Ints
    channels: Ints
    weights: Floats
    base: Floats


class Applied(NamedTuple):
    """The loss and the errors of scores on the rows of a cover, as whole numbers.

    Parameters
    ----------
    loss : int
        Log loss of the rows, in units of 1 / `LOSS_SCALE` nats.
    wrong : int
        Weight of the rows whose class does not have the highest score, in units of 1 / `SCALE`.
    weight : int
        Weight of all rows, in units of 1 / `SCALE`.
    """

    loss: int
    wrong: int
    weight: int

    def __add__(self, other: tuple[int, ...]) -> Applied:  # type: ignore[override]
        """Return the sums over the rows of both."""
        return Applied(*(one + two for one, two in zip(self, other, strict=True)))


class Spread(NamedTuple):
    """The distribution of the rows of a cover over sums of points.

    Parameters
    ----------
    sums : ndarray of int
        The sums that occur, ascending.
    counts : ndarray of int, (sums, classes)
        Number of rows with each sum, by class.
    """

    sums: Ints
    counts: Ints

    @classmethod
    def of(cls, sums: Ints, labels: AnyArray, n_classes: int) -> Spread:
        """Count rows by their sums and classes."""
        least = int(sums.min(initial=0))
        width = int(sums.max(initial=0)) - least + 1
        if width <= len(sums):  # no need to sort
            counts = np.bincount((sums - least) * n_classes + labels, minlength=width * n_classes)
            counts = counts.reshape(width, n_classes)
            found = np.flatnonzero(counts.any(axis=1))
            return cls(found + least, counts[found])
        occur, place = np.unique(sums, return_inverse=True)
        counts = np.bincount(place * n_classes + labels, minlength=len(occur) * n_classes)
        return cls(occur, counts.reshape(len(occur), n_classes))

    def __add__(self, other: tuple[Ints, ...]) -> Spread:  # type: ignore[override]
        """Return the counts over the rows of both."""
        sums, place = np.unique(np.concatenate((self.sums, other[0])), return_inverse=True)
        counts = np.zeros((len(sums), self.counts.shape[1]), np.int64)
        np.add.at(counts, place, np.concatenate((self.counts, other[1])))
        return Spread(sums, counts)


class CountingEngine(Protocol):
    """The protocol through which learners use the rows."""

    columns: tuple[CodedColumn, ...]
    n_classes: int

    def root(self) -> int:
        """Return the cover of all rows."""

    def subset(
        self,
        cover: int,
        *,
        classes: Collection[int] | None = None,
        without: Sequence[Tests] = (),
        of: Collection[int] | None = None,
        fold: Fold | None = None,
    ) -> int:
        """Return a new cover of some rows of a cover.

        Parameters
        ----------
        cover : int
            The cover.
        classes : collection of int or None
            Keep only the rows of these classes; None for all.
        without : sequence of Tests
            Drop the rows that satisfy one of these bodies.
        of : collection of int or None
            Drop only rows of these classes; None for all.
        fold : Fold or None
            Keep only the rows of a fold, or those outside it; None for all.
        """

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair: the rows of the cover that pass the test."""

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, split by split."""

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover.

        A code occurs if the rows that have it have a weight above 0.
        """

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        """Add up the rows of every cover that satisfy every body, ``(covers, bodies, channels)``.

        Parameters
        ----------
        covers : ndarray of int
            The covers.
        bodies : sequence of Tests
            The bodies; the empty body holds for every row.
        of : Channels or str
            Channels, to count rows; or the name of a row state. A state that `apply` wrote has the
            weight of each row and its gradients and curvatures by score. `tally` also returns the
            sums of the positive gradients.
        first : bool
            Whether a row counts only for the first body that it satisfies.
        """

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover and write their weights, gradients and curvatures.

        Parameters
        ----------
        state : str or None
            Name of the row state to write, None to write none. It is 0 for rows outside the cover.
        cover : int
            The rows.
        points : Points
            Rules, weights and bases of the scores.
        least : float
            The loss raises lower probabilities to this value.
        """

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of each score over pairs of rules.

        `state` is a row state that `apply` wrote for the rows of the cover. `blocks` has the rules
        to pair for each score. Return for each score a matrix over its rules, with a last line for
        all rows. Its entries are sums over the rows that satisfy both. Rows with at most `FLAT`
        curvature count only in the last line.
        """

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy.

        Each row counts once, whatever its weight. `points` has the points of each body.
        """

    def release(self, covers: Ints) -> None:
        """Release covers that are no longer needed; the root stays."""

    def search(self, request: Any) -> Any:
        """Return a fused search for a request of `conjunct.count.requests`, or None."""


def as_tests(tests: Iterable[tuple[int, ...]]) -> Tests:
    """Return conditions as an array, the form that engines take."""
    return np.array(list(tests), np.int64).reshape(-1, 3)


NO_TESTS = as_tests([])
"""The empty body, which holds for every row."""


def check_columns(columns: Ints, n_columns: int) -> None:
    """Raise an error for conditions or splits on columns that a table does not have.

    Examples
    --------
    >>> check_columns(as_tests([(3, 0, 1)])[:, 0], 2)
    Traceback (most recent call last):
    ...
    ValueError: a condition is about column 3, but the table has 2 columns, numbered from 0
    """
    numbers = columns.tolist()
    if numbers and (min(numbers) < 0 or max(numbers) >= n_columns):
        unknown = next(one for one in numbers if not 0 <= one < n_columns)
        raise ValueError(
            f"a condition is about column {unknown}, but the table has {n_columns} columns, "
            "numbered from 0"
        )


def each_class(n_classes: int) -> Channels:
    """Return channels with one channel for every class."""
    return np.arange(n_classes)


def one_class(head: int, n_classes: int) -> Channels:
    """Return channels that count class `head` as positive (1) and all others as negative (0)."""
    return np.asarray(np.arange(n_classes) == head, np.int64)


def n_channels(channels: Channels) -> int:
    """Return the number of channels."""
    return int(channels.max(initial=-1)) + 1


def class_counts(engine: CountingEngine, cover: int, body: Tests = NO_TESTS) -> tuple[Count, ...]:
    """Count the rows of a cover that satisfy a body, by class."""
    counts = engine.tally(np.array([cover]), [body], each_class(engine.n_classes))
    return as_numbers(counts[0, 0])


def two_counts(engine: CountingEngine, cover: int, channels: Channels) -> tuple[Count, Count]:
    """Return the positives (channel 1) and negatives (channel 0) of a cover."""
    counts = engine.tally(np.array([cover]), [NO_TESTS], channels)[0, 0]
    negatives, positives = as_numbers(counts)
    return positives, negatives
