"""Figures of the studies: panels of curves over beam width, calibration curves, files.

matplotlib is needed only when something is drawn or saved; tables and pages do without.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conjunct.experiments.findings import Picture
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.files import writing
from conjunct.plots.style import GREY, house_style, new_figure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "draw_legend",
    "draw_panels",
    "panels_size",
    "save_picture",
]

_STYLES = {"solid": "-", "dotted": ":", "dashed": "--"}
_PNG_DPI = 150
_LEGEND_WIDTH = 6.0
"""Inches that the longest legend of a study needs."""


def panels_size(n_panels: int, columns: int) -> tuple[float, float]:
    """Return the width and height in inches of a legible figure of `n_panels` panels.

    A figure of one or two panels is as wide as its legend needs, and higher by the lines that the
    legend has then.

    Examples
    --------
    >>> panels_size(12, columns=4), panels_size(1, columns=4)
    ((12.0, 7.6), (6.0, 3.85))
    """
    rows = -(-n_panels // columns)
    width = max(3.0 * min(columns, n_panels), _LEGEND_WIDTH)
    legend = 0.85 if width > _LEGEND_WIDTH else 1.6
    return round(width, 1), round(2.25 * rows + legend, 2)


def draw_panels(figure: Figure, panels: Sequence[Panel], columns: int) -> None:
    """Fill a figure with panels, line by line, above one legend for all of them.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    panels : sequence of Panel
        In reading order.
    columns : int
        Panels side by side.
    """
    columns = max(1, min(columns, len(panels)))
    rows = max(1, -(-len(panels) // columns))
    grid = figure.subplots(rows, columns, squeeze=False)
    for axes, panel in zip(grid.flat, panels, strict=False):
        _draw_panel(axes, panel)
    for axes in grid.flat[len(panels) :]:
        axes.remove()
    _label_axes(list(grid.flat), panels, columns)
    draw_legend(figure)


def draw_legend(figure: Figure) -> None:
    """Write one legend for all axes of a figure below them: curves, then marks, each label once."""
    from matplotlib.lines import Line2D

    entries: dict[str, Artist] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    labels = sorted(entries, key=lambda label: isinstance(entries[label], Line2D))
    if labels:
        inches = 0.7 + 0.08 * max(len(label) for label in labels)
        figure.legend(
            [entries[label] for label in labels],
            labels,
            loc="outside lower center",
            ncols=max(1, min(len(labels), int(figure.get_figwidth() / inches))),
            frameon=False,
        )


def save_picture(picture: Picture, folder: Path) -> tuple[Path, Path]:
    """Draw a picture into ``<name>.svg`` and ``<name>.png``; the same picture gives the same bytes.

    Parameters
    ----------
    picture : Picture
        What to draw.
    folder : Path
        Where; it must exist.

    Returns
    -------
    svg, png : Path
    """
    svg, png = folder / f"{picture.name}.svg", folder / f"{picture.name}.png"
    with house_style():
        figure = new_figure(picture.size)
        picture.draw(figure)
        with writing(svg) as file:
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": "Conjunct"})
        with writing(png) as file:
            figure.savefig(file, format="png", dpi=_PNG_DPI, metadata={"Software": None})
    return svg, png


def _draw_panel(axes: Axes, panel: Panel) -> None:
    for curve in panel.curves:
        _draw_curve(axes, curve)
    for mark in panel.marks:
        _draw_mark(axes, mark)
    axes.set_title(panel.title)
    widths = [x for curve in panel.curves for x in curve.x]
    if panel.x_scale == "log2" and widths:
        ticks = [2**power for power in range(int(max(widths)).bit_length())]
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, labels=[str(tick) for tick in ticks])
        axes.minorticks_off()
    axes.margins(x=0.05, y=0.12)
    _tidy(axes)


def _draw_curve(axes: Axes, curve: Curve) -> None:
    axes.errorbar(
        curve.x,
        curve.y,
        yerr=curve.error,
        label=curve.label or "_nolegend_",
        color=curve.color,
        linestyle=_STYLES[curve.style],
        linewidth=1.5,
        elinewidth=0.9,
        capsize=1.5,
        marker="o",
        markersize=2.4,
    )


def _draw_mark(axes: Axes, mark: Mark) -> None:
    shape, size, edge = ("o", 9.0, 1.3) if mark.shape == "circle" else ((6, 2, 0), 9.0, 1.5)
    axes.plot(
        [mark.x],
        [mark.y],
        label=mark.label or "_nolegend_",
        linestyle="none",
        marker=shape,
        markersize=size,
        markerfacecolor="none",
        markeredgecolor=mark.color,
        markeredgewidth=edge,
        zorder=5,
    )


def _tidy(axes: Axes) -> None:
    """Leave out two edges of the box and lay a faint grid behind the curves."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, axis="y", color=GREY, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)


def _label_axes(grid: Sequence[Axes], panels: Sequence[Panel], columns: int) -> None:
    """Name the axes at the left and the lower edge only, where all panels agree on the name."""
    one_x = len({panel.x_label for panel in panels}) == 1
    one_y = len({panel.y_label for panel in panels}) == 1
    for position, (axes, panel) in enumerate(zip(grid, panels, strict=False)):
        is_lowest = position + columns >= len(panels)
        if is_lowest or not one_x:
            axes.set_xlabel(panel.x_label)
        if position % columns == 0 or not one_y:
            axes.set_ylabel(panel.y_label)
