"""Estimates of the error of a chosen rule on new rows, in one list.

Each estimate reads the rule's counts and facts about the search that found it. A new estimate needs
one line in `ESTIMATES`; every study that compares estimates then includes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from conjunct.choose.layered_error import laplace_error, layered_error, length_error
from conjunct.choose.poe import poe_error
from conjunct.choose.ucf import ucf_error
from conjunct.evaluate import precision
from conjunct.types import AnyArray, Floats


class Chosen(NamedTuple):
    """Rules that searches chose, as parallel arrays with one entry per rule.

    Parameters
    ----------
    covered, errors : ndarray
        Number of training rows that the rule covers, and of those that belong to other classes.
    classes : ndarray
        Number of classes of the problem.
    combinations : ndarray
        Number of distinct attribute sets that the search considered, h.
    scored : ndarray
        Number of candidates that the search scored.
    length : ndarray
        Number of conditions of the rule.

    Examples
    --------
    >>> import numpy as np
    >>> rule = Chosen(*np.array([20, 0, 2, 5, 50, 1]))
    >>> float(ESTIMATES["layered"].error(rule).round(4))
    0.1087
    """

    covered: AnyArray
    errors: AnyArray
    classes: AnyArray
    combinations: AnyArray
    scored: AnyArray
    length: AnyArray


@dataclass(frozen=True)
class Estimate:
    """One way to estimate the error of a chosen rule on new rows.

    Parameters
    ----------
    name : str
        Key in `ESTIMATES`.
    label : str
        Its name in tables and figures.
    error : callable
        Function that takes `Chosen` and returns an error rate for every rule.

    Examples
    --------
    >>> import numpy as np
    >>> half = Estimate("half", "half", lambda rule: (rule.errors + 0.5) / (rule.covered + 1))
    >>> float(half.error(Chosen(*np.array([19, 0, 2, 5, 50, 1]))))
    0.025
    """

    name: str
    label: str
    error: Callable[[Chosen], Floats]


_ALL = (
    Estimate("training", "training error", lambda c: 1 - precision(c.covered - c.errors, c.errors)),
    Estimate("laplace", "Laplace", lambda c: laplace_error(c.covered, c.errors, c.classes)),
    Estimate("ucf", "U_CF", lambda c: ucf_error(c.covered, c.errors)),
    Estimate("layered", "r_w", lambda c: layered_error(c.covered, c.errors, c.combinations)),
    Estimate(
        "length",
        "r_w, h·2^length",
        lambda c: length_error(c.covered, c.errors, c.combinations, c.length),
    ),
    Estimate("poe", "POE, candidates", lambda c: poe_error(c.covered, c.errors, c.scored)),
    Estimate("poe_sets", "POE, sets", lambda c: poe_error(c.covered, c.errors, c.combinations)),
)

ESTIMATES: Mapping[str, Estimate] = MappingProxyType({one.name: one for one in _ALL})
"""The known estimates by name, in the order of tables and figures."""
