"""The seam between learners and rows: what a counting engine can be asked.

The engine owns the rows. Above it there are only covers (numbers that their engine understands),
bodies (conditions on codes) and sums. Five laws hold, and `tests/count/test_laws.py` checks them
for every engine:

1. Every answer is a sum over rows. An engine over two parts of the rows answers the sum of what
   engines over the parts answer, to the bit.
2. Covers are values. A cover never changes, and nothing but `release` ends it, so that searches
   can share an engine.
3. Row state is a named column of the engine. `apply` writes it; it is read as sums only.
4. A fused search is a private speed-up. `search` may return None, and then the plain path runs.
5. Every engine gives the same answers, so that every engine leads to the same model.
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
"""Conditions on codes, a row each: column, operator (0 ``=``, 1 ``≠``, 2 ``≤``, 3 ``>``), code."""

OPERATORS = ("=", "!=", "<=", ">")
"""Operators in the order of their numbers."""
EQUAL, UNEQUAL, AT_MOST, ABOVE = range(4)

Channels = npt.NDArray[np.int64]
"""For every class the channel that its rows are counted in, from 0; -1: they are not counted."""

SCALE = 2.0**32
"""What stands for one in row states: the resolution of weights, gradients and curvatures."""
LOSS_SCALE = 2.0**24
"""What stands for one nat in sums of losses."""
HEAVIEST = 2.0**30
"""The most that all rows may weigh together: sums then fit 64 bits."""
FLAT = int(1e-6 * SCALE)
"""Rows of no more curvature per weight are left out where pairs of rules are added up."""

IDENTITY = "identity"
"""A row state that every engine has: a random number a row. Equal sums mean equal covers."""
CLASS_WEIGHTS = "class weights"
"""A row state that every engine has: the weight of the row in the column of its class."""


class Splits(NamedTuple):
    """How covers are divided, a split each.

    Parameters
    ----------
    columns : ndarray of int
        The column that each split looks at.
    parts : ndarray of int
        Number of the part for every code of that column, "missing" last; one split's codes after
        the other's.
    n_parts : ndarray of int
        Number of parts of each split.
    """

    columns: Ints
    parts: Ints
    n_parts: Ints


class Points(NamedTuple):
    """Rules with weights, as `CountingEngine.apply` takes them.

    Parameters
    ----------
    bodies : sequence of Tests
        The rules.
    rules : ndarray of int
        Number of the rule that each weight belongs to.
    channels : ndarray of int
        Number of the score that it is added to.
    weights : ndarray of float
        The weights.
    base : ndarray of float
        What each score starts from. One score: the log-odds of the last class; else one score for
        every class.
    """

    bodies: Sequence[Tests]
    rules: Ints
    channels: Ints
    weights: Floats
    base: Floats


class Applied(NamedTuple):
    """What scores do on the rows of a cover, in whole numbers.

    Parameters
    ----------
    loss : int
        Nats of the classes of the rows, `LOSS_SCALE` for one.
    wrong : int
        Weight of the rows whose class has not the highest score, `SCALE` for one.
    weight : int
        Weight of all rows, `SCALE` for one.
    """

    loss: int
    wrong: int
    weight: int

    def __add__(self, other: tuple[int, ...]) -> Applied:  # type: ignore[override]
        """Return the sums over the rows of both."""
        return Applied(*(one + two for one, two in zip(self, other, strict=True)))


class Spread(NamedTuple):
    """How the rows of a cover spread over sums of points.

    Parameters
    ----------
    sums : ndarray of int
        The sums that occur, rising.
    counts : ndarray of int, (sums, classes)
        Rows with each sum, by class.
    """

    sums: Ints
    counts: Ints

    @classmethod
    def of(cls, sums: Ints, labels: AnyArray, n_classes: int) -> Spread:
        """Count rows, of which sum and class are given."""
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
    """What learners need of the rows."""

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
            Keep the rows of these classes.
        without : sequence of Tests
            Drop the rows that satisfy one of these bodies.
        of : collection of int or None
            Of those, drop only the rows of these classes.
        fold : Fold or None
            Keep the rows of a fold, or those outside of it.
        """

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        """Return a new cover for each pair: the rows of the cover that pass the test."""

    def part(self, covers: Ints, splits: Splits) -> Ints:
        """Divide each cover; return the covers of all parts, one split's after the other's."""

    def count(self, covers: Ints, channels: Channels) -> Counts:
        """Count the rows of every one-condition refinement of every cover, by channel."""

    def sum(self, covers: Ints, state: str) -> Counts:
        """Add up a row state over every one-condition refinement of every cover.

        A code occurs where the rows that have it weigh anything.
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
            The bodies; one without conditions holds for every row.
        of : Channels or str
            Channels, to count rows; or the name of a row state. A state that `apply` wrote has for
            each row its weight, gradients and curvatures by score, and here also the sums of the
            gradients that are positive.
        first : bool
            Whether a row counts only for the first body that it satisfies.
        """

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        """Score the rows of a cover, and write their weights, gradients and curvatures.

        Parameters
        ----------
        state : str or None
            Name of the row state to write, None to write none. Rows outside of the cover are zero.
        cover : int
            The rows.
        points : Points
            What the scores are made of.
        least : float
            No probability counts as lower in the loss.
        """

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        """Add up the curvatures of one score after the other over pairs of rules.

        Parameters
        ----------
        state : str
            A row state that `apply` wrote.
        cover : int
            The rows that it was written for.
        bodies : sequence of Tests
            The rules.
        blocks : sequence of ndarray of int
            For each score the rules to pair.

        Returns
        -------
        list of ndarray
            For each score a matrix over its rules, with a last line for all rows: the sums over the
            rows that both satisfy. Rows of at most `FLAT` curvature count only in the last line.
        """

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        """Count the rows of a cover by the sum of the points of the bodies that they satisfy.

        Rows count as one each, whatever their weight.

        Parameters
        ----------
        cover : int
            The rows.
        bodies : sequence of Tests
            The rules.
        points : ndarray of int
            What each rule adds.
        """

    def release(self, covers: Ints) -> None:
        """Forget covers that are no longer needed."""

    def search(self, request: Any) -> Any:
        """Return a fused search for a request of `conjunct.count.requests`, or None."""


def as_tests(tests: Iterable[tuple[int, ...]]) -> Tests:
    """Return conditions as the array that engines take."""
    return np.array(list(tests), np.int64).reshape(-1, 3)


NO_TESTS = as_tests([])
"""The body without conditions, which holds for every row."""


def check_columns(columns: Ints, n_columns: int) -> None:
    """Refuse conditions or splits on columns that a table has not.

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
    """Return the channels that count every class by itself."""
    return np.arange(n_classes)


def one_class(head: int, n_classes: int) -> Channels:
    """Return the channels that count class `head` as positive (1), all others as negative (0)."""
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
