"""What to expect of a rule on new rows: an m-estimate whose m repeats the search.

The best of many candidates looks better than it is, and how much better depends on the search, the
rows and the columns. So the same search is repeated on parts of the rows. The rules that it finds
there are looked up on the rows that it has not seen, and m is chosen so that the estimates of these
rules come true.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from conjunct.types import AnyArray, Floats

LEAST, MOST = 1.0, 1e6
"""Bounds of m: no rule is believed without a doubt, and with a million rows of the usual kind it is
expected to do as the usual row does."""


class FoldRules(NamedTuple):
    """Rules found on parts of the rows, and what they do on the other parts; a place a rule.

    Parameters
    ----------
    covered, wrong : ndarray
        Rows that the rule was learned from and covers, and those that contradict it.
    usual : ndarray of float
        Share of all rows that contradict the rule, whether it covers them or not.
    new_covered, new_wrong : ndarray
        The same counts on rows that were held back.
    """

    covered: AnyArray
    wrong: AnyArray
    usual: AnyArray
    new_covered: AnyArray
    new_wrong: AnyArray


def expected_error(
    n: npt.ArrayLike, e: npt.ArrayLike, usual: npt.ArrayLike, m: npt.ArrayLike
) -> Floats:
    """Return the share of new rows that a rule is expected to get wrong.

    It is ``(e + m · usual) / (n + m)``: the rule is believed as if m more rows of the usual kind
    had been seen. This is the m-estimate of Cestnik (1990), with an m that `believed_rows` learns
    from a repetition of the search.

    Parameters
    ----------
    n, e : array_like
        Rows that the rule covers, and those of them that it gets wrong.
    usual : array_like
        Share of all rows that would be wrong, whether the rule covers them or not.
    m : array_like
        See `believed_rows`. A rule without rows has the usual share.

    Examples
    --------
    >>> expected_error([20, 200], [2, 20], usual=0.5, m=10).round(3)
    array([0.233, 0.119])
    """
    n, e, usual, m = (np.asarray(one, float) for one in (n, e, usual, m))
    return np.asarray((e + m * usual) / (n + m))


def believed_rows(rules: FoldRules) -> float:
    """Return the m that makes the estimates of rules come true on rows they were not learned from.

    With it, the mean of `expected_error` over the rules equals the mean of their errors on the rows
    held back, each rule counting alike. It is never less than `LEAST`. Where the rules do as the
    usual row does, or where no rule was found, it is `MOST`.

    Parameters
    ----------
    rules : FoldRules
        Of all folds. Rules that cover no row held back are left out.

    Examples
    --------
    Two rules without an error in 20 rows each; of 10 new rows each gets 2 wrong.

    >>> found = FoldRules(*map(np.array, ([20, 20], [0, 0], [0.5, 0.5], [10, 10], [2, 2])))
    >>> round(believed_rows(found), 1)
    13.3
    >>> float(expected_error(20, 0, usual=0.5, m=believed_rows(found)).round(3))
    0.2
    """
    seen = FoldRules(*(np.asarray(fact, float)[rules.new_covered > 0] for fact in rules))
    if not len(seen.covered):
        return MOST
    error = float(np.mean(seen.new_wrong / seen.new_covered))

    def too_high(log_m: float) -> float:
        m = np.exp(log_m)
        return float(np.mean(expected_error(seen.covered, seen.wrong, seen.usual, m))) - error

    least, most = np.log(LEAST), np.log(MOST)
    if too_high(least) >= 0:
        return LEAST
    return MOST if too_high(most) <= 0 else float(np.exp(brentq(too_high, least, most)))
