"""Counting refinements: the whole cost of rule learning, behind one small protocol."""

from conjunct.count.counts import Counts
from conjunct.count.engine import OPERATORS, CountingEngine, Splits, Tests, as_tests
from conjunct.count.local import LocalEngine
from conjunct.count.reference import ReferenceEngine

__all__ = [
    "OPERATORS",
    "CountingEngine",
    "Counts",
    "LocalEngine",
    "ReferenceEngine",
    "Splits",
    "Tests",
    "as_tests",
]
