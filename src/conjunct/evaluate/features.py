"""The features of a rule that a learned heuristic reads: its counts, and shares of them.

Janssen & Fürnkranz (2007), section 3, describe a rule by eight features; `FEATURES` lists them in
the order of the paper. Logarithms of counts may be used too: they let a linear formula give the
step from one covered row to ten the same weight as the step from ten to a hundred. The length of
the rule, its number of conditions, may also be used; the paper tried it as a ninth feature.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from conjunct.errors import ModelError
from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats

Feature = Callable[[Floats, Floats, Floats, Floats, Floats], Floats]

FEATURES = ("P", "N", "P/(P+N)", "p", "n", "p/P", "n/N", "p/(p+n)")
"""The eight features of the paper."""

LENGTH = "length"
"""Name of the feature that is the number of conditions of the rule."""

KNOWN_FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        "P": lambda p, n, P, N, length: P,
        "N": lambda p, n, P, N, length: N,
        "P/(P+N)": lambda p, n, P, N, length: ratio(P, P + N),
        "p": lambda p, n, P, N, length: p,
        "n": lambda p, n, P, N, length: n,
        "p/P": lambda p, n, P, N, length: ratio(p, P),
        "n/N": lambda p, n, P, N, length: ratio(n, N),
        "p/(p+n)": lambda p, n, P, N, length: ratio(p, p + n),
        "log(P+1)": lambda p, n, P, N, length: np.log1p(P),
        "log(N+1)": lambda p, n, P, N, length: np.log1p(N),
        "log(p+1)": lambda p, n, P, N, length: np.log1p(p),
        "log(n+1)": lambda p, n, P, N, length: np.log1p(n),
        LENGTH: lambda p, n, P, N, length: length,
    }
)
"""Every feature that a learned heuristic may use, as a function of p, n, P, N and the length."""


def rule_features(
    p: npt.ArrayLike,
    n: npt.ArrayLike,
    P: npt.ArrayLike,
    N: npt.ArrayLike,
    names: Sequence[str] = FEATURES,
    length: npt.ArrayLike | None = None,
) -> Floats:
    """Return a row for every rule and a column for every feature.

    Parameters
    ----------
    p, n, P, N : array_like
        Positives and negatives: those that a rule covers, and all of them.
    names : sequence of str
        Names of features in `KNOWN_FEATURES`.
    length : array_like or None
        Number of conditions of each rule; needed if ``"length"`` is among the names.

    Raises
    ------
    ModelError
        If ``"length"`` is among the names and no length is given.

    Examples
    --------
    >>> rule_features([3, 1], [1, 0], 4, 6, ("p/P", "n/N", "p/(p+n)")).round(2)
    array([[0.75, 0.17, 0.75],
           [0.25, 0.  , 1.  ]])
    """
    if length is None and LENGTH in names:
        raise ModelError("the feature 'length' needs the number of conditions of each rule")
    given = (p, n, P, N, 0 if length is None else length)
    counts = np.broadcast_arrays(*(np.asarray(one, float) for one in given))
    return np.stack([KNOWN_FEATURES[name](*counts) for name in names], axis=-1)
