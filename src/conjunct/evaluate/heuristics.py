"""The known heuristics by name, and the other values that can stand for a heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from conjunct.evaluate.classic import CLASSIC
from conjunct.evaluate.heuristic import Heuristic
from conjunct.evaluate.learned import LearnedHeuristic, shipped_heuristic
from conjunct.params import NamedOr

HEURISTICS: Mapping[str, Heuristic] = MappingProxyType(
    {**CLASSIC, "learned": shipped_heuristic("learned")}
)
"""The known heuristics by name: the classic ones, and the best learned one."""

A_HEURISTIC = NamedOr(
    tuple(HEURISTICS),
    "a function of (p, n, P, N), or the .json file of a learned heuristic",
    ending=".json",
)
"""The values that may stand for a heuristic."""


def as_heuristic(what: str | Heuristic) -> Heuristic:
    """Return the heuristic of a name or a file; return a function of (p, n, P, N) unchanged.

    Parameters
    ----------
    what : str or callable
        A name from `HEURISTICS`; the name of a ``.json`` file that `LearnedHeuristic.save` or
        ``conjunct meta-learn`` wrote; a heuristic object with parameters of your own; or a
        function that takes two arrays and two numbers and returns an array of scores.

    Examples
    --------
    >>> as_heuristic("m_estimate")
    MEstimate(m=22.466, prior=None)
    >>> as_heuristic("gain")
    Traceback (most recent call last):
        ...
    ValueError: A heuristic must be one of 'accuracy', 'precision', 'laplace', 'wra', \
'correlation', 'm_estimate', 'f_measure', 'kloesgen', 'relative_cost', 'learned', or a function of \
(p, n, P, N), or the .json file of a learned heuristic. Got 'gain' instead.
    """
    if not A_HEURISTIC.allows(what):
        raise ValueError(f"A heuristic must be {A_HEURISTIC}. Got {what!r} instead.")
    if isinstance(what, str):
        return HEURISTICS[what] if what in HEURISTICS else LearnedHeuristic.load(what)
    return what
