"""Searches for one rule, each with a record of what it tried."""

from conjunct.search.refinement_heuristic import RefinementHeuristic

__all__ = ["RefinementHeuristic"]
