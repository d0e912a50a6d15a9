"""Upper bounds on the error of a rule that hold for any search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from conjunct.evaluate import error_limit
from conjunct.types import Floats

LEAST_LEVEL = 1e-280
"""Level below which the limit is no longer exact in floating point; the bound is then 1."""

ROUNDING = 2.0**-53
"""Part of a sum below which a further term no longer changes it."""


def occam_bound(
    n: npt.ArrayLike, e: npt.ArrayLike, log_share: npt.ArrayLike, confidence: float = 0.95
) -> Floats:
    """Return a bound on the error of a rule that holds for all rules of a language at once.

    It is the upper limit of Clopper and Pearson (1934) at the level ``(1 - confidence) · share``.
    The shares of all rules add up to at most 1. So with the given confidence, no rule's error is
    above its bound, whichever rules a search tried or chose. Blumer, Ehrenfeucht, Haussler &
    Warmuth (1987), *Occam's razor*.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the rule covers, and of those that it gets wrong.
    log_share : array_like
        Logarithm of the rule's share of the confidence, see `RulePrior`.
    confidence : float
        Probability that all bounds hold.

    Examples
    --------
    Two errors in 247 rows, for a rule that is one of 32 that could have been found:

    >>> float(occam_bound(247, 2, -np.log(32)).round(3))
    0.043
    """
    return _limit(n, e, (1.0 - confidence) * np.exp(log_share))


def held_out_bound(
    n: npt.ArrayLike, e: npt.ArrayLike, n_rules: int, confidence: float = 0.95
) -> Floats:
    """Return a bound on the errors of rules, from rows that they were not learned from.

    Parameters
    ----------
    n, e : array_like
        Number of held-out rows that the rule covers, and of those that it gets wrong.
    n_rules : int
        Number of rules that share the confidence.
    confidence : float
        Probability that all bounds hold.

    Examples
    --------
    >>> float(held_out_bound(120, 1, n_rules=5).round(3))
    0.054
    """
    return _limit(n, e, (1.0 - confidence) / max(n_rules, 1))


def _limit(n: npt.ArrayLike, e: npt.ArrayLike, level: npt.ArrayLike) -> Floats:
    """Return the limit of Clopper and Pearson, or 1 if at most one row is right.

    Each row may have its own probability of being wrong. The limit is proven for this case, unless
    all rows but one are wrong (Hoeffding 1956, theorem 5).
    """
    n, e, level = np.asarray(n), np.asarray(e), np.asarray(level)
    limit = error_limit(n, e, np.maximum(level, LEAST_LEVEL))
    unknown = (e >= n - 1) | (level < LEAST_LEVEL) | np.isnan(limit)  # NaN: a limit close to 1
    return np.asarray(np.where(unknown, 1.0, limit))


def adjusted_p_value(
    n: npt.ArrayLike,
    e: npt.ArrayLike,
    rows: npt.ArrayLike,
    wrong: npt.ArrayLike,
    log_share: npt.ArrayLike,
) -> Floats:
    """Return a rule's p-value against the base rate, adjusted for all rules of a language.

    It is the chance that n rows drawn from all rows include at most e of the wrong ones, divided by
    the rule's share (layered critical values, Webb 2008). If all rules with a value of at most 0.05
    are accepted, then with a probability of 95 % none of them is due to chance alone.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the rule covers, and of those that it gets wrong.
    rows, wrong : array_like
        Number of all rows, and of those that contradict the rule, whether it covers them or not.
    log_share : array_like
        Logarithm of the rule's share of the confidence, see `RulePrior`.

    Notes
    -----
    If the numbers of rows are sums of weights, those of right and of wrong rows are rounded to
    whole numbers, and those that the rule covers never exceed the totals.

    Examples
    --------
    >>> float(adjusted_p_value(20, 0, 100, 50, -np.log(1000)).round(6))
    8.8e-05
    """
    n, e, rows, wrong, log_share = np.broadcast_arrays(
        *(np.asarray(one, float) for one in (n, e, rows, wrong, log_share))
    )
    usual, usual_right = np.rint(wrong), np.rint(rows - wrong)
    errors, right = np.minimum(np.rint(e), usual), np.minimum(np.rint(n - e), usual_right)
    p_values = np.ones(n.shape)
    # One term is a lower bound of the sum: most rules of a large tree need no other.
    small = _log_term(errors, right, usual, usual_right) < log_share
    drawn = [one[small] for one in (errors, right, usual, usual_right)]
    p_values[small] = np.exp(np.minimum(_log_chance(*drawn) - log_share[small], 0.0))
    return p_values


def _log_chance(errors: Floats, right: Floats, usual: Floats, usual_right: Floats) -> Floats:
    """Return the logarithm of the chance that so many rows include at most these errors.

    The rows are drawn from `usual` wrong and `usual_right` right ones. Terms are added from the
    errors towards the nearer end: they shrink, and the first ones decide.
    """
    few = errors * usual_right <= right * usual
    fewer = np.where(few, errors, right - 1)
    others = np.where(few, right, errors + 1)
    of, of_others = np.where(few, usual, usual_right), np.where(few, usual_right, usual)
    less, drawn = fewer.copy(), others + 1.0
    rest, gap = of_others - others, of - fewer + 1.0
    term = total = np.ones(errors.shape)
    while (term > ROUNDING * total).any():
        term = term * (np.maximum(less, 0.0) * np.maximum(rest, 0.0)) / (gap * drawn)
        total = total + term
        less, rest, gap, drawn = less - 1.0, rest - 1.0, gap + 1.0, drawn + 1.0
    log_tail = _log_term(fewer, others, of, of_others) + np.log(total)
    with np.errstate(divide="ignore", invalid="ignore"):  # The other tail is not used.
        return np.where(few, log_tail, np.log1p(-np.exp(np.minimum(log_tail, 0.0))))


def _log_term(errors: Floats, right: Floats, usual: Floats, usual_right: Floats) -> Floats:
    """Return the logarithm of the chance to draw just these errors and these right rows."""
    total, drawn = usual + usual_right, errors + right
    return _log_ways(usual, errors) + _log_ways(usual_right, right) - _log_ways(total, drawn)


def _log_ways(of: Floats, some: Floats) -> Floats:
    """Return the logarithm of the number of ways to choose `some` out of `of`."""
    return np.asarray(gammaln(of + 1) - gammaln(some + 1) - gammaln(of - some + 1))
