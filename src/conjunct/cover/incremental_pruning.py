"""How RIPPER prunes: on which part of the rows, and how often all rules are optimised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from conjunct.params import Constraint, OneOf, OneVariant, Variant, Whole


@dataclass(frozen=True)
class IncrementalPruning(Variant):
    """Prune each rule on rows that it was not grown on, then optimise all rules.

    Parameters
    ----------
    folds : int
        Number of folds into which the rows are divided, anew for every rule: the rule is pruned on
        one and grown on the others.
    optimizations : int
        Number of optimisation passes over all rules of a class.

    Examples
    --------
    >>> from conjunct import RipperClassifier
    >>> RipperClassifier(pruning=IncrementalPruning(folds=5))
    RipperClassifier(pruning=IncrementalPruning(folds=5, optimizations=2))
    """

    folds: int = 3
    optimizations: int = 2
    _allowed: ClassVar[Mapping[str, Constraint]] = {"folds": Whole(2), "optimizations": Whole(0)}


AN_INCREMENTAL_PRUNING = OneVariant({"incremental": IncrementalPruning()}, OneOf((None,)))
"""The values that RIPPER's pruning parameter may have."""
