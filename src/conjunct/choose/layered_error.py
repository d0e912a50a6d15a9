"""The error of a rule, corrected for the number of rules it was chosen from.

Quinlan & Cameron-Jones (1995), sections 2 and 3.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conjunct.evaluate import error_limit
from conjunct.types import Floats


def laplace_error(n: npt.ArrayLike, e: npt.ArrayLike, k: npt.ArrayLike = 2) -> Floats:
    """Return the Laplace error L(n, e) = (e + k - 1) / (n + k).

    Parameters
    ----------
    n, e : array_like
        Number of rows that a rule covers, and of those that belong to other classes.
    k : array_like
        Number of classes.

    Examples
    --------
    >>> float(laplace_error(10, 0, 2))
    0.08333333333333333
    """
    n, e, k = np.asarray(n, float), np.asarray(e, float), np.asarray(k, float)
    return np.asarray((e + k - 1.0) / (n + k))


def layered_error(n: npt.ArrayLike, e: npt.ArrayLike, h: npt.ArrayLike) -> Floats:
    """Return r_w, the error rate at which the best of h rules would look this good half the time.

    It solves ``h * P(n, e, r) = 0.5``, where P(n, e, r) is the probability of at most e errors in
    n trials at error rate r. A rule that covers no rows, or gets all of them wrong, has r_w = 1.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the best rule covers, and of errors among them.
    h : array_like
        Number of rules it was chosen from, at least 1.

    Notes
    -----
    It is solved by `conjunct.evaluate.error_limit`, which is exact to 1e-9 of the root for n up to
    1e7 and h up to 1e12; a sum of binomial terms is not.

    Examples
    --------
    Table 2 of the paper: 10 rows without an error, the best of 168 attribute combinations.

    >>> round(float(layered_error(10, 0, 168)), 3)
    0.441
    """
    return error_limit(n, e, 0.5 / np.asarray(h, float))


def length_error(
    n: npt.ArrayLike, e: npt.ArrayLike, h: npt.ArrayLike, length: npt.ArrayLike
) -> Floats:
    """Return r_w with the number of rules multiplied by 2 to the power of the rule's length.

    Each condition of a rule counts as a choice between two. If two rules have the same counts and
    the same search, the shorter one has the lower corrected error. This combines accuracy, extent
    of search and complexity in one number, as Quinlan & Cameron-Jones (1995) propose in section 6.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the best rule covers, and of errors among them.
    h : array_like
        Number of rules it was chosen from, at least 1.
    length : array_like
        Number of conditions of the rule.

    Examples
    --------
    >>> length_error(20, 0, 168, [0, 1, 4]).round(3)
    array([0.252, 0.278, 0.349])
    """
    return layered_error(n, e, np.asarray(h, float) * np.exp2(np.asarray(length, float)))
