"""RIPPER's description length: the bits of the rules of one class and of their exceptions.

Quinlan (1995), *MDL and categorical theories (continued)*, corrects the measure of C4.5 (see
`conjunct.choose.quinlan_cost`): false positives and false negatives of a theory should occur in the
proportion of the classes. Cohen (1995) uses it for RIPPER.
"""

from __future__ import annotations

import math
from typing import NamedTuple

REDUNDANCY = 0.5
"""Factor for the bits of a body, because attributes are not independent (Cohen 1995)."""


class Exceptions(NamedTuple):
    """Covered and uncovered rows of the rules of a class, with the errors among each.

    Parameters
    ----------
    covered, false_positives : int
        Number of rows that the rules cover, and of those that belong to another class.
    uncovered, false_negatives : int
        Number of rows that no rule covers, and of those that belong to the class.

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
        """Return the exceptions after dropping a rule that covers these positives and negatives."""
        rows = positives + negatives
        return Exceptions(
            self.covered - rows,
            self.false_positives - negatives,
            self.uncovered + rows,
            self.false_negatives + positives,
        )


def subset_bits(n: int, k: int, p: float) -> float:
    """Return S(n, k, p) = -k log2 p - (n - k) log2 (1 - p): which k of n, if a share p is expected.

    A term with the logarithm of 0 counts as 0.

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

    ||k||, the bits that encode k, is log2 k + 2 log2 log2 k, and 0 for one condition.

    Parameters
    ----------
    length : int
        Number of conditions of the body.
    n_tests : int
        Number of conditions to choose from.

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
    """Return the bits that encode which rows the rules of a class get wrong.

    If the rules cover more than half of the rows, a share `share` of all exceptions is expected to
    be false positives. Otherwise a share 1 - `share` is expected to be false negatives. These are
    coded by the expectation, the other exceptions by their actual proportion.

    Parameters
    ----------
    exceptions : Exceptions
        The exceptions of the rules.
    share : float
        The class's share of the rows.

    Examples
    --------
    Eight rows, two of them of the class: first without a rule, then with a rule for these two:

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
