"""The figure of the study `optimisers`: loss above the minimum against iterations and time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from conjunct.experiments.figures import draw_legend
from conjunct.experiments.optimiser_results import Way, Ways
from conjunct.experiments.optimiser_trials import CASES, IN_DIGITS
from conjunct.plots.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLOOR = 1e-16
"""Below this a difference of losses is rounding; gaps are drawn no lower."""

CEILING = 1e3
"""Where an optimiser goes astray, its gap is drawn no higher."""

_COLORS = {
    "gradient descent": ORANGE,
    "conjugate gradient": BLUE,
    "Newton": VERMILION,
    IN_DIGITS: GREEN,
}


def draw_ways(figure: Figure, ways: Sequence[Ways]) -> None:
    """Draw a column for each case: above against iterations, below against seconds.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    ways : sequence of Ways
        Of one table; every trial is a line.
    """
    grid = figure.subplots(2, len(CASES), sharey=True)
    for column, case in enumerate(CASES):
        above, below = grid[:, column]
        here = [one for one in ways if one.case == case]
        for one in here:
            for way in one.ways:
                _draw_way(above, one.optimiser, way.iteration, way)
                _draw_way(below, one.optimiser, way.seconds, way)
        above.set_title(f"{case}\ncondition number {here[0].condition:,.0f}")
        above.set_xlabel("iterations")
        below.set_xlabel("seconds")
    for axes in grid[:, 0]:
        axes.set_ylabel("loss above the minimum")
    for axes in grid.flat:
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_minor_formatter("")  # 2 × 10⁻³ and its like lie on one another
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(visible=True, color=GREY, alpha=0.25, linewidth=0.6)
        axes.set_axisbelow(True)
    draw_legend(figure)


def _draw_way(axes: Axes, optimiser: str, at: Floats, way: Way) -> None:
    """Draw from the first iteration on; a logarithmic axis has no place for the start."""
    gap = np.clip(way.gap, FLOOR, CEILING)
    axes.plot(
        at[1:],
        gap[1:],
        color=_COLORS[optimiser],
        label=optimiser,
        linewidth=1.0,
        marker="o",
        markersize=1.6,
        alpha=0.7,
    )
