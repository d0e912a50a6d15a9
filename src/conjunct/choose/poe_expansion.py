"""Why more tries raise the expected error: equation 8, term by term. Domingos (1998), section 2.

b(e) is the chance of exactly e errors in n rows at some error rate, B(e) the chance of more than e.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betainc, betaln, comb, xlog1py, xlogy

from conjunct.choose.poe import Prior, checked_prior
from conjunct.choose.poe_product import log_prior, tails
from conjunct.choose.posterior import mean_rate
from conjunct.types import Floats


def poe_chance(n: int, e: int, m: int, error_rate: float) -> float:
    """Return the chance that the best of m rules makes e errors: equation 8.

    It is ``B(e - 1)**m - B(e)**m``, the sum of all terms of equation 9 except the first.

    Parameters
    ----------
    n, e : int
        Number of rows that every rule is tested on, and of errors of the best rule.
    m : int
        Number of rules, at least 1.
    error_rate : float
        True error rate of all rules.

    Examples
    --------
    A rule with an error rate of 0.1 often makes 12 errors in 100 rows. The best of five seldom
    does.

    >>> [round(poe_chance(100, 12, m, 0.1), 4) for m in (1, 5)]
    [0.0988, 0.002]
    """
    return float(poe_terms(n, e, m, error_rate)[1:].sum())


def poe_terms(n: int, e: int, m: int, error_rate: float, n_terms: int | None = None) -> Floats:
    """Return the binomial expansion of the m-th power of B(e - 1): equation 9.

    ``B(e - 1)**m = (B(e) + b(e))**m``, whose term k is ``C(m, k) * B(e)**(m - k) * b(e)**k``: the
    chance that exactly k of m rules make e errors and the others more. Term 0 is ``B(e)**m``. Term
    1 is the term of equation 8 that equation 10 keeps.

    Parameters
    ----------
    n, e : int
        Number of rows that every rule is tested on, and of errors of the best rule.
    m : int
        Number of rules, at least 1.
    error_rate : float
        True error rate of all rules.
    n_terms : int or None
        Number of terms to return; None returns all m + 1 terms.

    Returns
    -------
    ndarray
        The terms, starting with term 0.

    Examples
    --------
    The better of two rules can make 11 errors in 100 rows in two ways: one rule does, or both do.

    >>> poe_terms(100, 11, 2, 0.13).round(4)
    array([0.4371, 0.139 , 0.0111])
    >>> round(poe_chance(100, 11, 2, 0.13), 4)
    0.1501
    """
    _check(n, e, m, error_rate)
    log_ways = -betaln(e + 1, n - e + 1) - np.log(n + 1)
    exactly = np.exp(log_ways + xlogy(e, error_rate) + xlog1py(n - e, -error_rate))
    more = betainc(e + 1, n - e, error_rate) if e < n else 0.0
    k = np.arange(m + 1 if n_terms is None else min(n_terms, m + 1))
    return np.asarray(comb(m, k) * more ** (m - k) * exactly**k)


def poe_error_first_term(n: int, e: int, m: int, prior: Prior = (1.0, 1.0)) -> float:
    """Return the expected error rate of the best of m rules by the first term: equation 10.

    The chance of e errors is approximated by ``m * b(e) * B(e)**(m - 1)``, as if only one of the m
    rules could make only e errors. The paper uses it to show how more tries raise the expected
    error. It is accurate if b is far below B, and equal to `poe_error` for m = 1.

    Parameters
    ----------
    n, e : int
        Number of rows that every rule is tested on, and of errors of the best rule. If all rows
        are wrong, no other rule can make more errors, and m must be 1.
    m : int
        Number of rules, at least 1.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.

    Examples
    --------
    >>> round(poe_error_first_term(100, 11, 2), 4)  # 0.1340 by equation 8
    0.1358
    """
    _check(n, e, m, 0.5)
    if e == n and m > 1:
        raise ValueError("Equation 10 is 0 at every error rate when all rows are wrong.")
    a, b = checked_prior(prior)

    def log_density(t: Floats) -> Floats:
        at_least, log_share = (
            part[:, 0] for part in tails(np.array([n * 1.0]), np.array([e * 1.0]), t)
        )
        found = at_least + log_share + log_prior(a, b, t)
        if m > 1:
            with np.errstate(divide="ignore"):
                found = found + (m - 1) * (at_least + np.log1p(-np.exp(log_share)))
        return np.asarray(found)

    return mean_rate(log_density)


def _check(n: int, e: int, m: int, error_rate: float) -> None:
    """Raise an error for impossible counts and rates."""
    if not (0 <= e <= n and m >= 1 and 0 <= error_rate <= 1):
        raise ValueError(
            "Errors e must be from 0 to the rows n, rules m from 1 up, and error_rate from 0 to 1."
        )
