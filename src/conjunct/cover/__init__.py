"""Separate-and-conquer learners: covering loops that find one rule at a time."""

from conjunct.cover.incremental_pruning import IncrementalPruning

__all__ = ["IncrementalPruning"]
