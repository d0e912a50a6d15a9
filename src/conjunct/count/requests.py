"""Fused searches: what learners may ask of an engine that can search in one compiled call.

An engine without fused searches answers None, and the plain path of `conjunct.search` runs: it
asks the other verbs, and finds the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from conjunct.count.counts import Counts
from conjunct.count.engine import Channels, Points, Splits, Tests
from conjunct.types import AnyArray, Flags, Floats, Ints


class Columns(NamedTuple):
    """What a search must know of the coded columns, an array each.

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
        A random word an attribute, 0 where no condition can use it.
    score : callable
        Scores arrays of positives and negatives.
    score_key : object
        Requests with equal keys score alike.
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
    """What all refinements of a beam amount to.

    Parameters
    ----------
    best : tuple of int
        The best candidate up to this level, as its `Beams` understands it.
    positives, negatives : int
        Rows that it covers.
    score : float
        Its score.
    scored, covered : int
        Refinements tried at this level, and the rows that they cover together: those that remove
        a row and keep `min_coverage` rows, whatever their classes.
    pruned : int
        Candidates left out because they could not lead to a better one.
    combinations : int
        Distinct attribute sets.
    selected : int
        Candidates selected, before those were pruned that cannot beat the best of all.
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
    """Beam searches of growing widths over one request, each of which reuses those before it."""

    request: BeamRequest
    """What is searched."""
    totals: tuple[int, int]
    """Positives and negatives of the cover."""

    @property
    def n_scored(self) -> int:
        """Number of refinements tried so far, those of a body once."""

    def run(self, widths: list[int], keep: bool) -> list[list[Level]]:
        """Search with several widths; return the levels of each, none where nothing can be tried.

        `keep` says whether wider beams follow, which will meet the same bodies again.
        """

    def body(self, level: Level) -> Tests:
        """Return the conditions of the best candidate, in the order of the columns."""


class ListRequest(NamedTuple):
    """All refinements of a cover that keep a positive and enough rows, and remove a row.

    The answer has their conditions, the negatives and positives that they keep, and how many were
    tried, without a positive too, with the rows that all these cover.

    Parameters
    ----------
    counts : Counts
        Of the cover: negatives, positives.
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
    """A search for the body whose Newton step saves most after its price.

    Parameters
    ----------
    cover : int
        The rows.
    state : str
        A row state that `CountingEngine.apply` wrote for this cover.
    columns : Columns
        The conditions.
    signs : ndarray of int, (columns, 1 or scores)
        1 where the score must not fall as the column rises, -1 where it must not rise, 0 where
        nothing is asked; a single one is for all scores.
    ridge, first, further : float
        Half of `ridge` times the square of a weight, and the price of the first condition and of
        each further one, in nats.
    width : int
        Bodies of one condition that are refined; half as many of two, and so on.
    max_conditions : int
        The largest number of conditions.
    least : int
        The smallest weight of the rows that a body covers, in units of the state.
    taken : ndarray of int, (covers, channels)
        Sums of the covers that are not to be found again.
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
    """What a search for a Newton step found.

    Parameters
    ----------
    body : Tests
        Conditions in the order in which they were added; none where nothing pays for itself.
    saved : float
        What its Newton step saves, less its price.
    levels : ndarray of int, (levels, 3)
        Refinements scored at each level, the weight that they cover, bodies pruned.
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
        Of the covers, every class by itself.
    numeric : ndarray of bool, (columns,)
        Whether a column is split at a cut.
    n_codes : ndarray of int, (columns,)
        Number of codes.
    units : ndarray of int
        ``n log2 n`` in whole units, from 0 to the rows of the largest cover. Where rows have
        weights: what returns the units of real numbers of rows when it is indexed by them.
    binary : bool
        Whether all other columns are split in two, a value against the others, or by every value.
    by_ratio : bool
        Whether the best split is that of the highest gain ratio, among the columns of at least mean
        gain (Quinlan 1993), or that of the highest gain.
    require_gain : bool
        Whether a split without gain is no split.
    least : int
        Rows that both sides of a split in two must have, and two branches of any other.
    by_errors : bool
        Whether the best split is that which leaves the fewest rows outside of the most frequent
        class of their branch. `units` do not matter then.
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
        splits tried over all of them, and of the branches of these. All 0 where there is no split.
    tests : Tests
        The condition of every branch, one split's after the other's.
    splits : Splits
        How the covers that are split are divided.
    counts : ndarray of int, (branches, classes)
        Rows of every branch.
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
        Name of the row state, which is that of the fitted weights afterwards.
    cover : int
        The rows.
    points : Points
        The rules, and the weights to start from.
    signs : ndarray of int
        What each weight must be: 1 or -1; 0 where it is free.
    ridge : float
        Half of it times the square of each weight is part of the loss.
    cycles : int
        Steps at most.
    enough : float
        The end: no step of a weight is worth this many nats.
    free : ndarray of bool
        The weights that may change; the others stay as they are.
    touched : ndarray of bool
        The scores whose base may change, among them those that free weights are added to.
    loss : float
        Loss of the weights to start from, if their row state is written already; else NaN.
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
    """Weights and bases that were fitted, and their loss in nats, ridge included."""

    weights: Floats
    base: Floats
    loss: float
