"""Hill climbing from the one-leaf tree: every leaf that can be split is, level by level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.trees.chooser import Chooser, Criterion
from conjunct.trees.grown import Grown, as_splits
from conjunct.trees.kernels import COLUMN, N_CHILDREN, WAY
from conjunct.types import Ints

MOST_COUNTS = 1 << 24
"""Covers are counted in batches of at most this many counts, which bounds the memory taken."""


_NO_TESTS = as_tests([])


@dataclass(frozen=True)
class Growth:
    """How a tree is grown.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio"}
        What the best split is.
    binary : bool
        Whether nominal attributes are split in two, a value against the others.
    max_depth : int or None
        The largest number of splits on the way to a leaf.
    min_coverage : int
        Rows that both sides of a split in two must have, and two branches of any other.
    require_gain : bool
        Whether a leaf stays one where no split gains. This base case keeps a tree from learning
        an exclusive or.
    """

    criterion: Criterion = "gain"
    binary: bool = False
    max_depth: int | None = None
    min_coverage: int = 1
    require_gain: bool = False


class _Level(NamedTuple):
    """The nodes of one depth."""

    covers: Ints
    counts: Ints
    tests: Tests


def grow(
    engine: CountingEngine, growth: Growth, progress: Callable[[float], None] | None = None
) -> Grown:
    """Grow a tree on all rows of an engine.

    A node becomes a leaf where all its rows are of one class, where no column divides them, and,
    if `growth` says so, where no split gains.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    growth : Growth
        How.
    progress : callable or None
        Called after each level with the share of the rows that are in a finished leaf.
    """
    level = _root(engine)
    n_rows = int(level.counts.sum())
    chooser = Chooser(
        engine.columns,
        n_rows,
        growth.criterion,
        growth.binary,
        growth.min_coverage,
        growth.require_gain,
    )
    levels: list[_Level] = []
    chosen: list[Ints] = []
    while len(level.covers):
        batches = _batches(level.counts, _open(level.counts, growth, len(levels)), engine)
        best, tests = _choose(engine, chooser, level, batches)
        levels.append(level)
        chosen.append(best)
        level = _below(engine, level, best, tests, chooser.n_codes)
        if progress is not None:
            progress(1.0 - int(level.counts.sum()) / n_rows)
    return _grown(levels, np.concatenate(chosen))


def _root(engine: CountingEngine) -> _Level:
    engine.begin_classes()
    counts = np.array([engine.class_counts(as_tests([]))], np.int64)
    return _Level(np.array([engine.root()]), counts, as_tests([(-1, 0, 0)]))


def _open(counts: Ints, growth: Growth, depth: int) -> Ints:
    """Return the nodes that may be split: rows of two classes, enough of them, not too deep."""
    if growth.max_depth is not None and depth >= growth.max_depth:
        return np.zeros(0, np.int64)
    sizes = counts.sum(axis=1)
    return np.flatnonzero((counts.max(axis=1) < sizes) & (sizes >= 2 * growth.min_coverage))


def _batches(counts: Ints, nodes: Ints, engine: CountingEngine) -> list[Ints]:
    """Divide nodes into batches that are counted at once."""
    cells = counts[nodes].sum(axis=1) * (len(engine.columns) * counts.shape[1])
    if cells.sum() < MOST_COUNTS:
        return [nodes] if len(nodes) else []
    numbers = np.cumsum(cells) // MOST_COUNTS
    return np.split(nodes, np.flatnonzero(np.diff(numbers)) + 1)


def _choose(
    engine: CountingEngine, chooser: Chooser, level: _Level, batches: list[Ints]
) -> tuple[Ints, Tests]:
    """Return the best splits of all nodes of a level, and the tests of those that are split."""
    best = np.zeros((len(level.covers), 7), np.int64)
    best[:, COLUMN] = -1
    tests = [_NO_TESTS]
    for batch in batches:
        best[batch], found = chooser.best(engine.count(level.covers[batch]))
        tests.append(found)
    return best, np.concatenate(tests)


def _below(
    engine: CountingEngine, level: _Level, best: Ints, tests: Tests, n_codes: Ints
) -> _Level:
    """Divide the rows of the nodes that are split; return the next level."""
    split = np.flatnonzero(best[:, N_CHILDREN])
    if not len(split):
        return _Level(split, level.counts[split], tests)
    splits = as_splits(tests, best[split, N_CHILDREN], best[split, WAY], n_codes)
    return _Level(*engine.split(level.covers[split], splits), tests)


def _grown(levels: list[_Level], best: Ints) -> Grown:
    """Put the levels of a tree together: children follow in the order of their parents."""
    _, _, usual, attributes, tried, conditions, n_children = np.ascontiguousarray(best.T)
    parent = np.arange(len(best)).repeat(n_children)
    before = 1 + np.cumsum(n_children) - n_children
    return Grown(
        np.concatenate([level.counts for level in levels]),
        np.concatenate(([-1], parent)),
        np.where(n_children > 0, before, 0),
        n_children,
        np.concatenate([level.tests for level in levels]),
        usual,
        attributes,
        tried,
        conditions,
        np.arange(len(levels)).repeat([len(level.covers) for level in levels]),
    )
