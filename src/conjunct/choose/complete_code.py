"""A complete code for a rule set and the classes of all rows, which a receiver could decode.

The measures of `conjunct.choose.mdl` leave out the number of rules, the number of conditions of
each, and the shares of the classes among the rows of a rule. This code includes all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from conjunct.choose.mdl import body_bits, choice_bits


def length_bits(length: int, n_tests: int) -> int:
    """Return the bits that encode the number of conditions of a body, from 1 to `n_tests`.

    A bit after each condition says whether there is another one. After the last of all possible
    conditions no bit is needed.

    Examples
    --------
    >>> [length_bits(length, n_tests=3) for length in (1, 2, 3)]
    [1, 2, 2]
    """
    if not 1 <= length <= n_tests:
        raise ValueError(
            f"The length of a body must be between 1 and n_tests = {n_tests}. Got {length}."
        )
    return min(length, n_tests - 1)


def labels_bits(counts: npt.ArrayLike) -> float:
    """Return the bits that encode the classes of some rows, including the shares of the classes.

    First the number of rows of each class: for n rows and k classes there are C(n + k - 1, k - 1)
    possibilities. Then which rows they are: n! / (n_1! … n_k!) possibilities. Coding one row after
    the other, in any order, by Laplace's estimate (n_c + 1) / (n + k) from the rows before it takes
    the same number of bits.

    Parameters
    ----------
    counts : array_like, shape (n_classes,)
        Number of rows of each class.

    Examples
    --------
    Four rows, two of each class: 5 possible counts, and 6 ways to place them.

    >>> round(2 ** labels_bits([2, 2]), 6)
    30.0
    """
    rows = np.asarray(counts).tolist()
    left = sum(rows)
    bits = choice_bits(left + len(rows) - 1, len(rows) - 1)
    for count in rows:
        bits += choice_bits(left, count)
        left -= count
    return bits


def complete_cost(
    lengths: Sequence[int],
    counts: npt.ArrayLike,
    uncovered: npt.ArrayLike,
    n_tests: int,
    head_bits: float = 0.0,
) -> float:
    """Return the cost of a rule set in bits by a complete code: rules, and the classes of all rows.

    Sender and receiver know the rows without their classes, and the `n_tests` conditions. With R
    rules, of l_i conditions and r_ic rows of class c, the message consists of:

    - one bit before each rule and one after the last, which says whether another follows: R + 1;
    - the number of conditions of each rule, `length_bits`: min(l_i, N_pt - 1);
    - its conditions, as in Pfahringer (1995): log2 C(N_pt, l_i); and its head;
    - the classes of the rows that the rule is the first to cover, and finally of those that no rule
      covers, `labels_bits`: log2 C(n_i + k - 1, k - 1) + log2 (n_i! / Π r_ic!). The receiver can
      see how many rows a rule covers.

    The sum of 2^-cost over all rule sets and all possible classes of the rows is 1, the most that a
    code can have (Kraft's inequality). Nothing is wasted except on bodies whose conditions exclude
    each other. Pfahringer's measure sums to more than 1, so it is not the length of a code.

    Weaknesses: long rules and rules that cover few rows are expensive, so on small tables it keeps
    fewer rules than the other measures. And it is arbitrary that each further condition halves the
    share of the code.

    Parameters
    ----------
    lengths : sequence of int
        Number of conditions of each rule, at least one.
    counts : array_like of int, shape (n_rules, n_classes)
        Number of rows that each rule is the first to cover, by class.
    uncovered : array_like of int, shape (n_classes,)
        Number of rows that no rule covers, by class.
    n_tests : int
        Number of conditions to choose from, N_pt.
    head_bits : float
        Bits to name the class of a rule, as in `conjunct.choose.rule_set_cost`.

    Examples
    --------
    Eight rows, four of each class. First without rules: one bit says that there are none, and there
    are 9 possible counts and 70 ways to place them. Then with a rule of one condition out of seven
    that covers three rows of one class:

    >>> round(complete_cost([], [], [4, 4], n_tests=7), 3)
    10.299
    >>> round(complete_cost([1], [[0, 3]], [4, 1], n_tests=7), 3)
    12.714
    """
    rules = [length_bits(length, n_tests) + head_bits + 1 for length in lengths]
    rows = [labels_bits(own) for own in (*np.asarray(counts).tolist(), uncovered)]
    return body_bits(lengths, n_tests) + sum(rules) + 1.0 + sum(rows)
