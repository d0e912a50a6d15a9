"""The style of our plots; matplotlib is imported only when something is drawn.

The rest of the package works without matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

from conjunct.errors import MissingPackageError, ModelError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#1b1b1b"
"""Colour of text, axes and marks. Web pages replace it with their own text colour."""

PAPER = "#ffffff"
"""Colour of the background. Web pages remove it."""

BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, GREY = COLORS = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#d55e00",
    "#56b4e9",
    "#cc79a7",
    "#7f7f7f",
)
"""The palette of Okabe and Ito, which colour-blind people can tell apart, and a grey."""


def matplotlib_missing(need: str) -> MissingPackageError:
    """Return the error that says what needs matplotlib and how to install it."""
    return MissingPackageError.named("matplotlib", "plots", need)


def axes_or_new(ax: Axes | None, need: str, projection: str | None = None) -> Axes:
    """Return the given axes, or those of a new figure of ``matplotlib.pyplot``.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        Axes to be returned as they are.
    need : str
        What needs matplotlib; used in the error if it is not installed.
    projection : str or None
        Projection of new axes: ``"3d"`` for surfaces.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        raise matplotlib_missing(need) from None
    if ax is not None:
        return ax
    figure = pyplot.figure(layout="constrained")
    return figure.add_subplot(projection=projection)


def fitted_part(estimator: Any, attribute: str, kind: type, words: str) -> Any:
    """Return what a fitted estimator has to be drawn.

    Parameters
    ----------
    estimator : estimator
        A fitted estimator.
    attribute : str
        Name of its attribute.
    kind : type
        Type of the attribute, or of the parts of a tuple.
    words : str
        What the error says that the estimator lacks, and which estimator has it.
    """
    check_is_fitted(estimator)
    part = getattr(estimator, attribute, ())
    parts = part if isinstance(part, tuple) else (part,)
    if not parts or not all(isinstance(one, kind) for one in parts):
        raise ModelError(f"{type(estimator).__name__} has no {attribute} {words}")
    return part


def new_figure(size: tuple[float, float]) -> Figure:
    """Return an empty figure whose texts do not overlap, for a file rather than a window.

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
    """Draw with our colours and sizes, whatever the user's own matplotlib settings are."""
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
