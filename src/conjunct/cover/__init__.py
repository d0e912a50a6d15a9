"""Separate and conquer."""

from conjunct.cover.loop import PerClassCovering, RuleSearch, as_rule
from conjunct.cover.ordered import OrderedCovering

__all__ = ["OrderedCovering", "PerClassCovering", "RuleSearch", "as_rule"]
