"""Separate and conquer."""

from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.cover.one_class import OneClass, Plan
from conjunct.cover.ordered import OrderedCovering
from conjunct.cover.rare_first import RareFirstCovering
from conjunct.cover.ripper import rip
from conjunct.cover.shortest import ShortestTheory, Theory

__all__ = [
    "OneClass",
    "OrderedCovering",
    "PerClassCovering",
    "Plan",
    "RareFirstCovering",
    "RuleSearch",
    "ShortestTheory",
    "Theory",
    "rip",
]
