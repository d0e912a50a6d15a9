"""Plots in the style of scikit-learn's displays, drawn with matplotlib if it is installed."""

from conjunct.plots.boundary import DecisionBoundaryDisplay
from conjunct.plots.boundary_plane import PlaneAxis
from conjunct.plots.card_path import ScoreCardPathDisplay
from conjunct.plots.coverage_path import CoveragePath
from conjunct.plots.coverage_space import CoverageSpaceDisplay
from conjunct.plots.isometrics import Isometrics
from conjunct.plots.score_card import ScoreCardDisplay
from conjunct.plots.tree import TreeDisplay

__all__ = [
    "CoveragePath",
    "CoverageSpaceDisplay",
    "DecisionBoundaryDisplay",
    "Isometrics",
    "PlaneAxis",
    "ScoreCardDisplay",
    "ScoreCardPathDisplay",
    "TreeDisplay",
]
