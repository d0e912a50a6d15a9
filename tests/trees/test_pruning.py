"""Pruning: each way against the words that define it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from conjunct.choose import layered_error, poe_error, tree_cost
from conjunct.count import Fold, NumpyEngine
from conjunct.encode import CodedTable, encode
from conjunct.trees import (
    P_CHANCES,
    CodedTree,
    GrowthLimits,
    chi_square_cuts,
    chosen_by_folds,
    counts_at_nodes,
    grow,
    layered_cuts,
    mdl_cuts,
    penalties,
    penalty_cuts,
    process_cuts,
    reduced_error_cuts,
)
from conjunct.trees.cuts import p_chances
from conjunct.trees.pruning import N_FOLDS

from .test_growth import PASSES, grown_on_all, tables, xor
from .watched_engine import WatchedEngine


def children(grown: CodedTree, node: int) -> range:
    first = int(grown.first_child[node])
    return range(first, first + int(grown.n_children[node]))


def below(grown: CodedTree, node: int) -> list[int]:
    return [node, *(one for child in children(grown, node) for one in below(grown, child))]


@given(tables(), st.sampled_from([0.0, 0.01, 0.3, 1.0]))
def test_chi_square_pruning_takes_back_splits_above_leaves_until_none_is_likely(table, most):
    grown = grown_on_all(NumpyEngine(encode(table)))
    chance = p_chances(grown)
    leaves = {node for node in range(grown.n_nodes) if not grown.n_children[node]}
    while True:
        prunable = [
            node
            for node in range(grown.n_nodes)
            if node not in leaves
            and chance[node] > most
            and all(child in leaves for child in children(grown, node))
        ]
        if not prunable:
            break
        leaves |= set(prunable)
    cut = chi_square_cuts(grown, most)
    assert set(np.flatnonzero(cut | grown.is_leaf).tolist()) == leaves


@given(tables())
def test_p_chance_is_that_of_scipy(table):
    grown = grown_on_all(NumpyEngine(encode(table)))
    for node in np.flatnonzero(~grown.is_leaf).tolist():
        counts = grown.counts[list(children(grown, node))]
        expected = chi2_contingency(counts[:, counts.any(axis=0)], correction=False).pvalue
        assert p_chances(grown)[node] == pytest.approx(expected, rel=1e-9)


@given(tables(), st.integers(0, 99))
def test_reduced_error_pruning_cuts_what_most_helps_until_a_cut_would_harm(table, seed):
    engine, fold = NumpyEngine(encode(table)), Fold.of_share(seed, 0.4)
    held, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
    grown = grow(engine, rest, GrowthLimits())
    counts = counts_at_nodes(grown, engine, held)
    heads = grown.heads
    as_leaf = [int(counts[n].sum() - counts[n, heads[n]]) for n in range(grown.n_nodes)]
    leaves = {node for node in range(grown.n_nodes) if not grown.n_children[node]}

    def errors(node: int) -> int:
        if node in leaves:
            return as_leaf[node]
        return sum(errors(child) for child in children(grown, node))

    def live(node: int) -> list[int]:
        if node in leaves:
            return []
        return [node, *(one for child in children(grown, node) for one in live(child))]

    cuts = set()
    while inner := live(0):
        gains = [(errors(node) - as_leaf[node], -node) for node in inner]
        gain, place = max(gains)
        if gain < 0:
            break
        leaves.add(-place)
        cuts.add(-place)
    kept = grown.pruned(reduced_error_cuts(grown, counts))
    mask = np.zeros(grown.n_nodes, bool)
    mask[list(cuts)] = True
    assert kept.counts.tolist() == grown.pruned(mask).counts.tolist()


@given(tables())
def test_counts_at_nodes_of_the_training_rows_are_those_of_growing(table):
    engine = WatchedEngine(encode(table))
    grown = grown_on_all(engine)
    assert counts_at_nodes(grown, engine, engine.root()).tolist() == grown.counts.tolist()
    assert engine.live == set()


@given(tables(), st.integers(0, 9))
def test_counts_at_nodes_of_a_fold_and_of_the_rest_add_up_to_those_of_all(table, seed):
    engine, fold = NumpyEngine(encode(table)), Fold(seed, 3)
    held, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
    grown = grow(engine, rest, GrowthLimits())
    assert counts_at_nodes(grown, engine, rest).tolist() == grown.counts.tolist()
    both = grown.counts + counts_at_nodes(grown, engine, held)
    assert both.tolist() == counts_at_nodes(grown, engine, engine.root()).tolist()


@given(tables())
def test_process_oriented_pruning_keeps_a_subtree_that_promises_less_for_all_tried(table):
    grown = grown_on_all(NumpyEngine(encode(table)))
    cuts = set()

    def visit(node: int) -> tuple[float, float]:
        """Return the errors and the splits tried of what is kept here."""
        errors, covered = float(grown.errors[node]), int(grown.counts[node].sum())
        if not grown.n_children[node]:
            return errors, 0.0
        kept = [visit(child) for child in children(grown, node)]
        tried = float(grown.tried[node]) + sum(one for _, one in kept)
        left = sum(one for one, _ in kept)
        if poe_error(covered, left, 1 + tried) >= poe_error(covered, errors, 1):
            cuts.add(node)
            return errors, 0.0
        return left, tried

    visit(0)
    assert set(np.flatnonzero(process_cuts(grown)).tolist()) == cuts


@given(tables())
def test_pruning_by_r_w_keeps_leaves_that_promise_fewer_errors(table):
    grown = grown_on_all(NumpyEngine(encode(table)))
    sets, _ = grown.searched()
    cuts = set()

    def promise(node: int) -> float:
        covered = int(grown.counts[node].sum())
        alone = covered * float(layered_error(covered, grown.errors[node], max(sets[node], 1)))
        if not grown.n_children[node]:
            return alone
        together = 0.0
        for child in children(grown, node):
            together += promise(child)
        if together >= alone:
            cuts.add(node)
            return alone
        return together

    promise(0)
    assert set(np.flatnonzero(layered_cuts(grown)).tolist()) == cuts


def cheapest(grown: CodedTree, as_leaf: Callable[[int], Any]) -> set[int]:
    """Return the nodes that cost no more as a leaf than the best that can be below them."""
    cuts = set()

    def cost(node: int) -> Any:
        below = [cost(child) for child in children(grown, node)]
        if below and sum(below[1:], below[0]) < as_leaf(node):
            return sum(below[1:], below[0])
        if below:
            cuts.add(node)
        return as_leaf(node)

    cost(0)
    return cuts


@given(tables())
def test_mdl_pruning_leaves_the_tree_of_the_fewest_bits(table):
    grown = grown_on_all(NumpyEngine(encode(table)))
    cuts = cheapest(grown, lambda node: tree_cost([grown.depth[node]], grown.counts[[node]]))
    assert set(np.flatnonzero(mdl_cuts(grown)).tolist()) == cuts
    pruned = grown.pruned(mdl_cuts(grown))
    for other in (pruned, grown):
        leaves = other.is_leaf
        found = tree_cost(pruned.depth[pruned.is_leaf].tolist(), pruned.counts[pruned.is_leaf])
        assert found <= tree_cost(other.depth[leaves].tolist(), other.counts[leaves]) + 1e-9


@given(tables(), st.integers(1, 64))
def test_penalty_pruning_leaves_the_highest_accuracy_less_a_penalty_a_leaf(table, parts):
    grown, penalty = grown_on_all(NumpyEngine(encode(table))), Fraction(parts, 64)
    rows = int(grown.counts[0].sum())
    cuts = cheapest(grown, lambda node: int(grown.errors[node]) + penalty * rows)
    assert set(np.flatnonzero(penalty_cuts(grown, float(penalty))).tolist()) == cuts


@given(tables(), st.integers(0, 99))
def test_cut_nodes_become_leaves_and_nothing_else_changes(table, seed):
    grown = grown_on_all(NumpyEngine(encode(table)))
    cut = np.random.default_rng(seed).random(grown.n_nodes) < 0.3
    pruned = grown.pruned(cut)
    gone = {one for node in np.flatnonzero(cut).tolist() for one in below(grown, node)[1:]}
    kept = [node for node in range(grown.n_nodes) if node not in gone]
    assert pruned.counts.tolist() == grown.counts[kept].tolist()
    assert pruned.is_leaf.tolist() == (cut | grown.is_leaf)[kept].tolist()
    for place in np.flatnonzero(~pruned.is_leaf).tolist():
        below_it = pruned.counts[list(children(pruned, place))]
        assert below_it.sum(axis=0).tolist() == pruned.counts[place].tolist()


def predicted(tree: CodedTree, table: CodedTable, row: int) -> int:
    """Walk a row down a tree; return the class of its leaf."""
    node = 0
    while tree.n_children[node]:
        first, way = int(tree.first_child[node]), int(tree.usual[node])
        tests = tree.tests[first : first + int(tree.n_children[node])].tolist()
        for at, (column, op, value) in enumerate(tests):
            code = int(table.codes(column)[row])
            if code < table.columns[column].n_codes and PASSES[op](code, value):
                way = at
                break
        node = first + way
    return int(tree.heads[node])


@pytest.mark.parametrize("by", [chi_square_cuts, penalty_cuts])
@settings(max_examples=min(25, settings().max_examples))
@given(tables(), st.integers(0, 9))
def test_the_value_with_the_fewest_errors_on_rows_held_out_is_chosen(by, table, seed):
    coded = encode(table)
    values = P_CHANCES if by is chi_square_cuts else penalties(table.n_rows)
    errors = [0] * len(values)
    for number in range(N_FOLDS):
        fold, engine = Fold(seed, N_FOLDS, number), NumpyEngine(coded)
        grown = grow(engine, engine.subset(engine.root(), fold=fold.rest), GrowthLimits())
        for place, value in enumerate(values):
            tree = grown.pruned(by(grown, value))
            for row in np.flatnonzero(fold.has(coded.ranks)).tolist():
                errors[place] += predicted(tree, coded, row) != coded.labels[row]
    watched = WatchedEngine(coded)
    chosen = chosen_by_folds(watched, GrowthLimits(), by, values, seed)
    assert chosen == values[errors.index(min(errors))]
    assert watched.live == set()


def test_progress_is_the_share_of_folds_that_are_done():
    shares: list[float] = []
    engine = NumpyEngine(encode(xor()))
    chosen_by_folds(engine, GrowthLimits(), chi_square_cuts, [0.5], 0, shares.append)
    assert shares == [number / 10 for number in range(1, 11)]


def test_of_equally_good_values_the_first_is_taken():
    engine = NumpyEngine(encode(xor()))
    assert chosen_by_folds(engine, GrowthLimits(), penalty_cuts, [1.0, 1.0, 0.9], 0) == 1.0
