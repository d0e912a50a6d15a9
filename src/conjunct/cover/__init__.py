"""Separate and conquer."""

from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.cover.ordered import OrderedCovering
from conjunct.cover.rare_first import RareFirstCovering
from conjunct.cover.shortest import ShortestTheory, Theory

__all__ = [
    "OrderedCovering",
    "PerClassCovering",
    "RareFirstCovering",
    "RuleSearch",
    "ShortestTheory",
    "Theory",
]
