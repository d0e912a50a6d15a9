"""The bits of rules and of their exceptions when a class is told from all others: RIPPER's measure.

Quinlan (1995), *MDL and categorical theories (continued)*, corrects the measure of C4.5 (see
`conjunct.choose.quinlan_cost`): the exceptions of a theory should be false positives and false
negatives in the proportion in which the classes occur. Cohen (1995) takes it for RIPPER.
"""

from __future__ import annotations

import math
from typing import NamedTuple

REDUNDANCY = 0.5
"""Share of a body's bits that is counted: attributes are not independent (Cohen 1995)."""


class Exceptions(NamedTuple):
    """What the rules of a class cover and what not, and what is wrong with each.

    Parameters
    ----------
    covered, false_positives : int
        Rows that the rules cover, and those of them that are of another class.
    uncovered, false_negatives : int
        Rows that no rule covers, and those of them that are of the class.

    Examples
    --------
    >>> before = Exceptions(covered=30, false_positives=2, uncovered=70, false_negatives=5)
    >>> before.without(positives=8, negatives=2)
    Exceptions(covered=20, false_positives=0, uncovered=80, false_negatives=13)
    """

    covered: int
    false_positives: int
    uncovered: int
    false_negatives: int

    def without(self, positives: int, negatives: int) -> Exceptions:
        """Return what is left if a rule no longer covers its positives and negatives."""
        rows = positives + negatives
        return Exceptions(
            self.covered - rows,
            self.false_positives - negatives,
            self.uncovered + rows,
            self.false_negatives + positives,
        )


def subset_bits(n: int, k: int, p: float) -> float:
    """Return S(n, k, p) = -k log2 p - (n - k) log2 (1 - p): k of n things, p of them expected.

    Where p leaves no room for what occurs, it is counted as 0: nothing is said about it.

    Examples
    --------
    >>> subset_bits(8, 4, 0.5), subset_bits(8, 0, 0.0)
    (8.0, 0.0)
    """
    chosen = -k * math.log2(p) if p > 0 else 0.0
    others = -(n - k) * math.log2(1 - p) if p < 1 else 0.0
    return chosen + others


def condition_bits(length: int, n_tests: int) -> float:
    """Return the bits of a body: half of ||k|| + S(n, k, k / n), with k of n conditions.

    ||k||, the bits that name k, is taken as log2 k + 2 log2 log2 k; 0 for one condition.

    Parameters
    ----------
    length : int
        Its conditions.
    n_tests : int
        Conditions that it could have.

    Examples
    --------
    >>> condition_bits(0, 8), condition_bits(4, 8)
    (0.0, 6.0)
    """
    if length == 0:
        return 0.0
    named = math.log2(length)
    if length > 1:
        named += 2 * math.log2(named)
    return REDUNDANCY * (named + subset_bits(n_tests, length, length / n_tests))


def exception_bits(exceptions: Exceptions, share: float) -> float:
    """Return the bits that tell which rows the rules of a class get wrong.

    If they cover more rows than not, `share` of all exceptions are expected to be false positives,
    else 1 - `share` to be false negatives: those are coded by that expectation, the others by their
    own proportion.

    Parameters
    ----------
    exceptions : Exceptions
        Of the rules.
    share : float
        The class's share of the rows.

    Examples
    --------
    Eight rows, two of the class, and no rule; then a rule that covers just these two:

    >>> round(exception_bits(Exceptions(0, 0, 8, 2), share=0.25), 3)
    9.797
    >>> round(exception_bits(Exceptions(2, 0, 6, 0), share=0.25), 3)
    3.17
    """
    covered, wrong, uncovered, missed = exceptions
    bits = math.log2(covered + uncovered + 1)
    if covered > uncovered:
        expected = min(share * (wrong + missed) / covered, 1.0)
        own = missed / uncovered if uncovered else 0.0
        return bits + subset_bits(covered, wrong, expected) + subset_bits(uncovered, missed, own)
    expected = min((1 - share) * (wrong + missed) / uncovered, 1.0) if uncovered else 0.0
    own = wrong / covered if covered else 0.0
    return bits + subset_bits(covered, wrong, own) + subset_bits(uncovered, missed, expected)
