"""The weights of rows: sample weights, class weights, and rows without weight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.utils import compute_class_weight

from conjunct.count.engine import HEAVIEST
from conjunct.count.engine_views import exact_weights
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.types import AnyArray, Floats


def rows_that_count(table: Table, class_weight: Any, classes: AnyArray) -> Table:
    """Return the rows with weight, and their weights unless all are 1.

    Parameters
    ----------
    table : Table
        A table with a target, and perhaps with weights.
    class_weight : dict, "balanced" or None
        Weights by class, as in scikit-learn. "balanced" gives all classes the same total weight.
    classes : ndarray
        The classes by their number.
    """
    if table.weights is None and class_weight is None:
        return table
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    table, weights = _counting(table, weights)
    if class_weight is not None:
        table, weights = _counting(table, weights * _of_classes(table, class_weight, classes))
    return replace(table, weights=None) if (weights == 1.0).all() else table


def _of_classes(table: Table, class_weight: Any, classes: AnyArray) -> Floats:
    """Return the class weight of every row."""
    assert table.target is not None
    codes = table.target.values
    present = np.unique(codes)
    by_class = np.ones(len(classes))
    by_class[present] = compute_class_weight(
        class_weight, classes=classes[present], y=classes[codes], sample_weight=table.weights
    )
    wrong = np.flatnonzero(~(np.isfinite(by_class) & (by_class >= 0)))
    if len(wrong):
        label, weight = classes.tolist()[wrong[0]], float(by_class[wrong[0]])
        raise DataError(
            f"class_weight gives the class {label!r} the weight {weight:g}; give every class a "
            "finite number from 0 up"
        )
    return np.asarray(by_class[codes])


def _counting(table: Table, weights: Floats) -> tuple[Table, Floats]:
    """Return the rows with weight, and weights whose sums are exact."""
    total = float(weights.sum())
    if not total <= HEAVIEST:
        raise DataError(
            f"the weights of all rows add up to {total:.3g}, which is more than {HEAVIEST:.3g}; "
            "divide them all by the same number"
        )
    weights = exact_weights(weights)
    if not weights.any():
        raise DataError("all weights are 0 or almost 0; give at least one row a larger one")
    table = replace(table, weights=weights)
    if not weights.all():
        table, weights = table.take(np.flatnonzero(weights)), weights[weights > 0]
    return table, weights
