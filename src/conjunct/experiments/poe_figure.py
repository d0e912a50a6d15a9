"""The figure of the study `poe`: what CN2-POE saves in errors against what it saves in size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.experiments.figures import draw_legend
from conjunct.experiments.poe_results import TableEndings
from conjunct.experiments.poe_table_1 import KINDS
from conjunct.experiments.poe_trials import Reading
from conjunct.plots.style import BLUE, GREY, INK, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN: dict[Reading, str] = {"m_estimate": BLUE, "combinations": ORANGE}
"""The default reading of the paper and our own account of what was tried, with their colours."""

_NUMBER = "#fdfdfd"
"""Colour of the numbers in the points: nearly white, since pages make pure white transparent."""


def draw_savings(figure: Figure, tables: Sequence[TableEndings]) -> None:
    """Draw a panel for unordered and one for ordered rules, a point a table and reading.

    Points bear the number of their table, from 1.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Empty.
    tables : sequence of TableEndings
        At least one.
    """
    panels = figure.subplots(1, 2, sharey=True)
    for axes, (ordered, kind) in zip(panels, KINDS.items(), strict=True):
        for reading in SHOWN:
            _draw_reading(axes, tables, ordered, reading)
        _draw_published(axes, tables)
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.axvline(1, color=INK, linewidth=0.8)
        axes.set_title(f"{kind} rules")
        axes.set_xlabel("size of CN2-POE relative to CN2")
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(visible=True, color=GREY, alpha=0.25, linewidth=0.6)
        axes.set_axisbelow(True)
    panels[0].set_ylabel("error of CN2 less that of CN2-POE (points)")
    draw_legend(figure)


def _draw_reading(
    axes: Axes, tables: Sequence[TableEndings], ordered: bool, reading: Reading
) -> None:
    for number, table in enumerate(tables, start=1):
        ratio = table.size_ratio(ordered, reading)
        if not ratio:  # nothing learned has no place on a scale of ratios
            continue
        point = (ratio, float(table.saved(ordered, reading).mean()))
        axes.plot(*point, "o", color=SHOWN[reading], markersize=9.5, label=f"POE, {reading}")
        axes.annotate(
            str(number), point, ha="center", va="center", fontsize=6, color=_NUMBER, clip_on=True
        )


def _draw_published(axes: Axes, tables: Sequence[TableEndings]) -> None:
    for table in tables:
        if table.published:
            error, poe_error, size, poe_size = table.published
            axes.plot(
                [poe_size.mean / size.mean],
                [error.mean - poe_error.mean],
                linestyle="none",
                marker="D",
                markersize=4.5,
                markerfacecolor="none",
                markeredgecolor=INK,
                markeredgewidth=0.9,
                label="published",
            )
