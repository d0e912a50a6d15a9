"""How much each row counts: sample weights, class weights, and rows that do not count at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import compute_class_weight

from conjunct.count.engine import HEAVIEST
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.types import AnyArray, Floats


def class_codes(table: Table) -> AnyArray:
    """Return the number of the class of every row."""
    assert table.target is not None
    return table.target.values


def rows_that_count(
    table: Table, weight: Floats | None, class_weight: Any, classes: AnyArray
) -> tuple[Table, Floats]:
    """Return the rows that count, and how much.

    Parameters
    ----------
    table : Table
        With a target.
    weight : ndarray of float or None
        Of every row; None: 1 each.
    class_weight : dict, "balanced" or None
        By class, as in scikit-learn.
    classes : ndarray
        The classes by their number.
    """
    if weight is None:
        weight = np.ones(table.n_rows)
    table, weight = _counting(table, weight)
    if class_weight is not None:
        codes = class_codes(table)
        present = np.unique(codes)
        by_class = np.ones(len(classes))
        by_class[present] = compute_class_weight(
            class_weight, classes=classes[present], y=classes[codes]
        )
        table, weight = _counting(table, weight * by_class[codes])
    if not weight.sum() <= HEAVIEST:
        raise DataError(
            f"the weights of all rows sum up to {weight.sum():.3g}, which is more than "
            f"{HEAVIEST:.3g}; divide them all by the same number"
        )
    return table, weight


def _counting(table: Table, weight: Floats) -> tuple[Table, Floats]:
    """Leave out the rows that do not count."""
    if weight.all():
        return table, weight
    if not weight.any():
        raise DataError("all weights are 0; give some row a positive one")
    return table.take(np.flatnonzero(weight)), weight[weight > 0]
