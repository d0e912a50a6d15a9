"""Hill climbing from the one-leaf tree: every leaf that can be split is split, level by level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from conjunct.count import (
    NO_TESTS,
    CountingEngine,
    Counts,
    Tests,
    as_tests,
    each_class,
)
from conjunct.count.deadline import TimeIsUpError
from conjunct.count.requests import ChosenSplits, SplitRequest
from conjunct.params import Constraint, OneOf, Variant, Whole
from conjunct.trees.coded_tree import CodedTree, codes_of
from conjunct.trees.cuts import best_first_cuts
from conjunct.trees.splits import Units, choose_splits, units_of
from conjunct.types import Ints

Criterion = Literal["gain", "gain_ratio", "accuracy"]

Asking = Callable[[Counts], SplitRequest]

MOST_COUNTS = 1 << 24
"""Covers are counted in batches of at most this many counts, which bounds the memory used."""


@dataclass(frozen=True)
class Splitting(Variant):
    """How the best split of a leaf is chosen.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio", "accuracy"}
        The quantity that the best split maximises.
    binary : bool
        Whether nominal attributes are split in two, one value against the others, instead of into
        a branch for every value. Numeric attributes are always split in two.
    require_gain : bool
        Whether a leaf stays a leaf if no split has any gain. Such a tree cannot learn an exclusive
        or, whose first split gains nothing.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> RuleTreeClassifier(criterion=Splitting("gain_ratio", binary=True))
    RuleTreeClassifier(criterion=Splitting(criterion='gain_ratio',
                                           binary=True,
                                           require_gain=False))
    """

    criterion: Criterion = "gain"
    binary: bool = False
    require_gain: bool = False
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "criterion": OneOf(("gain", "gain_ratio", "accuracy")),
        "binary": OneOf((False, True)),
        "require_gain": OneOf((False, True)),
    }


SPLITTINGS: Mapping[str, Splitting] = MappingProxyType(
    {name: Splitting(name) for name in ("gain", "gain_ratio", "accuracy")}
)
"""The ways to choose a split, by name."""


@dataclass(frozen=True)
class GrowthLimits(Splitting):
    """How a tree is grown, and where it ends.

    Parameters
    ----------
    max_depth : int or None
        The largest number of splits on the path to a leaf; None for no limit.
    min_coverage : int
        Smallest number of rows of both branches of a binary split, and of at least two branches of
        any other split.
    max_leaves : int or None
        The largest number of leaves, see `best_first_cuts`; None for no limit.
    """

    max_depth: int | None = None
    min_coverage: int = 1
    max_leaves: int | None = None
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        **Splitting._allowed,
        "max_depth": Whole(1, optional=True),
        "min_coverage": Whole(1),
        "max_leaves": Whole(1, optional=True),
    }


class _Level(NamedTuple):
    """The nodes of one depth."""

    covers: Ints
    counts: Ints
    tests: Tests


def grow(
    engine: CountingEngine,
    cover: int,
    limits: GrowthLimits,
    progress: Callable[[float], None] | None = None,
    partly: bool = True,
) -> CodedTree:
    """Grow a tree on the rows of a cover.

    A node becomes a leaf if all its rows are of one class, if no column divides them, or, if
    `limits` say so, if no split gains. `progress` is called after each level with the share of the
    rows that are in a finished leaf. When time is up, the remaining nodes become leaves if
    `partly`; else `TimeIsUpError` is raised.
    """
    root = np.array([cover])
    counts = engine.tally(root, [NO_TESTS], each_class(engine.n_classes))[0]
    level = _Level(root, counts, as_tests([(-1, 0, 0)]))
    n_rows = counts.sum().item()
    asking = _asking(engine, limits, units_of(counts))
    levels: list[_Level] = []
    facts: list[Ints] = []
    while len(level.covers):
        levels.append(level)
        deepest = limits.max_depth is not None and len(facts) >= limits.max_depth
        batches = [] if deepest else _batches(level.counts, limits.min_coverage, engine)
        chosen, level = _divided(engine, asking, level, batches, partly)
        facts.append(chosen)
        if len(levels) > 1:
            engine.release(levels[-1].covers)
        if progress is not None:
            progress(1.0 - level.counts.sum().item() / (n_rows or 1))
    grown = _tree(levels, np.concatenate(facts, axis=1))
    if limits.max_leaves is None:
        return grown
    return grown.pruned(best_first_cuts(grown, limits.max_leaves, limits.criterion == "accuracy"))


def _asking(engine: CountingEngine, limits: GrowthLimits, units: Units) -> Asking:
    """Return a function that makes a request from counts."""
    return partial(
        SplitRequest,
        numeric=np.array([column.kind == "numeric" for column in engine.columns], bool),
        n_codes=codes_of(engine),
        units=units,
        binary=limits.binary,
        by_ratio=limits.criterion == "gain_ratio",
        require_gain=limits.require_gain,
        least=limits.min_coverage,
        by_errors=limits.criterion == "accuracy",
    )


def _batches(counts: Ints, least: int, engine: CountingEngine) -> list[Ints]:
    """Return the nodes with enough rows and at least two classes, in batches to be counted."""
    sizes = counts.sum(axis=1)
    nodes = ((counts.max(axis=1) < sizes) & (sizes >= 2 * least)).nonzero()[0]
    cells = sizes[nodes].cumsum() * (len(engine.columns) * counts.shape[1])
    if not len(nodes) or cells[-1] < MOST_COUNTS:
        return [nodes] if len(nodes) else []
    return np.split(nodes, np.flatnonzero(np.diff(cells // MOST_COUNTS)) + 1)


def _divided(
    engine: CountingEngine, asking: Asking, level: _Level, batches: list[Ints], partly: bool
) -> tuple[Ints, _Level]:
    """Split the nodes of a level; return facts about the splits, and the next level."""
    facts = np.zeros((5, len(level.covers)), np.int64)
    covers, counts, tests = [level.covers[:0]], [level.counts[:0]], [NO_TESTS]
    for batch in batches:
        nodes = level.covers[batch]
        try:
            request = asking(engine.count(nodes, each_class(engine.n_classes)))
            chosen: ChosenSplits = engine.search(request) or choose_splits(request)
        except TimeIsUpError:
            if not partly:
                raise
            break
        facts[:, batch] = chosen.facts
        if len(chosen.tests):
            covers.append(engine.part(nodes[chosen.facts[0] > 0], chosen.splits))
            counts.append(chosen.counts)
            tests.append(chosen.tests)
    return facts, _Level(*map(np.concatenate, (covers, counts, tests)))


def _tree(levels: list[_Level], facts: Ints) -> CodedTree:
    """Join the levels of a tree; children are in the order of their parents."""
    n_children, usual, attributes, tried, conditions = facts
    before = 1 + np.cumsum(n_children) - n_children
    return CodedTree(
        counts=np.concatenate([level.counts for level in levels]),
        parent=np.concatenate(([-1], np.arange(len(n_children)).repeat(n_children))),
        first_child=np.where(n_children > 0, before, 0),
        n_children=n_children,
        tests=np.concatenate([level.tests for level in levels]),
        usual=usual,
        attributes=attributes,
        tried=tried,
        conditions=conditions,
        depth=np.arange(len(levels)).repeat([len(level.covers) for level in levels]),
    )
