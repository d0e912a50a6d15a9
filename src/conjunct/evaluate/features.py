"""What a learned heuristic sees of a rule: its counts, and shares made of them.

Janssen & Fürnkranz (2007), section 3, describe a rule by eight features; `FEATURES` has them in the
order of the paper. Logarithms may be used besides: they let a linear formula weigh the step from
one covered row to ten as much as that from ten to a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from conjunct.evaluate.ratio import ratio
from conjunct.types import Floats

Feature = Callable[[Floats, Floats, Floats, Floats], Floats]

FEATURES = ("P", "N", "P/(P+N)", "p", "n", "p/P", "n/N", "p/(p+n)")
"""The eight features of the paper."""

KNOWN_FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        "P": lambda p, n, P, N: P,
        "N": lambda p, n, P, N: N,
        "P/(P+N)": lambda p, n, P, N: ratio(P, P + N),
        "p": lambda p, n, P, N: p,
        "n": lambda p, n, P, N: n,
        "p/P": lambda p, n, P, N: ratio(p, P),
        "n/N": lambda p, n, P, N: ratio(n, N),
        "p/(p+n)": lambda p, n, P, N: ratio(p, p + n),
        "log(P+1)": lambda p, n, P, N: np.log1p(P),
        "log(N+1)": lambda p, n, P, N: np.log1p(N),
        "log(p+1)": lambda p, n, P, N: np.log1p(p),
        "log(n+1)": lambda p, n, P, N: np.log1p(n),
    }
)
"""Every feature that a learned heuristic may use, as a function of p, n, P and N."""


def rule_features(
    p: npt.ArrayLike,
    n: npt.ArrayLike,
    P: npt.ArrayLike,
    N: npt.ArrayLike,
    names: Sequence[str] = FEATURES,
) -> Floats:
    """Return a row for every rule and a column for every feature.

    Parameters
    ----------
    p, n : array_like
        Positives and negatives that a rule covers.
    P, N : array_like
        Positives and negatives in all.
    names : sequence of str
        Of `KNOWN_FEATURES`.

    Examples
    --------
    >>> rule_features([3, 1], [1, 0], 4, 6, ("p/P", "n/N", "p/(p+n)")).round(2)
    array([[0.75, 0.17, 0.75],
           [0.25, 0.  , 1.  ]])
    """
    counts = np.broadcast_arrays(*(np.asarray(one, float) for one in (p, n, P, N)))
    return np.stack([KNOWN_FEATURES[name](*counts) for name in names], axis=-1)
