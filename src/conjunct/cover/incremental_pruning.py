"""How RIPPER prunes: on which part of the rows, and how often all rules are gone through again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from conjunct.params import Constraint, OneOf, OneVariant, Variant, Whole


@dataclass(frozen=True)
class IncrementalPruning(Variant):
    """Prune each rule on rows that it was not grown on, and go through all rules again.

    Parameters
    ----------
    folds : int
        Number of folds that the rows are dealt to, anew for every rule: one prunes it, the others
        grow it.
    optimizations : int
        How often all rules of a class are gone through again.

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
"""What the pruning of RIPPER may be."""
