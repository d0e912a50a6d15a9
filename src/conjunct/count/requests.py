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

    The random word of a condition is ``keys[first_key[column] + (op & 1) * n_codes[column] +
    code]``. The key of a body is the exclusive or of the words of its conditions.
    """

    attribute: AnyArray  # the attribute that a column belongs to
    numeric: AnyArray  # whether its codes are ordered
    allowed: AnyArray  # which operators a condition may have, (columns, 4)
    n_codes: AnyArray
    first_key: AnyArray
    keys: AnyArray


class BeamRequest(NamedTuple):
    """Beam searches from one cover, of positives (channel 1) against negatives (channel 0)."""

    cover: int
    channels: Channels
    columns: Columns
    attribute_keys: AnyArray  # a random word for each attribute; 0 if no condition can use it
    score: Callable[[Ints, Ints], Floats]  # of positives and negatives
    score_key: object  # requests with equal keys have the same scores
    min_coverage: int
    max_conditions: int


class Level(NamedTuple):
    """The result of one level of a beam search.

    A refinement counts as tried if it removes a row and keeps `min_coverage` rows, whatever their
    classes. Candidates are pruned because they could not lead to a better one. Those selected
    include those pruned later because they cannot beat the best of all.
    """

    best: tuple[int, int]  # the best candidate up to this level, in the notation of its `Beams`
    positives: int
    negatives: int
    score: float
    scored: int  # number of refinements tried at this level
    covered: int  # sum of the numbers of rows that they cover
    pruned: int
    combinations: int  # number of distinct attribute sets
    selected: int
    purest_positives: int  # of the refinement with the largest share of positives
    purest_negatives: int


class Beams(Protocol):
    """Beam searches of growing widths for one request; each reuses the results before it."""

    request: BeamRequest
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
    """

    counts: Counts  # negatives and positives of the cover
    columns: Columns
    usable: Flags  # the columns that may be tested
    min_coverage: int


class NewtonRequest(NamedTuple):
    """A search for the body whose Newton step saves most after subtracting its price.

    Prices are in nats: half of `ridge` times the square of a weight, the first condition, and each
    further condition. `width` bodies of one condition are refined, half as many of two, and so on.
    A sign is 1 if the score must not fall as the column rises, -1 if it must not rise, 0 if it may
    do either.
    """

    cover: int
    state: str  # a row state that `CountingEngine.apply` wrote for this cover
    columns: Columns
    signs: Ints  # (columns, 1 or scores)
    ridge: float
    first: float
    further: float
    width: int
    max_conditions: int
    least: int  # the smallest weight of the rows that a body covers, in units of the state
    taken: Ints  # sums of the covers that must not be found again, (covers, channels)


class NewtonFound(NamedTuple):
    """The result of a search for a Newton step.

    The conditions of the body are in the order in which they were added; it is empty if no body
    pays for itself. Levels have the number of refinements scored, the weight that they cover, and
    the number of bodies pruned.
    """

    body: Tests
    saved: float  # nats that its Newton step saves, minus its price
    levels: Ints  # (levels, 3)
    refined: tuple[Tests, ...]  # the bodies that were refined, the empty one first


class SplitRequest(NamedTuple):
    """The best split of every cover, for decision trees.

    The best split has the highest gain; or the highest gain ratio among the columns of at least
    mean gain (Quinlan 1993); or it leaves the fewest rows outside the most frequent class of their
    branch, and `units` are then not used. They are ``n log2 n`` in whole units, from 0 to the
    number of rows of the largest cover; if rows have weights, an object that returns the units of
    real numbers of rows when it is indexed.
    """

    counts: Counts  # with a channel for every class
    numeric: Flags  # whether a column is split at a cut
    n_codes: Ints
    units: Any
    binary: bool  # whether other columns are split by one value, instead of by every value
    by_ratio: bool
    require_gain: bool  # whether splits without gain are excluded
    least: int  # rows of both branches, or of two branches of a split by every value
    by_errors: bool = False


class ChosenSplits(NamedTuple):
    """The best splits of some covers.

    Facts are the number of branches; the branch with most rows; the number of columns that could be
    split, of splits tried over all of them, and of the branches of these. All are 0 if there is no
    split.
    """

    facts: Ints  # (5, covers)
    tests: Tests  # the condition of every branch, split by split
    splits: Splits
    counts: Ints  # rows of every branch, (branches, classes)


class FitRequest(NamedTuple):
    """Weights of rules to be fitted together, see `conjunct.cards.weights.fit_weights`."""

    state: str  # name of the row state; afterwards it is that of the fitted weights
    cover: int
    points: Points  # the rules, and the weights to start from
    signs: Ints  # required sign of each weight, 1 or -1; 0 if either is allowed
    ridge: float  # half of it times the square of each weight is part of the loss
    cycles: int  # largest number of steps
    enough: float  # fitting ends when no step of a weight saves this many nats
    free: AnyArray  # which weights may change
    touched: AnyArray  # which scores may change their base; they include those of free weights
    loss: float  # of the weights to start from, if their row state is already written; else NaN


class FittedWeights(NamedTuple):
    """Fitted weights and bases, and their loss in nats, including the ridge penalty."""

    weights: Floats
    base: Floats
    loss: float


class ThinLimits(NamedTuple):
    """What may be deleted from a card, and how far, see `conjunct.cards.thinning.delete_rules`."""

    owner: Ints  # the rule of each weight
    sizes: Ints  # number of conditions of each rule
    costs: Floats  # of each rule; a rule that costs nothing is not deleted
    most: int  # the largest number of conditions that may be left
    points: int  # the largest number of weights that may be left, unless there are more rules


class ThinRequest(NamedTuple):
    """A card to be thinned out, see `conjunct.cards.thinning.thin`."""

    state: str  # name of the row state, which is that of the card
    cover: int
    points: Points
    ridge: float
    limits: ThinLimits


class ThinnedWeights(NamedTuple):
    """Which weights are left, and all weights and bases; deleted weights are 0."""

    left: Flags
    weights: Floats
    base: Floats


# The plain and the fused fit share these constants.

BASE_RIDGE = 1e-3
"""Curvature added for the bases, because a class without rows has no curvature."""
LONGEST_STEP = 2.0
"""Length in nats to which longer Newton steps are cut."""
CURVATURE_EVERY = 3
"""Curvatures are computed again at every third step."""
FIRST_SHARE = 0.7
"""Share of the first step that is taken with several scores, whose blocks influence each other."""
HALVINGS = 8
"""Largest number of times that a step that raises the loss is halved before the fit ends."""
SHORTEST_SHARE = 0.25
"""Smallest share of the Newton step of its block that a step takes."""
