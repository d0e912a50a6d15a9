"""How much each row counts: sample weights, class weights, and rows that do not count at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import compute_class_weight

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.types import AnyArray, Floats


def class_codes(table: Table) -> AnyArray:
    """Return the number of the class of every row."""
    assert table.target is not None
    return table.target.values


def weighed(
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
    if not weight.all():
        if not weight.any():
            raise DataError("all weights are 0; give some row a positive sample_weight")
        table, weight = table.take(np.flatnonzero(weight)), weight[weight > 0]
    if class_weight is None:
        return table, weight
    codes = class_codes(table)
    present = np.unique(codes)
    by_class = np.ones(len(classes))
    by_class[present] = compute_class_weight(
        class_weight, classes=classes[present], y=classes[codes]
    )
    return table, weight * by_class[codes]
