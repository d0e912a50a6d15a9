"""Which nodes of a tree become leaves: one function for each way to prune."""

from __future__ import annotations

import heapq
import math

import numpy as np

from conjunct.choose import layered_error, poe_error
from conjunct.choose.mdl import class_bits
from conjunct.choose.poe import Prior
from conjunct.count import NO_TESTS, CountingEngine, each_class
from conjunct.evaluate import chi_square_test
from conjunct.trees.coded_tree import CodedTree, codes_of
from conjunct.trees.splits import units_of
from conjunct.types import AnyArray, Flags, Floats, Ints


def p_chances(grown: CodedTree) -> Floats:
    """Return the chi-square p-value of every split; 1 for leaves."""
    chance = np.ones(grown.n_nodes)
    for nodes, tables in grown.tables():
        chance[nodes] = chi_square_test(tables).p_value
    return chance


def chi_square_cuts(grown: CodedTree, max_p_chance: float) -> Flags:
    """Tell which nodes become leaves.

    As in Weld's slides: from the bottom up, splits are removed whose p_chance is above MaxPchance,
    unless a split below them is kept. The larger it is, the larger the tree, and the higher the
    risk of fitting noise.
    """
    likely = (p_chances(grown) > max_p_chance).tolist()
    parent, inner = grown.parent.tolist(), ~grown.is_leaf
    stays = inner.tolist()
    splits_below = [False] * grown.n_nodes
    for node in range(grown.n_nodes - 1, -1, -1):
        stays[node] = stays[node] and (splits_below[node] or not likely[node])
        if stays[node] and node > 0:
            splits_below[parent[node]] = True
    return np.asarray(inner & ~np.array(stays))


def cheapest_cuts(grown: CodedTree, as_leaf: AnyArray) -> Flags:
    """Tell which nodes become leaves because the leaves below them do not cost less.

    `as_leaf` has the cost of every node as a leaf.
    """
    costs, cut = as_leaf.tolist(), [False] * grown.n_nodes
    first, n_children = grown.first_child.tolist(), grown.n_children.tolist()
    for node in range(grown.n_nodes - 1, -1, -1):
        if n_children[node]:
            below = 0.0
            for cost in costs[first[node] : first[node] + n_children[node]]:
                below += cost
            cut[node] = below >= costs[node]
            costs[node] = min(below, costs[node])
    return np.array(cut)


def mdl_cuts(grown: CodedTree) -> Flags:
    """Tell which nodes become leaves so that Forsyth's cost is lowest.

    Forsyth (1994), in the form of Pfahringer (1995), section 3: a leaf costs its depth plus the
    bits of the classes of its rows, see `conjunct.choose.tree_cost`.
    """
    return cheapest_cuts(grown, grown.depth + class_bits(grown.counts))


def penalty_cuts(grown: CodedTree, penalty: float) -> Flags:
    """Tell which nodes become leaves so that accuracy minus a penalty for every leaf is highest.

    The score of a hypothesis in Weld's slides: training accuracy - complexity penalty. The penalty
    of a leaf is a share of the rows.
    """
    return cheapest_cuts(grown, grown.errors + penalty * grown.counts[0].sum().item())


def penalties(n_rows: float) -> tuple[float, ...]:
    """Return the penalties to choose from, per leaf: all rows, and halves of it down to 1/8 row.

    Examples
    --------
    >>> penalties(2)
    (1.0, 0.5, 0.25, 0.125, 0.0625)
    """
    return tuple(0.5**k for k in range((8 * max(math.ceil(n_rows), 1)).bit_length()))


def counts_at_nodes(grown: CodedTree, engine: CountingEngine, cover: int) -> Ints:
    """Return the number of rows of a cover that reach each node of a tree, by class."""
    counts, n_codes = np.zeros_like(grown.counts), codes_of(engine)
    covers = np.array([cover])
    for nodes in grown.levels():
        counts[nodes] = engine.tally(covers, [NO_TESTS], each_class(engine.n_classes))[:, 0]
        inner, above = ~grown.is_leaf[nodes], covers
        if inner.any():
            covers = engine.part(covers[inner], grown.splits(nodes[inner], n_codes))
        if nodes[0] > 0:
            engine.release(above)
    return counts


def reduced_error_cuts(grown: CodedTree, held_out: Ints) -> Flags:
    """Tell which nodes become leaves.

    As in Weld's slides: the node whose cut most improves the accuracy on the held-out rows is cut,
    again and again, until any further cut would lower it. Of equally good nodes, the one nearest to
    the root is cut, so that the smaller of equally accurate trees is kept. `held_out` has the
    number of held-out rows that reach each node, by class.
    """
    inner = ~grown.is_leaf
    as_leaf = held_out.sum(axis=1) - held_out[np.arange(grown.n_nodes), grown.heads]
    as_tree = grown.summed(np.where(inner, 0, as_leaf))
    better = np.where(inner, as_tree - as_leaf, -1)
    cut = np.zeros(grown.n_nodes, bool)
    while (improvement := better.max()) >= 0:
        node = int(better.argmax())
        cut[node] = True
        _forget(grown, node, better)
        while (node := int(grown.parent[node])) >= 0:
            better[node] -= improvement
    return cut


def _forget(grown: CodedTree, node: int, better: Ints) -> None:
    """Exclude a node and all nodes below it from further cuts."""
    gone = [node]
    while gone:
        node = gone.pop()
        better[node] = -1
        first = int(grown.first_child[node])
        gone += range(first, first + int(grown.n_children[node]))


def process_cuts(grown: CodedTree, prior: Prior = (1.0, 1.0)) -> Flags:
    """Tell which nodes become leaves because the tree below them has no lower expected error.

    This goes from the bottom up. The tree below a node makes e errors on its n rows. It is the best
    of m candidates, one more than the splits tried for it, so its expected error is
    ``poe_error(n, e, m)``. Splits below nodes that were already cut do not count.
    """
    covered, errors = grown.counts.sum(axis=1), grown.errors
    as_leaf = poe_error(covered, errors, 1, prior)
    left, tried = np.zeros(grown.n_nodes), 1.0 + grown.tried
    cut = np.zeros(grown.n_nodes, bool)
    for nodes in reversed(list(grown.levels())):
        inner = nodes[~grown.is_leaf[nodes]]
        below = poe_error(covered[inner], left[inner], tried[inner], prior)
        cut[inner] = below >= as_leaf[inner]
        ends = nodes[grown.is_leaf[nodes] | cut[nodes]]
        left[ends], tried[ends] = errors[ends], 1.0
        if nodes[0] > 0:
            np.add.at(left, grown.parent[nodes], left[nodes])
            np.add.at(tried, grown.parent[nodes], tried[nodes] - 1.0)
    return cut


def layered_cuts(grown: CodedTree) -> Flags:
    """Tell which nodes become leaves because the leaves below them have no fewer expected errors.

    This goes from the bottom up. A leaf with n rows has ``n * r_w`` expected errors, where r_w is
    its error corrected for the attribute sets considered on the path to it.
    """
    covered, (sets, _) = grown.counts.sum(axis=1), grown.searched()
    rates = layered_error(covered, grown.errors, np.maximum(sets, 1))
    return cheapest_cuts(grown, covered * rates)


def best_first_cuts(grown: CodedTree, max_leaves: int, by_errors: bool = False) -> Flags:
    """Tell which nodes become leaves so that there are at most `max_leaves`.

    Leaves are split best first: starting from the one-leaf tree, the leaf whose split gains most
    over all its rows is split; of equal ones, the one nearest to the root, then the first. A split
    that would exceed the bound is skipped. How a node is split does not depend on when it is split,
    so the tree grown best first is the top of the full tree. The gain is the number of errors that
    a split saves, or the entropy.
    """
    gains, first, n_children = _gains(grown, by_errors), grown.first_child, grown.n_children
    cut, n_leaves = ~grown.is_leaf, 1
    waiting = [(0, 0)] if cut[0] else []
    while waiting:
        _, node = heapq.heappop(waiting)
        if n_leaves - 1 + n_children[node] > max_leaves:
            continue
        cut[node] = False
        n_leaves += int(n_children[node]) - 1
        for child in range(first[node], first[node] + n_children[node]):
            if cut[child]:
                heapq.heappush(waiting, (-gains[child].item(), child))
    return cut


def _gains(grown: CodedTree, by_errors: bool) -> Ints:
    """Return the errors or the units of entropy that the split of every node saves."""
    rows, units = grown.counts.sum(axis=1), units_of(grown.counts[:1])
    own = grown.errors if by_errors else units[rows] - units[grown.counts].sum(axis=1)
    below = np.zeros_like(own)
    np.add.at(below, grown.parent[1:], own[1:])
    return own - below
