"""The known heuristics by name, and what else can serve as one.

Those with a parameter have the value that Janssen & Fürnkranz found best over many tables (2010,
"On the quest for optimal rule learning heuristics", Machine Learning 78, 343-379): m = 22.466,
c = 0.342, ω = 0.4323, β = 0.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from conjunct.evaluate.accuracy import Accuracy
from conjunct.evaluate.correlation import Correlation
from conjunct.evaluate.f_measure import FMeasure
from conjunct.evaluate.heuristic import Heuristic
from conjunct.evaluate.kloesgen import Kloesgen
from conjunct.evaluate.m_estimate import MEstimate
from conjunct.evaluate.precision import Laplace, Precision
from conjunct.evaluate.relative_cost import RelativeCost
from conjunct.evaluate.wra import WRA
from conjunct.params import NamedOr

BEST_M = 22.466

HEURISTICS: Mapping[str, Heuristic] = MappingProxyType(
    {
        "accuracy": Accuracy(),
        "precision": Precision(),
        "laplace": Laplace(),
        "wra": WRA(),
        "correlation": Correlation(),
        "m_estimate": MEstimate(BEST_M),
        "f_measure": FMeasure(),
        "kloesgen": Kloesgen(),
        "relative_cost": RelativeCost(),
    }
)
"""The known heuristics by name."""

A_HEURISTIC = NamedOr(tuple(HEURISTICS), "a function of (p, n, P, N)")
"""What may stand for a heuristic."""


def as_heuristic(what: str | Heuristic) -> Heuristic:
    """Return the heuristic of a name, and any function of (p, n, P, N) as it is.

    Parameters
    ----------
    what : str or callable
        A name of `HEURISTICS`, one of the heuristics with parameters of your own, or a function
        that takes two arrays and two numbers and returns an array of scores.

    Examples
    --------
    >>> as_heuristic("m_estimate")
    MEstimate(m=22.466, prior=None)
    >>> as_heuristic("gain")
    Traceback (most recent call last):
        ...
    ValueError: A heuristic must be one of 'accuracy', 'precision', 'laplace', 'wra', \
'correlation', 'm_estimate', 'f_measure', 'kloesgen', 'relative_cost', or a function of \
(p, n, P, N). Got 'gain' instead.
    """
    if not A_HEURISTIC.allows(what):
        raise ValueError(f"A heuristic must be {A_HEURISTIC}. Got {what!r} instead.")
    return HEURISTICS[what] if isinstance(what, str) else what
