"""Hill climbing from the one-leaf tree: every leaf that can be split is, level by level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.count.kernels import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.encode import CodedColumn
from conjunct.trees.chooser import Best, Chooser, Criterion
from conjunct.trees.grown import Grown, as_splits
from conjunct.types import AnyArray, Flags, Ints

MOST_COUNTS = 1 << 24
"""Covers are counted in batches of at most this many counts, which bounds the memory taken."""


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
    parent: Ints
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
    described, first, depth = [], 0, 0
    while len(level.covers):
        best, branches = _choose(engine, chooser, level, _open(level.counts, growth, depth))
        described.append(_describe(level, best, branches, first, depth))
        level = _below(engine, level, best, branches, first)
        first, depth = first + len(best.column), depth + 1
        if progress is not None:
            progress(1.0 - int(level.counts.sum()) / n_rows)
    return Grown(*(np.concatenate(facts) for facts in zip(*described, strict=True)))


def _root(engine: CountingEngine) -> _Level:
    engine.begin_classes()
    counts = np.array([engine.class_counts(as_tests([]))], np.int64)
    return _Level(np.array([engine.root()]), counts, np.array([-1]), as_tests([(-1, 0, 0)]))


def _open(counts: Ints, growth: Growth, depth: int) -> Flags:
    """Tell which nodes may be split: rows of two classes, enough of them, not too deep."""
    sizes = counts.sum(axis=1)
    may: Flags = (counts.max(axis=1) < sizes) & (sizes >= 2 * growth.min_coverage)
    if growth.max_depth is not None and depth >= growth.max_depth:
        may[:] = False
    return may


def _choose(
    engine: CountingEngine, chooser: Chooser, level: _Level, may: Flags
) -> tuple[Best, list[Tests]]:
    """Return the best splits of all nodes of a level, and the tests of those that are split."""
    best = Best(*(np.full(len(may), fill) for fill in (-1, 0, 0, 0, 0, 0)))
    branches = []
    for batch in _batches(engine, level, np.flatnonzero(may)):
        counts = engine.count(level.covers[batch])
        found = chooser.best(counts)
        split = np.flatnonzero(found.column >= 0)
        for facts, new in zip(best, found, strict=True):
            facts[batch[split]] = new[split]
        for place in split.tolist():
            number, cut = int(found.column[place]), int(found.cut[place])
            codes, _ = counts.segment(place, number)
            branches.append(_branches(number, engine.columns[number], cut, codes, chooser.binary))
    return best, branches


def _batches(engine: CountingEngine, level: _Level, nodes: Ints) -> Iterator[Ints]:
    """Divide nodes into batches that are counted at once."""
    cells = np.cumsum(level.counts[nodes].sum(axis=1)) * len(engine.columns)
    numbers = cells * level.counts.shape[1] // MOST_COUNTS
    for part in np.split(nodes, np.flatnonzero(np.diff(numbers)) + 1):
        if len(part):
            yield part


def _branches(number: int, column: CodedColumn, cut: int, codes: AnyArray, binary: bool) -> Tests:
    """Return the test of every branch of a split; codes are those that occur in the node."""
    if column.kind == "numeric":
        return as_tests([(number, AT_MOST, cut), (number, ABOVE, cut)])
    if binary and column.n_codes > 2:
        return as_tests([(number, EQUAL, cut), (number, UNEQUAL, cut)])
    return as_tests([(number, EQUAL, code) for code in codes.tolist()])


def _describe(
    level: _Level, best: Best, branches: list[Tests], first: int, depth: int
) -> tuple[AnyArray, ...]:
    """Return the facts of a level's nodes, in the order of the fields of `Grown`."""
    split = best.column >= 0
    n_children = np.zeros(len(split), np.int64)
    n_children[split] = [len(tests) for tests in branches]
    ends = np.cumsum(n_children)
    first_child = np.where(split, first + len(split) + ends - n_children, 0)
    depths = np.full(len(split), depth)
    return (
        level.counts,
        level.parent,
        first_child,
        n_children,
        level.tests,
        best.usual,
        best.attributes,
        best.tried,
        best.conditions,
        depths,
    )


def _below(
    engine: CountingEngine, level: _Level, best: Best, branches: list[Tests], first: int
) -> _Level:
    """Divide the rows of the nodes that are split; return the next level."""
    split = np.flatnonzero(best.column >= 0)
    if not len(split):
        return _Level(split, level.counts[split], split, as_tests([]))
    splits = as_splits(branches, best.usual[split], engine.columns)
    covers, counts = engine.split(level.covers[split], splits)
    return _Level(covers, counts, first + split.repeat(splits.n_parts), np.concatenate(branches))
