"""Separate and conquer."""

from conjunct.cover.loop import PerClassCovering, RuleSearch, as_rule

__all__ = ["PerClassCovering", "RuleSearch", "as_rule"]
