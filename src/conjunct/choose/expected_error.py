"""The expected error of a rule on new rows: an m-estimate whose m comes from repeated searches.

The best of many candidates looks better than it is. How much better depends on the search, the rows
and the columns. So the same search is repeated on parts of the rows. The rules that it finds are
tested on the rows that it has not seen, and m is chosen so that the estimates of these rules are
right on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from conjunct.model.promise import NO_BELIEF
from conjunct.types import AnyArray, Floats

LEAST, MOST = 1.0, NO_BELIEF
"""Bounds of m, in rows. The lower bound leaves some doubt about every rule. With the upper bound a
rule is expected to do no better than the base rate."""

TYPICAL = 20.0
"""Number of rows of a rule that is pulled towards the base rate by exactly m rows. A rule with four
times as many rows is pulled by m / 2, one with a quarter of the rows by 2 m: there are more small
covers to choose from than large ones."""

CHANCE = 5.0
"""Number of held-out rows at which chance in a rule's error is about as large as the differences
between rules. A rule that covers fewer held-out rows has less influence on m."""


FEWER = 2 / 3
"""Share of m that is kept. The repeated searches have fewer rows, two thirds of them as a rule, so
their rules do worse on new rows than rules found on all rows."""


class FoldRules(NamedTuple):
    """Rules found on parts of the rows, with their errors on the other parts; one entry per rule.

    Parameters
    ----------
    covered, wrong : ndarray
        Number of rows used for learning that the rule covers, and of those that contradict it.
    usual : ndarray of float
        Share of all rows that contradict the rule, whether it covers them or not.
    new_covered, new_wrong : ndarray
        The same counts on held-out rows.
    n_folds : int
        Number of searches on parts of the rows.
    n_empty : int
        Number of these searches that found no rule.

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
        """Count each search without a rule as if it had found these rules, with the usual error.

        A rule that is due to chance alone is not found on most parts of the rows. A search that
        finds nothing is therefore evidence against the rules found on all rows.

        Parameters
        ----------
        n, e, usual : ndarray
            Counts and usual errors of the rules found on all rows, see `expected_error`.
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
        """Join the rules of several folds; there must be at least one fold."""
        facts: Any = map(np.concatenate, zip(*(part[:5] for part in parts), strict=True))
        n_folds = sum(part.n_folds for part in parts)
        n_empty = sum(part.n_empty for part in parts)
        return FoldRules(*facts)._replace(n_folds=n_folds, n_empty=n_empty)


def expected_error(
    n: npt.ArrayLike, e: npt.ArrayLike, usual: npt.ArrayLike, m: npt.ArrayLike
) -> Floats:
    """Return the share of new rows that a rule is expected to get wrong.

    It is ``(e + pull · usual) / (n + pull)`` with ``pull = m · √(20 / n)``: a rule that covers 20
    rows is treated as if it covered m more rows with the usual error. This is the m-estimate of
    Cestnik (1990), with an m that `believed_rows` learns from repetitions of the search.

    Parameters
    ----------
    n, e : array_like
        Number of rows that the rule covers, and of those that it gets wrong. A rule that covers no
        rows has the usual error.
    usual : array_like
        The usual error: share of all rows that contradict the rule, whether it covers them or not.
    m : array_like
        Weight of the usual error, in rows, see `believed_rows`.

    Examples
    --------
    >>> expected_error([20, 80], [2, 8], usual=0.5, m=10).round(3)
    array([0.233, 0.124])
    """
    n, e, usual, m = (np.asarray(one, float) for one in (n, e, usual, m))
    weight = n * np.sqrt(n / TYPICAL)
    return np.asarray((np.sqrt(n / TYPICAL) * e + m * usual) / (weight + m))


def believed_rows(rules: FoldRules) -> float:
    """Return the m with which the estimates of rules are right on new rows, on average.

    First an m is found with which the mean of `expected_error` over the rules equals the mean of
    their errors on the held-out rows, after a correction for chance. The gap between the usual
    error and theirs may be partly due to chance: the part of its square that chance alone explains
    (James and Stein 1961) is taken off twice, since a gap below 0, which chance makes as often, is
    not seen: no rule is expected to do worse than the base rate. A rule counts more, the more
    held-out rows it covers. Then m is multiplied by `FEWER`. It is at least `LEAST`, and `MOST` if
    no gap is left or no rule was found.

    Parameters
    ----------
    rules : FoldRules
        The rules of all folds. Rules that cover no held-out row are left out.

    Examples
    --------
    Two rules have no error in 20 rows each; each gets 2 of 10 new rows wrong.

    >>> found = FoldRules(*map(np.array, ([20, 20], [0, 0], [0.5, 0.5], [10, 10], [2, 2])))
    >>> round(believed_rows(found), 1)
    17.4
    >>> float(expected_error(20, 0, usual=0.5, m=believed_rows(found)).round(3))
    0.233
    """
    found = np.asarray(rules.new_covered) > 0
    n, e, usual, new, wrong = (np.asarray(fact, float)[found] for fact in rules[:5])
    if not len(n):
        return MOST
    shares = new / (new + CHANCE)
    shares /= shares.sum()
    gap = float(shares @ (usual - wrong / new))
    by_chance = float(shares**2 @ (usual * (1.0 - usual) / new))
    error = float(shares @ usual) - gap + 2.0 * by_chance / gap if gap > 0 else np.inf

    def too_high(log_m: float) -> float:
        return float(shares @ expected_error(n, e, usual, np.exp(log_m))) - error

    least, most = np.log(LEAST), np.log(MOST)
    if too_high(most) <= 0:
        return MOST
    if too_high(least) >= 0:
        return LEAST
    while least < (middle := (least + most) / 2) < most:  # until no number lies between them
        least, most = (least, middle) if too_high(middle) > 0 else (middle, most)
    return max(LEAST, FEWER * float(np.exp(most)))
