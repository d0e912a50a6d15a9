"""The path of a rule through coverage space: from the empty body, one condition at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from conjunct.data import Table
from conjunct.model import Condition
from conjunct.model.condition import Missing, body_cover
from conjunct.types import Flags, Ints


@dataclass(frozen=True, eq=False)
class CoveragePath:
    """The point of a rule in coverage space, and the bodies on the path to it.

    Parameters
    ----------
    number : int
        Number of the rule in its theory, from 1.
    p, n : ndarray of int
        Positives and negatives that each body covers. The first body is empty and covers all
        rows; the last one is the body of the rule.

    Examples
    --------
    >>> from conjunct import read_table
    >>> body = [Condition("age", ">", 30.0), Condition("age", "<=", 60.0)]
    >>> table = read_table({"age": [20, 40, 50, 70]})
    >>> path = CoveragePath.of(1, body, table, np.array([False, True, True, False]))
    >>> path.p.tolist(), path.n.tolist()
    ([2, 2, 2], [2, 1, 0])
    """

    number: int
    p: Ints
    n: Ints

    @classmethod
    def of(
        cls,
        number: int,
        conditions: Sequence[Condition],
        table: Table,
        positive: Flags,
        missing: Missing = "fails",
    ) -> Self:
        """Count the rows that a body covers after each of its conditions.

        Parameters
        ----------
        number : int
            Number of the rule.
        conditions : sequence of Condition
            The conditions in the order in which they are added.
        table : Table
            The rows, with the attributes that the conditions test.
        positive : ndarray of bool
            The rows of the rule's class.
        missing : {"fails", "value"}
            How missing cells are treated, see `Condition.holds`.
        """
        bodies = [conditions[:length] for length in range(len(conditions) + 1)]
        covers = [body_cover(body, table, missing) for body in bodies]
        p = [np.count_nonzero(cover & positive) for cover in covers]
        n = [np.count_nonzero(cover & ~positive) for cover in covers]
        return cls(number, np.array(p, np.int64), np.array(n, np.int64))
