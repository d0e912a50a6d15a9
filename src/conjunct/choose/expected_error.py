"""What to expect of a rule on new rows: an m-estimate whose m repeats the search.

The best of many candidates looks better than it is, and how much better depends on the search, the
rows and the columns. So the same search is repeated on parts of the rows. The rules that it finds
there are looked up on the rows that it has not seen, and m is chosen so that the estimates of these
rules come true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from conjunct.model.promise import NO_BELIEF
from conjunct.types import AnyArray, Floats

LEAST, MOST = 1.0, NO_BELIEF
"""Bounds of m: no rule is believed without a doubt, and with a million rows of the usual kind it is
expected to do as the usual row does."""

TYPICAL = 20.0
"""Rows of the rule that m is about. A rule of four times as many is pulled by half of m, one of a
quarter by twice m: there are more small covers to choose from than large ones."""

CHANCE = 5.0
"""Rows at which chance in the error on new rows is about as large as what sets rules apart. A rule
with fewer of them tells less about m."""


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
    n_folds : int
        Number of searches on parts of the rows.
    n_empty : int
        Those of them that found no rule.

    Examples
    --------
    >>> import numpy as np
    >>> found = FoldRules(*np.array([[20, 30], [1, 2], [0.5, 0.5], [10, 15], [2, 3]]), n_folds=2)
    >>> believed_rows(found) > 0
    True
    """

    covered: AnyArray
    wrong: AnyArray
    usual: AnyArray
    new_covered: AnyArray
    new_wrong: AnyArray
    n_folds: int = 1
    n_empty: int = 0

    def with_usual(self, n: AnyArray, e: AnyArray, usual: AnyArray) -> FoldRules:
        """Count searches without a rule as if they had found these, and seen the usual row.

        Where chance alone makes a rule, most parts of the rows do not have it. That they say
        nothing says that it will not come true.

        Parameters
        ----------
        n, e, usual : ndarray
            Of the rules that were found on all rows: see `expected_error`.
        """
        these = FoldRules(n, e, usual, n, n * usual)
        whole = FoldRules.joined([self, *[these] * self.n_empty])
        return whole._replace(n_folds=self.n_folds, n_empty=0)

    def as_empty(self) -> FoldRules:
        """Return the same searches as if none of them had found a rule."""
        facts: Any = (np.asarray(fact)[:0] for fact in self[:5])
        return FoldRules(*facts)._replace(n_folds=self.n_folds, n_empty=self.n_folds)

    @staticmethod
    def joined(parts: Sequence[FoldRules]) -> FoldRules:
        """Put rules of several folds together; there must be one fold."""
        facts: Any = map(np.concatenate, zip(*(part[:5] for part in parts), strict=True))
        n_folds = sum(part.n_folds for part in parts)
        n_empty = sum(part.n_empty for part in parts)
        return FoldRules(*facts)._replace(n_folds=n_folds, n_empty=n_empty)


def expected_error(
    n: npt.ArrayLike, e: npt.ArrayLike, usual: npt.ArrayLike, m: npt.ArrayLike
) -> Floats:
    """Return the share of new rows that a rule is expected to get wrong.

    It is ``(e + pull · usual) / (n + pull)`` with ``pull = m · √(20 / n)``: a rule of 20 rows is
    believed as if m more rows of the usual kind had been seen. This is the m-estimate of Cestnik
    (1990), with an m that `believed_rows` learns from a repetition of the search.

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
    >>> expected_error([20, 80], [2, 8], usual=0.5, m=10).round(3)
    array([0.233, 0.124])
    """
    n, e, usual, m = (np.asarray(one, float) for one in (n, e, usual, m))
    weight = n * np.sqrt(n / TYPICAL)
    return np.asarray((np.sqrt(n / TYPICAL) * e + m * usual) / (weight + m))


def believed_rows(rules: FoldRules) -> float:
    """Return the m that makes the estimates of rules come true on rows they were not learned from.

    With it, the mean of `expected_error` over the rules is the mean of their errors on the rows
    held back, and a little more: chance may have made some of the gap between the usual error and
    theirs, so the part of its square that chance alone makes is taken off (James and Stein 1961).
    A rule counts more, the more rows held back it covers. m is never less than `LEAST`; where no
    gap is left, or no rule was found, it is `MOST`.

    Parameters
    ----------
    rules : FoldRules
        Of all folds. Rules that cover no row held back are left out.

    Examples
    --------
    Two rules without an error in 20 rows each; of 10 new rows each gets 2 wrong.

    >>> found = FoldRules(*map(np.array, ([20, 20], [0, 0], [0.5, 0.5], [10, 10], [2, 2])))
    >>> round(believed_rows(found), 1)
    18.7
    >>> float(expected_error(20, 0, usual=0.5, m=believed_rows(found)).round(3))
    0.242
    """
    found = np.asarray(rules.new_covered) > 0
    n, e, usual, new, wrong = (np.asarray(fact, float)[found] for fact in rules[:5])
    if not len(n):
        return MOST
    shares = new / (new + CHANCE)
    shares /= shares.sum()
    gap = float(shares @ (usual - wrong / new))
    by_chance = float(shares**2 @ (usual * (1.0 - usual) / new))
    error = float(shares @ usual) - gap + by_chance / gap if gap > 0 else np.inf

    def too_high(log_m: float) -> float:
        return float(shares @ expected_error(n, e, usual, np.exp(log_m))) - error

    least, most = np.log(LEAST), np.log(MOST)
    if too_high(most) <= 0:
        return MOST
    return LEAST if too_high(least) >= 0 else float(np.exp(brentq(too_high, least, most)))
