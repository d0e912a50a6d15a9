"""Separate-and-conquer learners: covering loops that find one rule at a time."""

from conjunct.cover.ripper import IncrementalPruning

__all__ = ["IncrementalPruning"]
