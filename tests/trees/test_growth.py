"""Growing: the fast learner and the plain one grow the same tree."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import CountingEngine, Fold, NumpyEngine
from conjunct.count.engine import ABOVE, AT_MOST, EQUAL, UNEQUAL
from conjunct.count.local import LocalEngine
from conjunct.data.table import Column, Table
from conjunct.encode import encode
from conjunct.trees import CodedTree, GrowthLimits, grow
from conjunct.trees.coded_tree import codes_of
from conjunct.types import Ints

from .plain_tree import PlainTree
from .watched_engine import WatchedEngine


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw up to 40 rows of nominal and numeric columns with missing cells, 2 to 4 classes."""
    n_rows = draw(st.integers(1, 40))
    columns = []
    for number in range(draw(st.integers(0, 4))):
        n_values = draw(st.integers(1, 6))
        cells = draw(st.lists(st.integers(-1, n_values - 1), min_size=n_rows, max_size=n_rows))
        if draw(st.booleans()):
            values = np.array([np.nan if cell < 0 else cell for cell in cells])
            columns.append(Column(f"c{number}", "numeric", values))
        else:
            levels = tuple("abcdef"[:n_values])
            columns.append(Column(f"c{number}", "nominal", np.array(cells, np.int32), levels))
    n_classes = draw(st.integers(2, 4))
    labels = draw(st.lists(st.integers(0, n_classes - 1), min_size=n_rows, max_size=n_rows))
    target = Column("y", "nominal", np.array(labels, np.int32), tuple("pqrs"[:n_classes]))
    return Table(tuple(columns), target, n_rows=n_rows)


limit_sets = st.builds(
    GrowthLimits,
    criterion=st.sampled_from(["gain", "gain_ratio", "accuracy"]),
    binary=st.booleans(),
    min_coverage=st.integers(1, 3),
    require_gain=st.booleans(),
    max_leaves=st.none() | st.integers(1, 8),
)


def grown_on_all(engine: CountingEngine, limits: GrowthLimits | None = None) -> CodedTree:
    """Grow a tree on all rows."""
    return grow(engine, engine.root(), limits or GrowthLimits())


def nested(grown: CodedTree, node: int = 0) -> Any:
    """Return a grown tree in the form of the plain one."""
    counts, n_children = grown.counts[node].tolist(), int(grown.n_children[node])
    if not n_children:
        return counts, None
    first = int(grown.first_child[node])
    below = [nested(grown, child) for child in range(first, first + n_children)]
    return counts, (int(grown.tests[first, 0]), below)


@pytest.mark.parametrize("engine", [NumpyEngine, LocalEngine])
@given(tables(), limit_sets)
def test_a_tree_is_the_one_that_a_plain_learner_grows(engine, table, limits):
    coded = encode(table)
    plain = PlainTree(coded, limits, table.n_rows).grow(list(range(table.n_rows)))
    assert nested(grown_on_all(engine(coded), limits)) == plain


@given(tables(), limit_sets, st.sampled_from(["fails", "value"]))
def test_every_engine_and_batch_grows_the_same_tree(table, limits, missing):
    coded = encode(table, missing)
    one = grown_on_all(NumpyEngine(coded), limits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.trees.growth.MOST_COUNTS", 8)
        others = [grown_on_all(engine(coded), limits) for engine in (NumpyEngine, LocalEngine)]
    for other in others:
        for name in CodedTree.__dataclass_fields__:
            assert getattr(one, name).tolist() == getattr(other, name).tolist()


@given(tables(), limit_sets, st.integers(0, 9))
def test_a_tree_of_a_cover_is_grown_on_its_rows_alone(table, limits, seed):
    coded = encode(table)
    engine = WatchedEngine(coded)
    cover = engine.subset(engine.root(), fold=Fold(seed, 2))
    rows = np.flatnonzero(Fold(seed, 2).has(coded.ranks)).tolist()
    plain = PlainTree(coded, limits, len(rows)).grow(rows)
    assert nested(grow(engine, cover, limits)) == plain
    assert engine.live == {cover}


PASSES = {EQUAL: operator.eq, UNEQUAL: operator.ne, AT_MOST: operator.le, ABOVE: operator.gt}


def plain_parts(grown: CodedTree, node: int, n_codes: Ints) -> list[int]:
    """Return for every code the first branch whose test it passes, else the usual one."""
    first = int(grown.first_child[node])
    tests = grown.tests[first : first + int(grown.n_children[node])].tolist()
    known = int(n_codes[tests[0][0]])
    parts = []
    for code in range(known):
        ways = [way for way, (_, op, value) in enumerate(tests) if PASSES[op](code, value)]
        parts.append([*ways, int(grown.usual[node])][0])
    return [*parts, int(grown.usual[node])]


@given(tables(), limit_sets, st.sampled_from(["fails", "value"]))
def test_a_split_sends_every_code_to_the_branch_whose_test_it_passes(table, limits, missing):
    engine = NumpyEngine(encode(table, missing))
    grown, n_codes = grown_on_all(engine, limits), codes_of(engine)
    for nodes in grown.levels():
        inner = nodes[~grown.is_leaf[nodes]]
        if len(inner):
            splits = grown.splits(inner, n_codes)
            expected = [one for node in inner.tolist() for one in plain_parts(grown, node, n_codes)]
            assert splits.parts.tolist() == expected
            assert splits.n_parts.tolist() == grown.n_children[inner].tolist()


def xor() -> Table:
    a, b, y = (np.array(bits, np.int32) for bits in ([0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]))
    columns = (Column("a", "nominal", a, ("0", "1")), Column("b", "nominal", b, ("0", "1")))
    return Table(columns, Column("y", "nominal", y, ("0", "1")), n_rows=4)


def test_an_exclusive_or_is_learned_only_if_a_split_need_not_gain():
    engine = NumpyEngine(encode(xor()))
    assert grown_on_all(engine, GrowthLimits(require_gain=True)).n_nodes == 1
    learned = grown_on_all(engine)
    assert int(learned.is_leaf.sum()) == 4
    assert learned.errors[learned.is_leaf].tolist() == [0, 0, 0, 0]


def test_depth_and_coverage_are_bounded():
    rng = np.random.default_rng(0)
    columns = tuple(Column(f"x{n}", "numeric", rng.normal(size=200)) for n in range(3))
    target = Column("y", "nominal", rng.integers(0, 2, 200).astype(np.int32), ("a", "b"))
    engine = NumpyEngine(encode(Table(columns, target, n_rows=200)))
    assert grown_on_all(engine, GrowthLimits(max_depth=3)).depth.max() == 3
    wide = grown_on_all(engine, GrowthLimits(min_coverage=20))
    assert wide.counts.sum(axis=1).min() >= 20
    full = grown_on_all(engine)
    assert full.errors[full.is_leaf].sum() == 0


@given(tables(), st.integers(1, 9))
def test_a_bound_on_leaves_is_obeyed_and_used_up_where_splits_are_in_two(table, most):
    engine = NumpyEngine(encode(table))
    full = grown_on_all(engine, GrowthLimits(binary=True))
    bounded = grown_on_all(engine, GrowthLimits(binary=True, max_leaves=most))
    assert int(bounded.is_leaf.sum()) == min(most, int(full.is_leaf.sum()))


def test_the_best_leaf_is_split_first_and_a_split_too_wide_is_passed_over():
    wide = Column("wide", "nominal", np.arange(12, dtype=np.int32) % 6, tuple("abcdef"))
    half = Column("half", "nominal", np.repeat([0, 1], 6).astype(np.int32), ("0", "1"))
    labels = np.array([0, 1, 2, 0, 1, 2, 3, 3, 3, 3, 3, 0], np.int32)
    table = Table((half, wide), Column("y", "nominal", labels, tuple("pqrs")), n_rows=12)
    engine = NumpyEngine(encode(table))
    full = grown_on_all(engine)
    assert int(full.n_children[0]) == 6  # "wide" gains most at the root
    assert grown_on_all(engine, GrowthLimits(max_leaves=5)).n_nodes == 1
    assert int(grown_on_all(engine, GrowthLimits(max_leaves=6)).is_leaf.sum()) == 6


def test_progress_is_the_share_of_rows_in_finished_leaves():
    shares: list[float] = []
    engine = NumpyEngine(encode(xor()))
    grow(engine, engine.root(), GrowthLimits(), shares.append)
    assert shares == [0.0, 0.0, 1.0]


def test_the_search_for_a_split_is_counted():
    grown = grown_on_all(NumpyEngine(encode(xor())))
    assert (grown.attributes[0], grown.tried[0], grown.conditions[0]) == (2, 2, 4)
    attributes, conditions = grown.searched()
    assert (attributes[-1], conditions[-1]) == (3, 6)
