"""Counting refinements, nearly the whole cost of rule learning, behind one small protocol."""

from conjunct.count.content_order import classes_by_content, content_of, ranked_by_content
from conjunct.count.counts import Counts
from conjunct.count.engine import (
    NO_TESTS,
    OPERATORS,
    Applied,
    Channels,
    CountingEngine,
    Points,
    Splits,
    Spread,
    Tests,
    as_tests,
    class_counts,
    each_class,
    one_class,
    two_counts,
)
from conjunct.count.engine_views import EngineWithin, WeightedEngine
from conjunct.count.folds import Fold
from conjunct.count.numpy_engine import NumpyEngine
from conjunct.count.requests import (
    BeamRequest,
    Beams,
    Columns,
    Level,
    ListRequest,
    NewtonFound,
    NewtonRequest,
)

__all__ = [
    "NO_TESTS",
    "OPERATORS",
    "Applied",
    "BeamRequest",
    "Beams",
    "Channels",
    "Columns",
    "CountingEngine",
    "Counts",
    "EngineWithin",
    "Fold",
    "Level",
    "ListRequest",
    "NewtonFound",
    "NewtonRequest",
    "NumpyEngine",
    "Points",
    "Splits",
    "Spread",
    "Tests",
    "WeightedEngine",
    "as_tests",
    "class_counts",
    "classes_by_content",
    "content_of",
    "each_class",
    "one_class",
    "ranked_by_content",
    "two_counts",
]
