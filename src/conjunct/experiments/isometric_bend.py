"""How the isometrics of a heuristic bend, as a number.

Janssen & Fürnkranz (2007), section 5.4, say of their Figure 1 that learned isometrics are curved
and bend towards the N-axis. Curvature tells whether they are, which way, and how much.
"""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import Heuristic
from conjunct.types import Floats

_STEP = 0.001  # for differences, as a part of a covered row
_STRAIGHT = 1e-3  # a smaller curvature may come from the differences; no eye would see it


def bend_of(heuristic: Heuristic, P: int, N: int) -> tuple[float, float]:
    """Return the mean curvature of isometrics, and the share that bends towards the N-axis.

    The space is scaled to a square, negatives to the right and positives up. Rules that are better
    than chance lie above its diagonal. At all counts there the curvature of the line of equal score
    is taken from differences of scores. Followed to the right, a line that turns right bends
    towards the N-axis. Where the score does not change there is no line.

    Examples
    --------
    Lines of precision are straight; those of correlation are not.

    >>> from conjunct.evaluate import as_heuristic
    >>> bend_of(as_heuristic("precision"), 48, 60)
    (0.0, 0.0)
    >>> [round(one, 2) for one in bend_of(as_heuristic("correlation"), 48, 60)]
    [0.63, 1.0]
    """
    curvature = curvatures(heuristic, P, N)
    above = np.arange(1, P)[:, None] * N > np.arange(1, N) * P
    known = curvature[above & np.isfinite(curvature)]
    if not known.size:
        return 0.0, 0.0
    known = np.where(np.abs(known) < _STRAIGHT, 0.0, known)
    return float(known.mean()), float(np.mean(known > 0))


def curvatures(heuristic: Heuristic, P: int, N: int) -> Floats:
    """Return the curvature at the whole counts inside the space, NaN where there is no line.

    Rows are positives from 1 to P - 1, columns negatives from 1 to N - 1.
    """
    up, across = np.meshgrid(np.arange(1.0, P), np.arange(1.0, N), indexing="ij")
    h, k = _STEP / P, _STEP / N

    def score(rows: int, columns: int) -> Floats:
        p, n = (up + rows * _STEP).ravel(), (across + columns * _STEP).ravel()
        return np.asarray(heuristic(p, n, P, N), float).reshape(up.shape)

    here, above, below = score(0, 0), score(1, 0), score(-1, 0)
    right, left = score(0, 1), score(0, -1)
    by_p, by_n = (above - below) / (2 * h), (right - left) / (2 * k)
    by_pp, by_nn = (above - 2 * here + below) / h**2, (right - 2 * here + left) / k**2
    by_pn = (score(1, 1) - score(1, -1) - score(-1, 1) + score(-1, -1)) / (4 * h * k)
    turn = by_nn * by_p**2 - 2 * by_pn * by_n * by_p + by_pp * by_n**2
    steep = (by_p**2 + by_n**2) ** 1.5
    return np.where(steep > 0, np.sign(by_p) * turn / np.where(steep > 0, steep, 1.0), np.nan)
