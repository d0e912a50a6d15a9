"""The ways to prune a tree, by name, each with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from conjunct.choose.poe import Prior
from conjunct.count import CountingEngine, Fold, class_counts
from conjunct.count.deadline import TimeIsUpError
from conjunct.params import Constraint, Number, Pair, Variant
from conjunct.trees.coded_tree import CodedTree
from conjunct.trees.cuts import (
    chi_square_cuts,
    counts_at_nodes,
    layered_cuts,
    mdl_cuts,
    penalties,
    penalty_cuts,
    process_cuts,
    reduced_error_cuts,
)
from conjunct.trees.growth import GrowthLimits, grow
from conjunct.types import Count, Flags, Ints

N_FOLDS = 10
"""Number of folds of a cross-validation."""

P_CHANCES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Values of MaxPchance to choose from, those of the smallest trees first."""

Cuts = Callable[[CodedTree, float], Flags]
"""A function that tells which nodes of a tree become leaves, given how much to prune."""
CHANCE: Constraint = Number(0.0, 1.0, words=("cv",))
"""A number above 0 and at most 1, or "cv" to have cross-validation choose it."""


def chosen_by_folds(
    engine: CountingEngine,
    limits: GrowthLimits,
    cuts: Cuts,
    values: Sequence[float],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> float:
    """Return the value whose pruned trees make the fewest errors on the folds left out.

    Of equally good values, the first is taken. If time is up earlier, the finished folds decide; if
    there are none, the first value is taken. `progress` is called after each fold with the share of
    the folds that are done.
    """
    errors = np.zeros(len(values))
    for number in range(N_FOLDS):
        fold = Fold(seed, N_FOLDS, number)
        held, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
        try:
            grown = grow(engine, rest, limits, partly=False)
        except TimeIsUpError:
            break
        counts = counts_at_nodes(grown, engine, held)
        engine.release(np.array([held, rest]))
        errors += [errors_of_pruned(grown, cuts(grown, value), counts) for value in values]
        if progress is not None:
            progress((number + 1) / N_FOLDS)
    return values[int(errors.argmin())]


def errors_of_pruned(grown: CodedTree, cut: Flags, counts: Ints) -> Count:
    """Return the number of rows that a tree gets wrong if the nodes flagged by `cut` become leaves.

    `counts` has the rows that reach each node, by class; the tree gives every node its class.
    """
    ends = np.flatnonzero(grown.kept(cut) & (grown.is_leaf | cut))
    return (counts[ends].sum() - counts[ends, grown.heads[ends]].sum()).item()


class TreeGrowth(NamedTuple):
    """The input of growing and pruning a tree.

    `seed` draws a seed for folds or held-out rows; `progress` is called with the share of the work
    done.
    """

    engine: CountingEngine
    limits: GrowthLimits
    seed: Callable[[], int]
    progress: Callable[[float], None]

    def whole(self) -> CodedTree:
        """Return the full tree of all rows."""
        return grow(self.engine, self.engine.root(), self.limits, self.progress)


class Pruning(Protocol):
    """Prunes trees."""

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Grow a tree and prune it; return it, and the parameter value used, if any."""


@dataclass(frozen=True)
class ChiSquarePruning(Variant):
    """Remove splits that may be due to chance, from the bottom up.

    Parameters
    ----------
    max_p_chance : float or "cv"
        Largest p-value of a split that is kept: the larger, the larger the tree. "cv" chooses the
        value with the fewest errors in a cross-validation with ten folds.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> RuleTreeClassifier(pruning=ChiSquarePruning(max_p_chance=0.01))
    RuleTreeClassifier(pruning=ChiSquarePruning(max_p_chance=0.01))
    """

    max_p_chance: float | Literal["cv"] = 0.05
    _allowed: ClassVar[Mapping[str, Constraint]] = {"max_p_chance": CHANCE}

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the pruned tree, and the largest p-value."""
        return _by_value(growing, chi_square_cuts, self.max_p_chance, lambda _: P_CHANCES)


@dataclass(frozen=True)
class PenaltyPruning(Variant):
    """Keep the pruned tree with the highest accuracy minus a penalty for every leaf.

    Parameters
    ----------
    penalty : float or "cv"
        Penalty for each leaf, as a share of the rows. "cv" chooses the value with the fewest errors
        in a cross-validation with ten folds.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> RuleTreeClassifier(pruning=PenaltyPruning(penalty=0.01))
    RuleTreeClassifier(pruning=PenaltyPruning(penalty=0.01))
    """

    penalty: float | Literal["cv"] = "cv"
    _allowed: ClassVar[Mapping[str, Constraint]] = {"penalty": CHANCE}

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the pruned tree, and the penalty."""
        return _by_value(growing, penalty_cuts, self.penalty, penalties)


@dataclass(frozen=True)
class ReducedErrorPruning(Variant):
    """Cut subtrees that do not help on held-out rows.

    Parameters
    ----------
    fraction : float
        Share of the rows of each class that is held out, rounded to a half, a third, a quarter and
        so on, or to one minus such a share. The counts of the pruned tree are those of all rows.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> RuleTreeClassifier(pruning=ReducedErrorPruning(fraction=0.5))
    RuleTreeClassifier(pruning=ReducedErrorPruning(fraction=0.5))
    """

    fraction: float = 0.25
    _allowed: ClassVar[Mapping[str, Constraint]] = {"fraction": Number(0.0, 0.9)}

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the tree grown on the other rows, pruned, with the counts of all rows."""
        engine, fold = growing.engine, Fold.of_share(growing.seed(), self.fraction)
        held_out, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
        grown = grow(engine, rest, growing.limits, growing.progress)
        counts = counts_at_nodes(grown, engine, held_out)
        engine.release(np.array([held_out, rest]))
        whole = grown.with_counts(grown.counts + counts)
        return whole.pruned(reduced_error_cuts(grown, counts)), None


@dataclass(frozen=True)
class ProcessOrientedPruning(Variant):
    """Cut subtrees whose expected error, given all splits tried for them, is not lower.

    Parameters
    ----------
    prior : (float, float)
        Beta prior of the error rate: (a, b) counts like a - 1 errors and b - 1 rows without error
        seen before. (1, 1) is uniform, as in the paper.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> RuleTreeClassifier(pruning=ProcessOrientedPruning(prior=(5, 20)))
    RuleTreeClassifier(pruning=ProcessOrientedPruning(prior=(5, 20)))
    """

    prior: Prior = (1.0, 1.0)
    _allowed: ClassVar[Mapping[str, Constraint]] = {"prior": Pair()}

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the pruned tree."""
        grown = growing.whole()
        return grown.pruned(process_cuts(grown, self.prior)), None


@dataclass(frozen=True)
class LayeredPruning(Variant):
    """Cut subtrees whose leaves have no fewer errors by r_w, `conjunct.choose.layered_error`.

    Examples
    --------
    >>> LayeredPruning()
    LayeredPruning()
    """

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the pruned tree."""
        grown = growing.whole()
        return grown.pruned(layered_cuts(grown)), None


@dataclass(frozen=True)
class MdlPruning(Variant):
    """Keep the pruned tree with the lowest cost by Forsyth, see `conjunct.choose.tree_cost`.

    Examples
    --------
    >>> MdlPruning()
    MdlPruning()
    """

    def pruned(self, growing: TreeGrowth) -> tuple[CodedTree, float | None]:
        """Return the pruned tree."""
        grown = growing.whole()
        return grown.pruned(mdl_cuts(grown)), None


PRUNINGS: Mapping[str, Pruning] = MappingProxyType(
    {
        "chi2": ChiSquarePruning(),
        "reduced_error": ReducedErrorPruning(),
        "poe": ProcessOrientedPruning(),
        "layered": LayeredPruning(),
        "penalty": PenaltyPruning(),
        "mdl": MdlPruning(),
    }
)
"""The pruning methods by name."""


def _by_value(
    growing: TreeGrowth,
    cuts: Cuts,
    value: float | Literal["cv"],
    values: Callable[[float], Sequence[float]],
) -> tuple[CodedTree, float | None]:
    """Prune by a value that is given or chosen by cross-validation."""
    if not isinstance(value, str):
        grown = growing.whole()
        return grown.pruned(cuts(grown, float(value))), float(value)
    engine = growing.engine
    n_rows = sum(class_counts(engine, engine.root()))
    # The tree is grown first, so that there is a tree to prune if time is up.
    grown = grow(engine, engine.root(), growing.limits)
    about = engine, growing.limits, cuts, values(n_rows), growing.seed(), growing.progress
    chosen = chosen_by_folds(*about)
    return grown.pruned(cuts(grown, chosen)), chosen
