"""Process-oriented evaluation: the expected error of the best of m rules.

Domingos (1998), "A process-oriented heuristic for model selection". How good a rule looks depends
on how many rules it was chosen from, so its expected error does too. B(e) is the chance that a rule
makes more than e errors; all rules that were tried are assumed to have the same error rate.
"""

from __future__ import annotations

from math import inf

import numpy as np
import numpy.typing as npt

from conjunct.types import Floats

Prior = tuple[float, float]
"""The two parameters of a beta prior of the error rate; (1, 1) is uniform."""


def poe_error(
    n: npt.ArrayLike, e: npt.ArrayLike, m: npt.ArrayLike, prior: Prior = (1.0, 1.0)
) -> Floats:
    """Return the expected error rate of the best of m rules: equation 8, by Bayes's theorem.

    All m rules have the same error rate and are tested on n rows each, independently, and the best
    of them made e errors. Given the rate, the chance of this is ``B(e - 1)**m - B(e)**m``. Times
    the prior it is proportional to the density of the rate, and the result is the mean of this
    density. It never falls as m or e grows.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the best rule covers, and of those that belong to other classes. Both
        may be real numbers, see Notes.
    m : array_like
        Number of rules it was chosen from, at least 1; it may be a real number.
    prior : (float, float)
        Beta prior of the error rate. (1, 1) is uniform, as in the paper; (a, b) counts like a - 1
        errors and b - 1 rows without error seen before.

    Returns
    -------
    ndarray
        Expected error rates, in the shape of n, e and m broadcast together. For m = 1 they are
        ``(e + a) / (n + a + b)``, which is Laplace for two classes under the uniform prior; for
        n = 0 they are the prior's mean.

    Notes
    -----
    B(e) is the incomplete beta function I(e + 1, n - e) at the error rate. For whole numbers it is
    the sum of binomial terms in the paper; between them it is a smooth curve through the sums. For
    e = 0 it gives B(-1) = 1. For e between 0 and 1 it gives B(e - 1) = I(e, n - e + 1), which tends
    to 1 as e falls to 0. So there are no jumps at e = 0 or e = 1. Fewer than 1e-9 errors count as
    none, and so do fewer than 1e-9 rows without error.

    For e = 0, n of at least 1 and the uniform prior there is a closed form. Otherwise the integral
    runs over the log odds of the rate, in panels placed for each n, e and m, with the logs of the
    tails. The relative error is below 1e-9 for n up to 1e6, m up to 1e12, and e = 0 or e of at
    least 1e-5.

    References
    ----------
    Domingos, P. (1998). A process-oriented heuristic for model selection. *Proceedings of the
    Fifteenth International Conference on Machine Learning*, 127-135.

    Examples
    --------
    Section 2 of the paper: one rule with 12 errors in 100 rows is better than the better of two
    rules with 11 errors.

    >>> poe_error(100, [12, 11], [1, 2]).round(3)
    array([0.127, 0.134])

    The more rules were tried, the higher the expected error of a rule without errors:

    >>> poe_error(20, 0, [1, 100, 10_000, 1e6]).round(3)
    array([0.045, 0.118, 0.195, 0.257])
    """
    from conjunct.choose.poe_kernels import mean_rates  # loads numba

    n, e, m = np.asarray(n, float), np.asarray(e, float), np.asarray(m, float)
    if not n.shape == e.shape == m.shape:
        n, e, m = (one.copy() for one in np.broadcast_arrays(n, e, m))
    expected = np.empty(n.shape)
    a, b = checked_prior(prior)
    if not mean_rates(n.ravel(), e.ravel(), m.ravel(), a, b, expected.reshape(-1)):
        raise ValueError("Errors e must be from 0 to the rows n, and rules m from 1 up.")
    return expected


def poe_error_mean(
    n_mean: npt.ArrayLike,
    error_rate: npt.ArrayLike,
    m: npt.ArrayLike,
    prior: Prior = (1.0, 1.0),
) -> Floats:
    """Return the expected error rate of the best of m rules that cover n_mean rows on average.

    Equation 15: all rules are assumed to cover the mean number of rows, so the product of equation
    14 becomes a power. It is `poe_error` with ``e = n_mean * error_rate``. If covers differ in size
    it is lower than `poe_error_product`, because small covers have low error rates by chance more
    often than covers of mean size.

    Parameters
    ----------
    n_mean : array_like
        Mean number of rows that the rules cover.
    error_rate : array_like
        Lowest share of errors among the rules.
    m : array_like
        Number of rules.
    prior : (float, float)
        Beta prior of the error rate, as for `poe_error`.

    Examples
    --------
    Five rules cover 100, 80, 60, 40 and 20 rows; the best of them gets a tenth wrong:

    >>> float(poe_error_mean(60, 0.1, 5).round(4))
    0.1575
    """
    n = np.asarray(n_mean, float)
    return poe_error(n, n * np.asarray(error_rate, float), m, prior)


def checked_prior(prior: Prior) -> Prior:
    """Return the prior as floats; raise an error if it is not a beta density."""
    a, b = (float(one) for one in prior)
    if not (0 < a < inf and 0 < b < inf):
        raise ValueError(f"The prior must be two numbers above 0. Got {prior!r} instead.")
    return a, b
