"""Searches for one rule, each with a record of what it tried."""

from conjunct.search.climb import RefinementHeuristic

__all__ = ["RefinementHeuristic"]
