"""How likely a rule is to make many errors when the rule it was made from made many."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri, ndtri_exp, owens_t

from conjunct.types import AnyArray, Floats


def log_chance_given_parent(log_rule: Floats, log_parent: Floats, correlation: Floats) -> Floats:
    """Return the log chance that a rule makes many errors, given that its parent does.

    The chances that each of them does are joined by a Gaussian copula.

    Parameters
    ----------
    log_rule, log_parent : ndarray
        Log chances of the rule and of its parent, each by itself.
    correlation : ndarray
        From 0, independent, to 1: the rule does so whenever its parent does.

    Examples
    --------
    Two fair coins, tossed apart, half tied together, and glued together:

    >>> half = np.full(3, np.log(0.5))
    >>> np.exp(log_chance_given_parent(half, half, np.array([0.0, 0.5, 1.0]))).round(4)
    array([0.5   , 0.6667, 1.    ])
    """
    x, y = -_score(log_rule), -_score(log_parent)
    tied, free = correlation >= 1.0, correlation <= 0.0
    neither = chance_of_both(x, y, np.where(tied, 0.0, correlation))
    with np.errstate(divide="ignore", invalid="ignore"):
        given = np.log1p(-np.clip((ndtr(x) - neither) / ndtr(-y), 0.0, 1.0))
        given = np.where(tied, np.minimum(log_rule - log_parent, 0.0), given)
    # A parent with many errors makes them no less likely; nor is a chance of 0 by 0 known.
    return np.asarray(np.where(free, log_rule, np.fmax(given, log_rule)))


def chance_of_both(x: Floats, y: Floats, correlation: AnyArray) -> Floats:
    """Return the chance that two normal variables are below x and y; the correlation is below 1.

    By Owen's T function: Owen (1956), *Tables for computing bivariate normal probabilities*.

    Examples
    --------
    >>> float(chance_of_both(np.array(0.0), np.array(0.0), np.array(0.5)).round(6))
    0.333333
    """
    x, y = (np.where(np.abs(one) < 1e-18, 1e-18, np.clip(one, -38.0, 38.0)) for one in (x, y))
    root = np.sqrt((1.0 - correlation) * (1.0 + correlation))
    with np.errstate(over="ignore"):
        triangles = owens_t(x, (y / x - correlation) / root)
        triangles += owens_t(y, (x / y - correlation) / root)
    return np.asarray((ndtr(x) + ndtr(y)) / 2.0 - triangles - np.where(x * y < 0.0, 0.5, 0.0))


def _score(log_chance: Floats) -> Floats:
    """Return the normal deviate below which a variable is with the chance."""
    likely = log_chance > np.log(0.5)
    with np.errstate(divide="ignore"):
        high = -ndtri(-np.expm1(np.where(likely, log_chance, -1.0)))
        return np.asarray(np.where(likely, high, ndtri_exp(np.where(likely, -1.0, log_chance))))
