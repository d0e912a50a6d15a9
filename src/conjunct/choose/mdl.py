"""Minimum description length: the bits that a theory and the classes of all rows cost together.

There are three measures, each as in its paper, with base-2 logarithms and exact binomial
coefficients. None of them is a complete code that a receiver could decode: all leave out the number
of conditions of a rule, and those that code classes by their shares leave out the shares too. They
only serve to compare theories of the same table. `conjunct.choose.complete_cost` is a complete
code.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from conjunct.types import Floats

_MOST_FACTORS = 2000
"""Binomial coefficients with more factors are computed by log-gamma, exact to 1e-9 bits."""


def choice_bits(n: float, k: float) -> float:
    """Return log2 of the number of ways to choose k of n things.

    Between whole numbers it is interpolated by a smooth curve, for rows that have weights.

    Examples
    --------
    >>> choice_bits(4, 2), choice_bits(7, 0), round(choice_bits(4, 1.5), 6)
    (2.584962500721156, 0.0, 2.441613)
    """
    if not 0 <= k <= n:
        raise ValueError(f"k must be between 0 and n = {n}. Got {k}.")
    if min(k, n - k) <= _MOST_FACTORS and n == int(n) and k == int(k):
        return math.log2(math.comb(int(n), int(k)))
    nats = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return nats / math.log(2)


def class_bits(counts: npt.ArrayLike) -> Floats:
    """Return rows times entropy: the bits that encode the classes of rows by their shares.

    Parameters
    ----------
    counts : array_like, shape (n_classes,) or (n, n_classes)
        Number of rows of each class.

    Examples
    --------
    >>> class_bits([[2, 2], [4, 0], [0, 0]])
    array([4., 0., 0.])
    """
    rows = np.asarray(counts, float)
    total = rows.sum(axis=-1, keepdims=True)
    inverse = np.divide(total, rows, out=np.ones_like(rows), where=rows > 0)
    return np.asarray((rows * np.log2(inverse)).sum(axis=-1))


def body_bits(lengths: Sequence[int], n_tests: int) -> float:
    """Return the bits of bodies: which of `n_tests` possible conditions each of them has.

    Pfahringer (1995): rc = log2 of the number of ways to choose Length of N_pt tests. The length
    itself is not coded, and conditions that exclude each other count as if they could be combined.

    Parameters
    ----------
    lengths : sequence of int
        Number of conditions of each body.
    n_tests : int
        Number of conditions to choose from; every threshold of a numeric attribute counts as two.

    Examples
    --------
    >>> body_bits([1, 2], n_tests=8)  # one of 8, and one of 28 pairs
    7.807354922057604
    """
    return sum((choice_bits(n_tests, length) for length in lengths), 0.0)


def rule_set_cost(
    lengths: Sequence[int],
    counts: npt.ArrayLike,
    uncovered: npt.ArrayLike,
    n_tests: int,
    head_bits: float = 0.0,
) -> float:
    """Return Pfahringer's cost of a rule set in bits: bodies, and the classes of all rows.

    Pfahringer (1995), section 3: cost = n_nc e_nc + Σ (rc_i + n_i e_i). A row belongs to the first
    rule that covers it. The rows of each rule, and those without a rule, are coded by their own
    entropy.

    Weaknesses: the class shares of each rule are not coded, so they are free. A pure rule pays
    off only if its body is cheaper than the classes of its rows were before, so small samples get
    the empty theory.

    Parameters
    ----------
    lengths : sequence of int
        Number of conditions of each rule.
    counts : array_like, shape (n_rules, n_classes)
        Number of rows that each rule is the first to cover, by class.
    uncovered : array_like, shape (n_classes,)
        Number of rows that no rule covers, by class.
    n_tests : int
        Number of conditions to choose from, N_pt.
    head_bits : float
        Bits to name the class of a rule: 0 if all rules have the same class, 1 if they may be
        positive or negative, log2 of the number of classes in general.

    Examples
    --------
    Eight rows, four of each class: first without rules, then with a rule of one condition out of
    seven that covers three rows of one class:

    >>> rule_set_cost([], [], [4, 4], n_tests=7)
    8.0
    >>> round(rule_set_cost([1], [[0, 3]], [4, 1], n_tests=7), 3)
    6.417
    """
    rows = float(np.sum(class_bits(counts))) if len(lengths) else 0.0
    rest = float(class_bits(uncovered))
    return body_bits(lengths, n_tests) + head_bits * len(lengths) + rows + rest


def quinlan_cost(
    theory_bits: float,
    covered: int,
    false_positives: int,
    uncovered: int,
    false_negatives: int,
    n_classes: int = 2,
) -> float:
    """Return Quinlan's cost of a rule set in bits: the theory, and its exceptions.

    Quinlan (1993), in the form of Pfahringer (1995), section 2: TheoryCost + log2 C(C, FP) + log2
    C(NC, FN). With more than two classes each exception also names its class, one of k - 1.

    Weaknesses, after Quinlan (1994) and Pfahringer (1995): it is symmetric, so being wrong on
    nearly all rows costs as little as being wrong on nearly none. If the class to be learned is the
    majority (minority), theories are too special (too general). And since only errors cost bits,
    with many noisy rows it still pays to fit the noise.

    Parameters
    ----------
    theory_bits : float
        Bits of the rules, for instance `body_bits`.
    covered, false_positives : int
        Number of rows that the rules cover, and of those that they get wrong.
    uncovered, false_negatives : int
        Number of rows that no rule covers, and of those that are wrong for this reason.
    n_classes : int
        Number of classes.

    Examples
    --------
    1 of the 4 covered rows is wrong, and 2 of the 12 others: there are 4 and 66 ways to choose.

    >>> quinlan_cost(5.0, 4, 1, 12, 2)
    13.044394119358454
    """
    exceptions = choice_bits(covered, false_positives) + choice_bits(uncovered, false_negatives)
    names = (false_positives + false_negatives) * math.log2(max(n_classes - 1, 1))
    return theory_bits + exceptions + names


def tree_cost(depths: Sequence[int], counts: npt.ArrayLike) -> float:
    """Return Forsyth's cost of a decision tree in bits: depths of the leaves, and the classes.

    Forsyth (1994), in the form of Pfahringer (1995), section 3: Σ (d_i + n_i e_i) over the leaves.

    Weaknesses: a leaf costs one bit per level, whatever the number of tests to choose from, so
    tests on many-valued and numeric attributes are too cheap. And the class shares of leaves are
    not coded.

    Parameters
    ----------
    depths : sequence of int
        Number of conditions on the path from the root to each leaf.
    counts : array_like, shape (n_leaves, n_classes)
        Number of rows at each leaf, by class.

    Examples
    --------
    One leaf for all rows, and a test that separates the classes:

    >>> tree_cost([0], [[4, 4]]), tree_cost([1, 1], [[4, 0], [0, 4]])
    (8.0, 2.0)
    """
    return float(sum(depths) + np.sum(class_bits(counts)))
