"""Figures of the study `meta`: learned heuristics in coverage space, and accuracy against size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conjunct.experiments.figures import draw_legend
from conjunct.experiments.labels import write_names
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    COVERAGE,
    FINAL,
    NETWORK_COVERAGE,
    learned_heuristic,
)
from conjunct.experiments.meta_results import HeuristicComparison
from conjunct.experiments.published.janssen2007 import FIGURE_1_SPACE, TABLE_2
from conjunct.plots import CoverageSpaceDisplay
from conjunct.plots.style import BLUE, GREY, ORANGE, SKY, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = {
    "final-linear-4": "(a) linear regression, final rule",
    "final-mlp-1": "(b) network of one node, final rule",
    "learned": "(c) as shipped",
}
"""Heuristics of our Figure 1."""

PUBLISHED_SHOWN = ("final-linear-4", "final-mlp-1")
"""Those of them that the paper shows."""

_GROUPS: Sequence[tuple[str, Sequence[str], str, str]] = (
    ("classic", CLASSIC, BLUE, "o"),
    ("coverage predicted by a line", COVERAGE, GREY, "s"),
    ("coverage predicted by a network", NETWORK_COVERAGE, SKY, "v"),
    ("learned: precision of the rule", tuple(TABLE_2), ORANGE, "^"),
    ("learned: precision of the final rule", FINAL, VERMILION, "D"),
)
"""Label, heuristics, colour and marker."""

_TICKS = (5, 10, 20, 50, 100, 200)
_LEAST = 2


def draw_isometrics(figure: Figure) -> None:
    """Draw surfaces and isometrics of learned heuristics side by side."""
    for place, (name, title) in enumerate(SHOWN.items(), start=1):
        axes: Any = figure.add_subplot(1, len(SHOWN), place, projection="3d")
        CoverageSpaceDisplay.from_heuristic(
            learned_heuristic(name), *FIGURE_1_SPACE, kind="both", ax=axes
        )
        axes.set_title(title)


def draw_outcomes(figure: Figure, found: HeuristicComparison) -> None:
    """Draw mean accuracy against mean number of conditions, a point a heuristic.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    found : HeuristicComparison
        Of the run.
    """
    axes = figure.subplots()
    points, texts, colors = [], [], []
    for label, names, color, marker in _GROUPS:
        outcomes = [found.of(name) for name in names]
        spots = [(max(one.conditions, _LEAST), one.accuracy) for one in outcomes]
        axes.scatter(*zip(*spots, strict=True), color=color, marker=marker, label=label)
        points += spots
        texts += [name.split(", ")[0] for name in names]
        colors += [color] * len(names)
    _name_axes(axes)
    draw_legend(figure)
    write_names(axes, points, texts, colors)


def _name_axes(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, map(str, _TICKS))
    axes.set_xticks([], minor=True)
    axes.set_xlim(_LEAST, 2 * _TICKS[-1])
    axes.set_xlabel("conditions, mean over the tables (logarithmic)")
    axes.set_ylabel("accuracy in percent, mean over the tables")
