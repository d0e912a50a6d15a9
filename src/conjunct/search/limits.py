"""What a search may try: forms of conditions, length and coverage of a rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.count import OPERATORS
from conjunct.encode import CodedColumn
from conjunct.types import Flags


@dataclass(frozen=True)
class Limits:
    """Bounds on every rule that is tried.

    Parameters
    ----------
    conditions : tuple of str
        The operators that may be used, out of ``=``, ``!=``, ``<=`` and ``>``.
    max_conditions : int or None
        The largest number of conditions in a body.
    min_coverage : int
        The smallest number of rows that a body may cover.
    """

    conditions: tuple[str, ...] = OPERATORS
    max_conditions: int | None = None
    min_coverage: int = 1

    def allowed(self, columns: tuple[CodedColumn, ...]) -> Flags:
        """Tell which operators may be used on which column, ``(columns, 4)``.

        ``!=`` is not tried if a column has two values: ``=`` with the other value is equivalent.
        """
        allowed = np.zeros((len(columns), len(OPERATORS)), bool)
        for row, column in zip(allowed, columns, strict=True):
            row[2:] = column.kind == "numeric"
            row[0] = column.kind == "nominal"
            row[1] = column.kind == "nominal" and (column.n_codes > 2 or "=" not in self.conditions)
        allowed &= np.array([op in self.conditions for op in OPERATORS])
        return allowed
