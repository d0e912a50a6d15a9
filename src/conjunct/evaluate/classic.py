"""The classic heuristics by name.

A parameter of a heuristic has the value that Janssen & Fürnkranz found best over many tables (2010,
"On the quest for optimal rule learning heuristics", Machine Learning 78, 343-379): m = 22.466,
c = 0.342, ω = 0.4323, β = 0.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from conjunct.evaluate.accuracy import Accuracy
from conjunct.evaluate.correlation import Correlation
from conjunct.evaluate.f_measure import FMeasure
from conjunct.evaluate.heuristic import Heuristic
from conjunct.evaluate.kloesgen import Kloesgen
from conjunct.evaluate.m_estimate import MEstimate
from conjunct.evaluate.precision import Laplace, Precision
from conjunct.evaluate.relative_cost import RelativeCost
from conjunct.evaluate.wra import WRA

BEST_M = 22.466

CLASSIC: Mapping[str, Heuristic] = MappingProxyType(
    {
        "accuracy": Accuracy(),
        "precision": Precision(),
        "laplace": Laplace(),
        "wra": WRA(),
        "correlation": Correlation(),
        "m_estimate": MEstimate(BEST_M),
        "f_measure": FMeasure(),
        "kloesgen": Kloesgen(),
        "relative_cost": RelativeCost(),
    }
)
"""The classic heuristics by name."""
