"""Calibration curves: what rules with a given estimated error do on unseen rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from conjunct.choose import ESTIMATES
from conjunct.experiments.figures import draw_calibration, draw_legend
from conjunct.experiments.findings import Picture
from conjunct.experiments.panels import Curve
from conjunct.experiments.rule_results import RuleResults
from conjunct.plots.style import COLORS
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

N_BINS = 10
COLUMNS = 4
"""Plots side by side."""


def calibration_picture(groups: Mapping[str, Sequence[RuleResults]], found: str) -> Picture:
    """Return a figure with one plot a group of rules and one curve an estimate.

    Parameters
    ----------
    groups : mapping of str to sequence of RuleResults
        The rules of each group, table by table.
    found : str
        What it shows, in words.
    """
    plots = {name: calibration_curves(tables) for name, tables in groups.items()}
    rows = -(-len(plots) // COLUMNS)
    return Picture(
        "calibration",
        "Calibration: estimated error against error on unseen rows",
        partial(_draw, plots=plots),
        (3.6 * min(len(plots), COLUMNS), 3.8 * rows + 0.6),
        "Not in the paper, which calls r_w a guesstimate.",
        f"Each point is a tenth of the rules of all tables, by their estimate. {found}",
    )


def _draw(figure: Figure, plots: Mapping[str, Sequence[Curve]]) -> None:
    columns = min(len(plots), COLUMNS)
    grid = figure.subplots(-(-len(plots) // columns), columns, squeeze=False)
    for axes, (name, curves) in zip(grid.flat, plots.items(), strict=False):
        draw_calibration(axes, curves)
        axes.set_title(name)
    for axes in grid.flat[len(plots) :]:
        axes.remove()
    draw_legend(figure)


def calibration_curves(tables: Sequence[RuleResults]) -> list[Curve]:
    """Return for each estimate the mean estimated and true error of its bins.

    Parameters
    ----------
    tables : sequence of RuleResults
        The rules of each table; each table counts alike, and within it a rule by its weight.
    """
    seen = [rules.take(rules.test_covered > 0) for rules in tables]
    seen = [rules for rules in seen if len(rules.weight)]
    weight = np.concatenate([rules.weight / rules.weight.sum() for rules in seen])
    error = np.concatenate([rules.error for rules in seen])
    curves = []
    for color, (key, estimate) in zip(COLORS, ESTIMATES.items(), strict=False):
        estimated = np.concatenate([rules.estimate(key) for rules in seen])
        x, y = binned(estimated, error, weight)
        curves.append(Curve(estimate.label, x.tolist(), y.tolist(), color=color))
    return curves


def binned(
    estimated: Floats, error: Floats, weight: Floats, n_bins: int = N_BINS
) -> tuple[Floats, Floats]:
    """Return mean estimated and mean true error of bins of about equal weight.

    Rules with equal estimates stay together, so there may be fewer bins.

    Examples
    --------
    >>> promised = np.array([0.0, 0.0, 0.2, 0.3])
    >>> binned(promised, np.array([0.1, 0.2, 0.2, 0.4]), np.ones(4), n_bins=2)
    (array([0.  , 0.25]), array([0.15, 0.3 ]))
    """
    place = np.unique(estimated, return_inverse=True)[1]
    share = np.bincount(place, weight) / weight.sum()
    middle = np.cumsum(share) - share / 2
    bins = np.minimum((middle * n_bins).astype(int), n_bins - 1)[place]
    total = np.bincount(bins, weight)
    kept = total > 0
    x = np.bincount(bins, weight * estimated)[kept] / total[kept]
    return x, np.bincount(bins, weight * error)[kept] / total[kept]
