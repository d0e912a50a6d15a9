"""A complete code for a rule set and the classes of all rows: a receiver could read it.

The measures of `conjunct.choose.mdl` leave out how many rules there are, how many conditions each
has, and in which shares the classes occur among the rows of a rule. Here all of it is paid for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from conjunct.choose.mdl import body_bits, choice_bits


def length_bits(length: int, n_tests: int) -> int:
    """Return the bits that say how many conditions a body has, from 1 to `n_tests`.

    A bit after each condition says whether there is another one. After the last of all possible
    conditions nothing needs to be said.

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
    """Return the bits that tell the classes of some rows, their shares included.

    First the number of rows of each class: of n rows and k classes there are C(n + k - 1, k - 1)
    ways. Then which rows they are: n! / (n_1! … n_k!) ways. It takes as many bits to code one row
    after the other by Laplace's estimate (n_c + 1) / (n + k) from the rows before it, in any order.

    Parameters
    ----------
    counts : array_like, shape (n_classes,)
        Rows by class.

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

    Sender and receiver know the rows without their classes, and the `n_tests` conditions. The
    message is, with R rules of l_i conditions and r_i rows by class:

    - a bit before each rule, and one after the last, whether there is another: R + 1;
    - the number of conditions, `length_bits`: min(l_i, N_pt - 1);
    - which conditions, as in Pfahringer (1995): log2 C(N_pt, l_i); and the head;
    - the classes of the rows that the rule is the first to cover, and last of those that no rule
      covers, `labels_bits`: log2 C(n_i + k - 1, k - 1) + log2 (n_i! / Π r_ic!). How many rows a
      rule covers the receiver sees.

    The powers 2^-cost, summed over all rule sets and all classes that the rows could have, are 1:
    no more than a code can have (Kraft), and nothing is wasted but on bodies whose conditions
    exclude each other. Pfahringer's measure sums to more than 1, so it is not the length of a code.

    What is wrong with it: long rules and rules of few rows are dear, so that it keeps fewer rules
    than the other measures where rows are few; and that each length halves the share of the code
    is a choice like any other.

    Parameters
    ----------
    lengths : sequence of int
        Number of conditions of each rule, at least one.
    counts : array_like of int, shape (n_rules, n_classes)
        Rows that each rule is the first to cover, by class.
    uncovered : array_like of int, shape (n_classes,)
        Rows that no rule covers, by class.
    n_tests : int
        Conditions that a rule could have, N_pt.
    head_bits : float
        Bits to name the class of a rule, as in `conjunct.choose.rule_set_cost`.

    Examples
    --------
    Eight rows, four of each class. Without rules: one bit that there is none, 9 possible counts,
    70 ways. With a rule of one condition out of seven that covers three of one class:

    >>> round(complete_cost([], [], [4, 4], n_tests=7), 3)
    10.299
    >>> round(complete_cost([1], [[0, 3]], [4, 1], n_tests=7), 3)
    12.714
    """
    rules = [length_bits(length, n_tests) + head_bits + 1 for length in lengths]
    rows = [labels_bits(own) for own in (*np.asarray(counts).tolist(), uncovered)]
    return body_bits(lengths, n_tests) + sum(rules) + 1.0 + sum(rows)
