"""C4.5's pessimistic error estimate."""

from __future__ import annotations

import numpy.typing as npt

from conjunct.evaluate import error_limit
from conjunct.types import Floats


def ucf_error(n: npt.ArrayLike, e: npt.ArrayLike, cf: npt.ArrayLike = 0.25) -> Floats:
    """Return U_CF(e, n), the upper confidence limit of the error rate of a rule.

    At this rate the chance of at most e errors in n trials is cf. Quinlan (1993), *C4.5: Programs
    for Machine Learning*, page 41. A rule that covers no rows, or gets all of them wrong, has the
    limit 1.

    Parameters
    ----------
    n, e : array_like
        Number of rows that a rule covers, and of those that belong to other classes.
    cf : array_like
        The confidence factor; C4.5 uses 0.25.

    Notes
    -----
    This is the exact binomial limit, as the book defines it. The program C4.5 is exact only for
    e = 0; between 0 and 1 error it interpolates, and beyond that it uses a normal approximation
    with a continuity correction. The book prints the program's numbers: 0.157 for one error in 16
    rows, where the exact limit is 0.160.

    r_w is the same limit at cf = 0.5 / h: U_CF with cf = 0.25 treats every rule as the better of
    two, whatever the extent of the search.

    Examples
    --------
    The leaves of the book's example tree: no error in 6, 9 and 1 rows.

    >>> ucf_error([6, 9, 1], 0).round(3)
    array([0.206, 0.143, 0.75 ])
    """
    return error_limit(n, e, cf)
