"""The figure of the study `layered`: GS and ES against LS, table by table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.experiments.contrast import OTHERS, Other, TableTheories
from conjunct.experiments.figures import draw_legend
from conjunct.experiments.table_3 import SHORT, table_name
from conjunct.plots.style import BLUE, GREY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLORS: dict[Other, str] = {"greedy": BLUE, "extensive": ORANGE}
_SHIFT = 0.16
"""Half the distance between the two searches on a line of the size panel."""


def figure_size(n_tables: int) -> tuple[float, float]:
    """Return the width and height in inches of a figure of `n_tables` tables.

    Examples
    --------
    >>> figure_size(12)
    (11.0, 5.7)
    """
    return 11.0, round(0.34 * n_tables + 1.62, 2)


def draw_contrast(figure: Figure, tables: Sequence[TableTheories]) -> None:
    """Draw two panels of differences in error and one of theory size relative to LS.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    tables : sequence of TableTheories
        At least one; the first is drawn at the top.
    """
    left, middle, right = figure.subplots(1, 3, sharey=True)
    for axes, other in zip((left, middle), OTHERS, strict=True):
        _draw_errors(axes, tables, other)
    _draw_sizes(right, tables)
    left.set_yticks(range(len(tables)), labels=[table_name(table) for table in tables])
    left.set_ylim(len(tables) - 0.5, -0.5)
    draw_legend(figure)


def _draw_errors(axes: Axes, tables: Sequence[TableTheories], other: Other) -> None:
    for line, table in enumerate(tables):
        points, bar = table.difference(other)
        is_significant = bool(table.versus(other).verdict)
        axes.errorbar(
            [points],
            [line],
            xerr=None if bar is None else [bar],
            color=_COLORS[other],
            marker="o",
            markersize=6,
            markerfacecolor=_COLORS[other] if is_significant else "none",
            elinewidth=1.2,
            capsize=2,
            linestyle="none",
            label=f"{SHORT[other]} (filled: significant)",
        )
        if table.published:
            theirs = table.published.error
            _draw_published(axes, getattr(theirs, other) - theirs.layered, line)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_title(f"error of {SHORT[other]} less that of LS")
    axes.set_xlabel("points (right of 0: LS errs less)")
    _tidy(axes)


def _draw_sizes(axes: Axes, tables: Sequence[TableTheories]) -> None:
    for line, table in enumerate(tables):
        sizes = table.mean("conditions")
        for other, shift in zip(OTHERS, (-_SHIFT, _SHIFT), strict=True):
            if sizes.layered > 0:
                ratio = getattr(sizes, other) / sizes.layered
                axes.plot([ratio], [line + shift], "o", color=_COLORS[other], markersize=5)
            if table.published:
                theirs = table.published.conditions
                ratio = getattr(theirs, other) / theirs.layered
                _draw_published(axes, ratio, line + shift)
    axes.axvline(1, color=INK, linewidth=0.8)
    axes.set_title("theory size relative to LS")
    axes.set_xlabel("ratio of conditions")
    _tidy(axes)


def _draw_published(axes: Axes, x: float, y: float) -> None:
    axes.plot(
        [x],
        [y],
        linestyle="none",
        marker="D",
        markersize=4.5,
        markerfacecolor="none",
        markeredgecolor=INK,
        markeredgewidth=0.9,
        label="published",
        zorder=5,
    )


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=True, axis="both", color=GREY, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
