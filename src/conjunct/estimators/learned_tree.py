"""A tree as learning leaves it: on codes, with its rows, and its leaves as rules that promise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine
from conjunct.estimators.statements import Statements
from conjunct.model import Tree
from conjunct.search.language import Language
from conjunct.trees import CodedTree, counts_at_nodes, leaves_in_order
from conjunct.types import Floats


class LearnedTree:
    """The tree, and what `to_rules` needs of the training: the rows, and the tree on their codes.

    On a small table writing the tree in words takes longer than growing it, so that it is done
    when it is first looked at. Copies and files hold it, but not the training rows.

    Parameters
    ----------
    engine : CountingEngine
        The training rows.
    grown : CodedTree
        The tree on their codes.
    write : callable
        Takes the tree on codes, returns it in words.
    """

    def __init__(
        self, engine: CountingEngine, grown: CodedTree, write: Callable[[CodedTree], Tree]
    ) -> None:
        self.training = engine, grown
        self._write = write

    @cached_property
    def tree(self) -> Tree:
        """The tree in words."""
        return self._write(self.training[1])

    def __getstate__(self) -> dict[str, Any]:
        return {"tree": self.tree}


def leaf_statements(engine: CountingEngine, grown: CodedTree) -> Statements:
    """Return the leaves of a tree as counting sees them, in the order of the rules."""
    leaves = leaves_in_order(grown)
    return Statements(
        grown.heads[leaves],
        np.zeros(len(leaves), bool),
        grown.depth[leaves],
        int(grown.conditions.sum()),
        lambda cover: counts_at_nodes(grown, engine, cover)[leaves],
        lambda prior: prior.log_shares_of_paths(
            _sums_of_paths(prior, grown)[leaves], grown.depth[leaves]
        ),
        grown.counts[leaves],
    )


def _sums_of_paths(prior: RulePrior, grown: CodedTree) -> Floats:
    """Add up the logarithms of the shares of all branches on the way to every node."""
    sums = np.zeros(grown.n_nodes)
    sums[1:] = prior.log_tests(grown.tests[1:])
    for nodes in list(grown.levels())[1:]:
        sums[nodes] += sums[grown.parent[nodes]]
    return sums


def path_prior(language: Language, n_classes: int) -> RulePrior:
    """Return how confidence is shared among all ways down a tree.

    A split in two also has a branch for all other values, where there are but two of them.
    """
    allowed = language.columns.allowed.copy()
    allowed[:, :2] = ~language.columns.numeric[:, np.newaxis]
    return RulePrior(language.columns._replace(allowed=allowed), n_classes)
