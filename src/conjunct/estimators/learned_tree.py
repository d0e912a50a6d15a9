"""A learned tree before it is written in words, and the promises of its leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine
from conjunct.estimators.promising import HeldOut, how_promised, make_promises, with_promises
from conjunct.estimators.statements import Statements, ignore, repeated, statements_of
from conjunct.estimators.wider import Wider
from conjunct.model import RuleList, Tree
from conjunct.model.class_order import AnyRules, with_classes_back
from conjunct.search.language import Language
from conjunct.trees import CodedTree, counts_at_nodes, leaves_in_order
from conjunct.types import Floats, Ints


class TreeTraining(NamedTuple):
    """The parts of the training that `to_rules` needs.

    Parameters
    ----------
    engine : CountingEngine
        The training rows.
    held_out : HeldOut or None
        Other rows of the same engine, to check rules on.
    grown : CodedTree
        The tree, with codes in place of values.
    """

    engine: CountingEngine
    held_out: HeldOut | None
    grown: CodedTree


class LearnedTree:
    """The tree, and the parts of its training that `to_rules` needs.

    On a small table, writing the tree in words takes longer than growing it. So it is written when
    it is first needed. Copies and pickles hold the written tree, but not the training rows.

    Parameters
    ----------
    training : TreeTraining
        The rows, and the tree with codes in place of values.
    write : callable
        Takes a tree with codes and returns it in words, see `as_tree`; ``promised=()`` for no
        promises.
    class_order : sequence of int
        Position in ``classes_`` of each class of the coded rows.
    """

    def __init__(
        self, training: TreeTraining, write: Callable[..., Tree], class_order: Sequence[int]
    ) -> None:
        self.training = training
        self._write = write
        self._class_order = class_order
        self.remember: Callable[[Tree], Tree] = lambda tree: tree

    @cached_property
    def tree(self) -> Tree:
        """The tree in words, with the record of its training."""
        return self.remember(self._write(self.training.grown, class_order=self._class_order))

    def written(self, grown: CodedTree) -> Tree:
        """Return a tree in words, with its classes as they are coded and without promises."""
        return self._write(grown, promised=())

    def with_own_classes(self, theory: AnyRules) -> AnyRules:
        """Return a theory with its classes in the order of ``classes_``."""
        return with_classes_back(theory, self._class_order)

    def __getstate__(self) -> dict[str, Any]:
        return {"tree": self.tree}


def leaf_statements(engine: CountingEngine, grown: CodedTree) -> Statements:
    """Return the leaves of a tree as statements, in the order of the rules."""
    leaves = leaves_in_order(grown)
    return Statements(
        grown.heads[leaves],
        np.zeros(len(leaves), bool),
        grown.depth[leaves],
        int(grown.conditions.sum()),
        lambda cover: counts_at_nodes(grown, engine, cover)[leaves],
        partial(_shares_of_leaves, grown, leaves),
        grown.counts[leaves],
    )


def _shares_of_leaves(grown: CodedTree, leaves: Ints, prior: RulePrior) -> tuple[Floats, Wider]:
    """Return the shares of the paths to the leaves, and of the shorter paths to nodes above."""
    shares = prior.log_shares_of_paths(_sums_of_paths(prior, grown), grown.depth)
    rule, above = np.arange(len(leaves)), leaves
    rules, nodes = [rule[:0]], [leaves[:0]]
    while len(rule):
        inside = grown.depth[above] > 0
        rule, above = rule[inside], grown.parent[above[inside]]
        rules.append(rule)
        nodes.append(above)
    node = np.concatenate(nodes)
    return shares[leaves], Wider(np.concatenate(rules), grown.counts[node], shares[node])


def _sums_of_paths(prior: RulePrior, grown: CodedTree) -> Floats:
    """Add up the logarithms of the shares of all branches on the path to every node."""
    sums = np.zeros(grown.n_nodes)
    sums[1:] = prior.log_tests(grown.tests[1:])
    for nodes in list(grown.levels())[1:]:
        sums[nodes] += sums[grown.parent[nodes]]
    return sums


def path_prior(language: Language, n_classes: int) -> RulePrior:
    """Return how the confidence is shared among all paths of a tree.

    A binary split of a nominal attribute also has a branch for all other values, even if there are
    only two values.
    """
    allowed = language.columns.allowed.copy()
    allowed[:, :2] = ~language.columns.numeric[:, np.newaxis]
    return RulePrior(language.columns._replace(allowed=allowed), n_classes)


def with_list_promises(
    rules: RuleList,
    training: TreeTraining,
    language: Language,
    again: Callable[[CountingEngine], RuleList] | None,
    confidence: float,
) -> RuleList:
    """Return rules that were made from a tree, with their promises.

    Parameters
    ----------
    rules : RuleList
        Rules made from the tree.
    training : TreeTraining
        The rows that the tree was learned from.
    language : Language
        All conditions that the tree may use.
    again : callable or None
        Function that learns such rules from the rows of an engine; None for no expected errors.
    confidence : float
        Probability that all bounds hold at once.
    """
    engine = training.engine
    stated = statements_of(engine, rules)
    folds = None
    if again is not None:
        folds = repeated(engine, lambda part: statements_of(part, again(part)), ignore).rules
    prior = path_prior(language, engine.n_classes)
    out = training.held_out
    how = how_promised(engine, stated, folds=folds, held_out=out, confidence=confidence)
    promises = make_promises(engine, stated, prior, how, out)
    bodies = language.n_bodies(int(stated.lengths.max(initial=0)))
    possible = [bodies[length] * engine.n_classes for length in stated.lengths.tolist()]
    return with_promises(rules, promises, possible, how)
