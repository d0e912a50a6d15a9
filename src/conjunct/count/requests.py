"""Fused searches: the requests that an engine may answer in one compiled call.

An engine without fused searches answers None, and the plain path of `conjunct.search` runs: it
uses the other verbs, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from conjunct.count.counts import Counts
from conjunct.count.engine import Channels, Points, Splits, Tests
from conjunct.types import AnyArray, Flags, Floats, Ints


class Columns(NamedTuple):
    """What a search needs to know about the coded columns, as parallel arrays.

    Parameters
    ----------
    attribute : ndarray of int
        The attribute that a column belongs to.
    numeric : ndarray of bool
        Whether its codes are ordered.
    allowed : ndarray of bool, (columns, 4)
        Which operators a condition may have.
    n_codes : ndarray of int
        Number of known codes.
    first_key, keys : ndarray
        Random words of conditions: ``keys[first_key[column] + (op & 1) * n_codes[column] + code]``.
        The key of a body is the exclusive or of the words of its conditions.
    """

    attribute: AnyArray
    numeric: AnyArray
    allowed: AnyArray
    n_codes: AnyArray
    first_key: AnyArray
    keys: AnyArray


class BeamRequest(NamedTuple):
    """Beam searches from one cover, of positives (channel 1) against negatives (channel 0).

    Parameters
    ----------
    cover : int
        The rows.
    channels : Channels
        Which classes are positive and negative.
    columns : Columns
        The conditions.
    attribute_keys : ndarray of uint64
        A random word for each attribute; 0 if no condition can use the attribute.
    score : callable
        Function that scores arrays of positives and negatives.
    score_key : object
        Requests with equal keys have the same scores.
    min_coverage : int
        The smallest number of rows that a body may cover.
    max_conditions : int
        The largest number of conditions in a body.
    """

    cover: int
    channels: Channels
    columns: Columns
    attribute_keys: AnyArray
    score: Callable[[Ints, Ints], Floats]
    score_key: object
    min_coverage: int
    max_conditions: int


class Level(NamedTuple):
    """The result of one level of a beam search.

    Parameters
    ----------
    best : tuple of int
        The best candidate up to this level, in the notation of its `Beams`.
    positives, negatives : int
        Number of rows that it covers.
    score : float
        Its score.
    scored, covered : int
        Number of refinements tried at this level, and the sum of the numbers of rows that they
        cover. A refinement counts as tried if it removes a row and keeps `min_coverage` rows,
        whatever their classes.
    pruned : int
        Number of candidates left out because they could not lead to a better one.
    combinations : int
        Number of distinct attribute sets.
    selected : int
        Number of candidates selected, including those pruned later because they cannot beat the
        best of all.
    purest_positives, purest_negatives : int
        Counts of the refinement with the largest share of positives.
    """

    best: tuple[int, int]
    positives: int
    negatives: int
    score: float
    scored: int
    covered: int
    pruned: int
    combinations: int
    selected: int
    purest_positives: int
    purest_negatives: int


class Beams(Protocol):
    """Beam searches of growing widths for one request; each reuses the results before it."""

    request: BeamRequest
    """The request."""
    totals: tuple[int, int]
    """Positives and negatives of the cover."""

    @property
    def n_scored(self) -> int:
        """Number of refinements tried so far; those of each body count once."""

    def run(self, widths: list[int], keep: bool) -> list[list[Level]]:
        """Search with several widths; return the levels of each, empty if nothing can be tried.

        `keep` says whether wider beams will follow, which meet the same bodies again.
        """

    def body(self, level: Level) -> Tests:
        """Return the conditions of the best candidate, in the order of the columns."""


class ListRequest(NamedTuple):
    """All refinements of a cover that remove a row, keep enough rows and keep a positive row.

    The answer has their conditions, their negatives and positives, and a pair: the number of
    refinements tried, including those without a positive row, and the sum of the numbers of rows
    that these cover.

    Parameters
    ----------
    counts : Counts
        Negatives and positives of the cover.
    columns : Columns
        The conditions.
    usable : ndarray of bool, (columns,)
        The columns that may be tested.
    min_coverage : int
        The smallest number of rows that a body may cover.
    """

    counts: Counts
    columns: Columns
    usable: Flags
    min_coverage: int


class NewtonRequest(NamedTuple):
    """A search for the body whose Newton step saves most after subtracting its price.

    Parameters
    ----------
    cover : int
        The rows.
    state : str
        A row state that `CountingEngine.apply` wrote for this cover.
    columns : Columns
        The conditions.
    signs : ndarray of int, (columns, 1 or scores)
        1 if the score must not fall as the column rises, -1 if it must not rise, 0 if it may do
        either. A single entry per column holds for all scores.
    ridge, first, further : float
        Prices in nats: half of `ridge` times the square of a weight, the first condition, and each
        further condition.
    width : int
        Number of bodies of one condition that are refined; half as many of two, and so on.
    max_conditions : int
        The largest number of conditions.
    least : int
        The smallest weight of the rows that a body covers, in units of the state.
    taken : ndarray of int, (covers, channels)
        Sums of the covers that must not be found again.
    """

    cover: int
    state: str
    columns: Columns
    signs: Ints
    ridge: float
    first: float
    further: float
    width: int
    max_conditions: int
    least: int
    taken: Ints


class NewtonFound(NamedTuple):
    """The result of a search for a Newton step.

    Parameters
    ----------
    body : Tests
        Conditions in the order in which they were added; empty if no body pays for itself.
    saved : float
        Nats that its Newton step saves, minus its price.
    levels : ndarray of int, (levels, 3)
        For each level, the number of refinements scored, the weight that they cover, and the number
        of bodies pruned.
    refined : tuple of Tests
        The bodies that were refined, the empty one first.
    """

    body: Tests
    saved: float
    levels: Ints
    refined: tuple[Tests, ...]


class SplitRequest(NamedTuple):
    """The best split of every cover, for decision trees.

    Parameters
    ----------
    counts : Counts
        Counts of the covers, with a channel for every class.
    numeric : ndarray of bool, (columns,)
        Whether a column is split at a cut.
    n_codes : ndarray of int, (columns,)
        Number of codes.
    units : ndarray of int
        ``n log2 n`` in whole units, from 0 to the number of rows of the largest cover. If rows have
        weights, an object that returns the units of real numbers of rows when it is indexed.
    binary : bool
        Whether all other columns are split in two, one value against the others, instead of by
        every value.
    by_ratio : bool
        Whether the best split has the highest gain ratio, among the columns of at least mean gain
        (Quinlan 1993), instead of the highest gain.
    require_gain : bool
        Whether splits without gain are excluded.
    least : int
        Smallest number of rows of both branches of a binary split, and of at least two branches of
        any other split.
    by_errors : bool
        Whether the best split leaves the fewest rows outside the most frequent class of their
        branch. `units` are then not used.
    """

    counts: Counts
    numeric: Flags
    n_codes: Ints
    units: Any
    binary: bool
    by_ratio: bool
    require_gain: bool
    least: int
    by_errors: bool = False


class ChosenSplits(NamedTuple):
    """The best splits of some covers.

    Parameters
    ----------
    facts : ndarray of int, (5, covers)
        Number of branches; the branch with most rows; number of columns that could be split, of
        splits tried over all of them, and of the branches of these. All are 0 if there is no split.
    tests : Tests
        The condition of every branch, split by split.
    splits : Splits
        The splits of the covers that are split.
    counts : ndarray of int, (branches, classes)
        Number of rows of every branch, by class.
    """

    facts: Ints
    tests: Tests
    splits: Splits
    counts: Ints


class FitRequest(NamedTuple):
    """Weights of rules to be fitted together, see `conjunct.cards.weights.fit_weights`.

    Parameters
    ----------
    state : str
        Name of the row state; afterwards it is that of the fitted weights.
    cover : int
        The rows.
    points : Points
        The rules, and the weights to start from.
    signs : ndarray of int
        Required sign of each weight, 1 or -1; 0 if either is allowed.
    ridge : float
        Half of it times the square of each weight is part of the loss.
    cycles : int
        Largest number of steps.
    enough : float
        Fitting ends when no step of a weight saves this many nats.
    free : ndarray of bool
        Which weights may change.
    touched : ndarray of bool
        Which scores may change their base; they include the scores of free weights.
    loss : float
        Loss of the weights to start from, if their row state is already written; else NaN.
    """

    state: str
    cover: int
    points: Points
    signs: Ints
    ridge: float
    cycles: int
    enough: float
    free: AnyArray
    touched: AnyArray
    loss: float


class FittedWeights(NamedTuple):
    """Fitted weights and bases, and their loss in nats, including the ridge penalty."""

    weights: Floats
    base: Floats
    loss: float
