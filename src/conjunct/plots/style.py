"""How our pictures look, and where matplotlib comes from: only when something is drawn.

The rest of the package works without matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from conjunct.errors import MissingPackageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#1b1b1b"
"""Of text, axes and marks. Pages put their own text colour in its place."""

PAPER = "#ffffff"
"""Behind everything. Pages take it away."""

BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, GREY = COLORS = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#d55e00",
    "#56b4e9",
    "#cc79a7",
    "#7f7f7f",
)
"""Colours of Okabe and Ito, told apart also by people who are colour-blind; and a grey."""


def matplotlib_missing(need: str) -> MissingPackageError:
    """Return the error that says what needs matplotlib and how to install it."""
    return MissingPackageError.named("matplotlib", "plots", need)


def axes_or_new(ax: Axes | None, need: str, projection: str | None = None) -> Axes:
    """Return the axes given, or those of a new figure of ``matplotlib.pyplot``.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        Returned as they are.
    need : str
        Who draws, for the error where matplotlib is not installed.
    projection : str or None
        Of new axes: ``"3d"`` for surfaces.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        raise matplotlib_missing(need) from None
    if ax is not None:
        return ax
    figure = pyplot.figure(layout="constrained")
    return figure.add_subplot(projection=projection)


def new_figure(size: tuple[float, float]) -> Figure:
    """Return an empty figure that keeps its texts apart, for a file rather than for a window.

    Parameters
    ----------
    size : tuple of float
        Width and height in inches.
    """
    try:
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError:
        raise matplotlib_missing("drawing figures") from None
    return Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.07, h_pad=0.07))


@contextmanager
def house_style() -> Iterator[None]:
    """Draw with our colours and sizes, whatever the person's own matplotlib settings are."""
    try:
        import matplotlib
    except ImportError:
        raise matplotlib_missing("drawing figures") from None
    ink = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    ours: dict[Any, Any] = {
        **dict.fromkeys(ink, INK),
        "font.size": 8.5,
        "axes.titlesize": 9.5,
        "axes.titleweight": "bold",
        "axes.linewidth": 0.7,
        "axes.facecolor": "none",
        "figure.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "xtick.labelsize": 7.5,
        "ytick.labelsize": 7.5,
        "legend.fontsize": 9,
        "svg.hashsalt": "conjunct",
        "svg.fonttype": "path",
    }
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(ours)
        yield
