"""Division that returns 0 if the divisor is 0."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.types import Floats


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """Return part / whole, or 0 where the whole is 0.

    Examples
    --------
    >>> ratio([3, 0], [4, 0])
    array([0.75, 0.  ])
    """
    parts, wholes = np.asarray(part, float), np.asarray(whole, float)
    found: Floats = np.zeros(np.broadcast(parts, wholes).shape)
    np.divide(parts, wholes, out=found, where=wholes != 0)
    return found
