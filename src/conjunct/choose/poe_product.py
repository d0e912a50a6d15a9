"""Process-oriented evaluation of rules that cover different numbers of rows.

Domingos (1998), equation 14 and, for rules that refine one another, equation 12. Rules that cover
the same number of rows are given once, with the number of such rules.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.choose.dependence import log_chance_given_parent
from conjunct.choose.poe import Prior, checked_prior
from conjunct.choose.posterior import log_rates, mean_rate
from conjunct.types import Floats


def poe_error_product(
    ns: npt.ArrayLike,
    error_rate: float,
    prior: Prior = (1.0, 1.0),
    *,
    times: npt.ArrayLike = 1,
) -> float:
    """Return the expected error rate of the best of the rules that cover ns rows: equation 14.

    The best rule has the lowest share of errors. Given the true error rate, the chance of that
    share is the product of ``B(n * error_rate - 1)`` over the rules, minus the product of
    ``B(n * error_rate)``. With equal ns it is `poe_error`.

    Parameters
    ----------
    ns : array_like
        Number of rows that each rule covers. A rule that covers no rows is left out.
    error_rate : float
        Lowest share of errors among the rules.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.
    times : array_like
        Number of rules for each entry of `ns`; the time grows only with the number of different ns.

    Examples
    --------
    Covers of different sizes give a higher error than equal covers of their mean size (see
    `poe_error_mean`):

    >>> round(poe_error_product([100, 80, 60, 40, 20], 0.1), 4)
    0.1838
    >>> round(poe_error_product([60], 0.1, times=[5]), 4)
    0.1575
    """
    (n,), n_rules = _groups([ns], times)
    a, b = checked_prior(prior)
    e = _errors(n, error_rate)
    if not n.size:
        return a / (a + b)

    def log_density(t: Floats) -> Floats:
        at_least, log_share = tails(n, e, t)
        with np.errstate(divide="ignore"):
            gap = _less(log_share) @ n_rules
            best = np.log(-np.expm1(gap))
        rare = _log_sum(log_share, n_rules)
        return np.asarray(
            at_least @ n_rules + np.where(gap > -1e-15, rare, best) + log_prior(a, b, t)
        )

    return mean_rate(log_density)


def poe_error_dependent(
    ns: npt.ArrayLike,
    parent_ns: npt.ArrayLike,
    error_rate: float,
    prior: Prior = (1.0, 1.0),
    *,
    times: npt.ArrayLike = 1,
) -> float:
    """Return the expected error rate of the best of rules that refine one another: equation 12.

    A refinement covers some of the rows of its parent, the rule it adds a condition to. If the
    parent made many errors, the refinement probably does too. So it counts for less than an
    independent try, the less the more rows they share. Each rule's chance of at least the lowest
    share of errors is therefore conditional on its parent having at least this share. The paper
    mentions this case and leaves it open.

    Parameters
    ----------
    ns : array_like
        Number of rows that each rule covers. A rule that covers no rows is left out.
    parent_ns : array_like
        Number of rows that its parent covers; ``inf`` for a rule without a parent, such as the
        empty rule.
    error_rate : float
        Lowest share of errors among the rules.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.
    times : array_like
        Number of rules with this cover and parent.

    Notes
    -----
    The errors of a rule and of its parent are each binomially distributed, and a Gaussian copula
    with correlation ``sqrt(n / parent_n)`` joins them. This is the correlation between the errors
    in a sample and the errors in a random part of it. Rules depend only on their parent, as the
    paper proposes: siblings, which exclude one another or overlap, are independent given the
    parent.

    A refinement that covers all rows of its parent adds nothing. If no rule has a parent, the
    result is `poe_error_product`.

    Examples
    --------
    The empty rule covers 100 rows, and four refinements cover 80 to 20 of them:

    >>> round(poe_error_dependent([100, 80, 60, 40, 20], [np.inf, 100, 100, 100, 100], 0.1), 4)
    0.1725
    """
    (n, parent), n_rules = _groups([ns, parent_ns], times)
    if not np.all(n <= parent):
        raise ValueError("A rule in ns must not cover more rows than its parent in parent_ns.")
    a, b = checked_prior(prior)
    e = _errors(n, error_rate)
    if not n.size:
        return a / (a + b)
    has_parent = np.isfinite(parent)
    parent = np.where(has_parent, parent, n)
    correlation = np.sqrt(n / parent) * has_parent

    def log_density(t: Floats) -> Floats:
        rule, rule_share = tails(n, e, t)
        above, above_share = tails(parent, _errors(parent, error_rate), t)
        at_least = log_chance_given_parent(rule, above, correlation) @ n_rules
        with np.errstate(divide="ignore"):
            rule, above = rule + _less(rule_share), above + _less(above_share)
            more = log_chance_given_parent(rule, above, correlation) @ n_rules
            best = np.log(-np.expm1(np.minimum(more - at_least, 0.0)))
        return np.asarray(at_least + best + log_prior(a, b, t))

    return mean_rate(log_density)


def _groups(facts: list[npt.ArrayLike], times: npt.ArrayLike) -> tuple[Floats, Floats]:
    """Group the rules that cover rows by their facts; return the facts and sizes of the groups.

    Each line of the facts is one fact; the first is the number of rows covered.
    """
    *columns, many = (
        one.ravel() for one in np.broadcast_arrays(*(np.asarray(x, float) for x in (*facts, times)))
    )
    if not (np.all(columns[0] >= 0) and np.all(many >= 0)):
        raise ValueError("Rows in ns and numbers in times must not be negative.")
    used = (columns[0] > 0) & (many > 0)
    groups, which = np.unique(np.stack(columns)[:, used], axis=1, return_inverse=True)
    n_rules = np.zeros(groups.shape[1])
    np.add.at(n_rules, which.ravel(), many[used])
    return groups, n_rules


def _errors(n: Floats, error_rate: float) -> Floats:
    from conjunct.choose.poe_kernels import LEAST_ERRORS  # loads numba

    if not 0 <= error_rate <= 1:
        raise ValueError(f"error_rate must be between 0 and 1. Got {error_rate!r} instead.")
    e = n * float(error_rate)
    return np.where(e < LEAST_ERRORS, 0.0, np.where(n - e < LEAST_ERRORS, n, e))


def tails(n: Floats, e: Floats, t: Floats) -> tuple[Floats, Floats]:
    """Return log P(at least e errors), and log P(e errors) minus that, one row per point."""
    from conjunct.choose.binomial_kernels import fill_tails  # loads numba

    at_least, log_share = np.empty((2, t.size, n.size))
    fill_tails(n, e, t, at_least, log_share)
    return at_least, log_share


def _less(log_share: Floats) -> Floats:
    """Return log P(more than e errors) minus log P(at least e errors)."""
    return np.asarray(np.log1p(-np.exp(log_share)))


def _log_sum(logs: Floats, weights: Floats) -> Floats:
    """Return the logs of weighted sums of numbers given by their logs, one sum per row.

    It does what ``scipy.special.logsumexp`` does, in a fifth of the time.
    """
    largest = np.maximum(logs.max(axis=1), -1e300)
    with np.errstate(divide="ignore"):
        return np.asarray(largest + np.log(np.exp(logs - largest[:, None]) @ weights))


def log_prior(a: float, b: float, t: Floats) -> Floats:
    """Return the log of the beta prior with respect to the log odds."""
    log_rate, log_other = log_rates(t)
    return np.asarray(a * log_rate + b * log_other)
