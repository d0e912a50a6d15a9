"""Process-oriented evaluation of rules that cover different numbers of rows.

Domingos (1998), equation 14 and, for rules made from one another, equation 12. A group of rules
that cover equally many rows is given once, with how many they are.
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
    """Return the error rate to expect of the best of rules that cover ns rows: equation 14.

    The best rule has the lowest share of errors. Given the true error rate, the chance of that is
    the product of ``B(n * error_rate - 1)`` over the rules, less the product of
    ``B(n * error_rate)``. With equal ns it is `poe_error`.

    Parameters
    ----------
    ns : array_like
        Rows that each rule covers. A rule that covers none says nothing, and is left out.
    error_rate : float
        Lowest share of errors among the rules.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.
    times : array_like
        Number of rules for each entry of `ns`; the time grows with the number of different ns only.

    Examples
    --------
    Small covers make it larger than their mean does (see `poe_error_mean`):

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
    """Return the error rate to expect of the best of rules made from one another: equation 12.

    A refinement covers some of the rows of its parent, the rule it adds a condition to. If the
    parent made many errors, so does the refinement: it is less of a new try than a rule of its own,
    and the less so the more rows they share. Each rule's chance to have at least the lowest share
    of errors is therefore taken given that its parent has. The paper names this and leaves it open.

    Parameters
    ----------
    ns : array_like
        Rows that each rule covers. A rule that covers none says nothing, and is left out.
    parent_ns : array_like
        Rows that its parent covers; ``inf`` for a rule without one, such as the empty rule.
    error_rate : float
        Lowest share of errors among the rules.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.
    times : array_like
        How many rules have such a cover and such a parent.

    Notes
    -----
    Of a rule and its parent each makes as many errors as the binomial distribution says, and the
    two numbers hang together as normal variables with correlation ``sqrt(n / parent_n)`` do (a
    Gaussian copula). That is the correlation of the errors in a sample with the errors in a random
    part of it. Rules depend on their parent alone, as the paper proposes: siblings, which exclude
    one another or overlap, are independent given the parent.

    A refinement that covers all rows of its parent adds nothing; rules without parents give
    `poe_error_product`.

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
    """Return the different facts of rules that cover rows, a line a fact, and how many have them.

    The first fact is the number of rows covered.
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
    """Return log P(at least e errors), and log P(e errors) less that, a row a point."""
    from conjunct.choose.binomial_kernels import fill_tails  # loads numba

    at_least, log_share = np.empty((2, t.size, n.size))
    fill_tails(n, e, t, at_least, log_share)
    return at_least, log_share


def _less(log_share: Floats) -> Floats:
    """Return log P(more than e errors) less log P(at least e errors)."""
    return np.asarray(np.log1p(-np.exp(log_share)))


def _log_sum(logs: Floats, weights: Floats) -> Floats:
    """Return the logs of weighted sums of numbers given by their logs, a row a sum.

    It does what ``scipy.special.logsumexp`` does in a fifth of the time.
    """
    largest = np.maximum(logs.max(axis=1), -1e300)
    with np.errstate(divide="ignore"):
        return np.asarray(largest + np.log(np.exp(logs - largest[:, None]) @ weights))


def log_prior(a: float, b: float, t: Floats) -> Floats:
    """Return the log of the beta prior with respect to the log odds."""
    log_rate, log_other = log_rates(t)
    return np.asarray(a * log_rate + b * log_other)
