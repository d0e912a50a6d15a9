"""The figure of the study `weights`: by how much weights change error and Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.experiments.figures import draw_legend
from conjunct.experiments.weight_results import MEASURES, Measure, TableWeights
from conjunct.experiments.weight_trials import LEARNERS
from conjunct.plots.style import BLUE, GREY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLORS = dict(zip(LEARNERS, (BLUE, ORANGE), strict=True))
_LABELS: dict[Measure, str] = {
    "error": "change of the error (points)",
    "brier": "change of the Brier score",
}
_APART = 0.14
"""Of a line's height, between the points of its learners."""


def figure_size(n_tables: int) -> tuple[float, float]:
    """Return the width and height in inches of a legible figure of `n_tables` tables.

    Examples
    --------
    >>> figure_size(10)
    (9.0, 4.2)
    """
    return 9.0, round(1.2 + 0.3 * n_tables, 2)


def draw_changes(figure: Figure, tables: Sequence[TableWeights]) -> None:
    """Draw a panel for each measure, a line for each table and a point for each learner.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    tables : sequence of TableWeights
        At least one; the first is at the top.
    """
    panels = figure.subplots(1, len(MEASURES), sharey=True)
    for axes, measure in zip(panels, MEASURES, strict=True):
        for place, name in enumerate(LEARNERS):
            _draw_learner(axes, tables, measure, name, (2 * place - 1) * _APART)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_xlabel(_LABELS[measure])
        axes.set_yticks(range(len(tables)), labels=[table.facts.name for table in tables])
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(visible=True, axis="x", color=GREY, alpha=0.25, linewidth=0.6)
        axes.set_axisbelow(True)
    panels[0].set_ylim(len(tables) - 0.5, -0.5)
    draw_legend(figure)


def _draw_learner(
    axes: Axes, tables: Sequence[TableWeights], measure: Measure, learner: str, shift: float
) -> None:
    changes = [table.change(measure, learner) for table in tables]
    axes.errorbar(
        [change for change, _ in changes],
        [line + shift for line in range(len(tables))],
        xerr=[error or 0.0 for _, error in changes],
        linestyle="none",
        marker="o",
        markersize=4,
        elinewidth=0.9,
        color=_COLORS[learner],
        label=learner,
    )
