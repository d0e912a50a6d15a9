"""The chance that a rule makes many errors, given that the rule it refines makes many."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.special import log_ndtr, ndtr, ndtri, ndtri_exp, owens_t, roots_legendre

from conjunct.types import AnyArray, Floats

RARE = -11.0
"""Log chance below which differences of chances lose too many digits."""
POINTS, WEIGHTS = roots_legendre(32)
REACH = 7.0
"""Number of standard deviations beyond which the tail of a normal variable is ignored."""


def log_chance_given_parent(log_rule: Floats, log_parent: Floats, correlation: Floats) -> Floats:
    """Return the log chance that a rule makes many errors, given that its parent does.

    A Gaussian copula joins the chances of the two.

    Parameters
    ----------
    log_rule, log_parent : ndarray
        Log chance that the rule makes many errors, and that its parent does.
    correlation : ndarray
        From 0, independent, to 1: the rule makes many errors whenever its parent does.

    Examples
    --------
    Two fair coins with correlation 0, 0.5 and 1:

    >>> half = np.full(3, np.log(0.5))
    >>> np.exp(log_chance_given_parent(half, half, np.array([0.0, 0.5, 1.0]))).round(4)
    array([0.5   , 0.6667, 1.    ])
    """
    x, y = -_score(log_rule), -_score(log_parent)
    tied, free = correlation >= 1.0, correlation <= 0.0
    neither = chance_of_both(x, y, np.where(tied, 0.0, correlation))
    with np.errstate(divide="ignore", invalid="ignore"):
        given = np.log1p(-np.clip((ndtr(x) - neither) / ndtr(-y), 0.0, 1.0))
        rare = ((log_parent < RARE) | (log_rule < RARE)) & np.isfinite(x + y) & ~tied & ~free
        tie = np.broadcast_to(correlation, x.shape)
        given[rare] = _log_chance_given_rare(x[rare], y[rare], tie[rare])
        given = np.where(tied, np.minimum(log_rule - log_parent, 0.0), given)
    # Given a parent with many errors, many errors are no less likely. fmax also replaces the NaN of
    # a chance of 0 divided by 0.
    return np.asarray(np.where(free, log_rule, np.fmax(given, log_rule)))


def chance_of_both(x: Floats, y: Floats, correlation: AnyArray) -> Floats:
    """Return the chance that two normal variables are below x and y; the correlation is below 1.

    Computed by Owen's T function: Owen (1956), *Tables for computing bivariate normal
    probabilities*.

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


def _log_chance_given_rare(x: Floats, y: Floats, correlation: Floats) -> Floats:
    """Return the log chance that a normal variable is above x, given that another is above y.

    This integrates over the values of the other variable from y on. It is rare that both are high,
    so a difference of chances would be too inexact.
    """
    root = np.sqrt((1.0 - correlation) * (1.0 + correlation))
    usual, undecided = correlation * x, x / correlation
    end = np.maximum(np.sqrt(np.maximum(y, 0.0) ** 2 + REACH**2), usual + REACH)
    reach = REACH * root
    inner = [usual - reach, usual + reach, undecided - reach, undecided + reach]
    breaks = np.sort([y, *(np.clip(one, y, end) for one in inner), end], axis=0)
    parts = np.full((len(breaks) - 1, len(x)), -np.inf)
    for part, (left, right) in zip(parts, pairwise(breaks), strict=True):
        wide = right > left
        panel = left[wide], right[wide], x[wide], correlation[wide], root[wide]
        part[wide] = _log_of_panel(*panel)
    return np.asarray(np.minimum(np.logaddexp.reduce(parts) - log_ndtr(-y), 0.0))


def _log_of_panel(left: Floats, right: Floats, x: Floats, slope: Floats, root: Floats) -> Floats:
    """Return the log of the integral from left to right by Gauss quadrature."""
    half = (right - left) / 2
    other = (left + half)[:, None] + half[:, None] * POINTS
    logs = log_ndtr(other * (slope / root)[:, None] - (x / root)[:, None]) - other * other / 2
    highest = logs.max(axis=1)
    sums = np.exp(logs - highest[:, None]) @ WEIGHTS
    return np.asarray(np.log(sums * half) + highest - np.log(2 * np.pi) / 2)


def _score(log_chance: Floats) -> Floats:
    """Return the normal quantile of a chance that is given by its log."""
    likely = log_chance > np.log(0.5)
    with np.errstate(divide="ignore"):
        high = -ndtri(-np.expm1(np.where(likely, log_chance, -1.0)))
        return np.asarray(np.where(likely, high, ndtri_exp(np.where(likely, -1.0, log_chance))))
