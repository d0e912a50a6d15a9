"""Weights of the rows of a Dask frame, which are gathered in this process with the classes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import _check_sample_weight

from conjunct.count.dask_engine import answers
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.types import AnyArray

if TYPE_CHECKING:
    from conjunct.estimators.dask_table import DaskTable

WEIGHTS = "weights of rows \N{WHITE RIGHT POINTING INDEX}"
"""Name of the column of weights beside the attributes; no table has a column of that name."""


def is_column(weights: Any) -> bool:
    """Tell whether weights are a column of a Dask frame."""
    return hasattr(weights, "to_delayed") and hasattr(weights, "divisions")


def require_same_parts(X: Any, weights: Any) -> Any:
    """Return a column of weights; raise an error if its parts differ from those of the rows."""
    if weights.ndim != 1:
        raise DataError("sample_weight must be one column of a Dask frame; name it: rows['weight']")
    if X.npartitions != weights.npartitions:
        raise DataError(
            f"X has {X.npartitions} parts and sample_weight has {weights.npartitions}; take both "
            "from one Dask frame"
        )
    return weights


def weighing(table: DaskTable, weights: Any) -> DaskTable:
    """Return the rows with weights, and with the class of every row in the target.

    Parameters
    ----------
    table : DaskTable
        The rows.
    weights : list of Future, Dask array, array or number
        Columns of weights, one for each part, or the weights of all rows.
    """
    table = with_classes_here(table)
    rows = np.broadcast_to(0.0, (table.n_rows, 1))
    checked = _check_sample_weight(
        _brought(weights, table.client), rows, dtype=np.float64, ensure_non_negative=True
    )
    return replace(table, weights=checked)


def with_classes_here(table: DaskTable) -> DaskTable:
    """Return the table with the class of every row in its target."""
    assert table.target is not None
    codes = table.from_parts(_codes)
    target = replace(table.target, values=np.concatenate(codes))
    return replace(table, target=target, sizes=tuple(map(len, codes)))


def _brought(weights: Any, client: Any) -> Any:
    if isinstance(weights, str):
        raise DataError(
            f"sample_weight is {weights!r}; give a column of the Dask frame, such as "
            f"rows[{weights!r}], and leave it out of X"
        )
    if isinstance(weights, list) and weights and hasattr(weights[0], "key"):
        return np.concatenate(answers(client, client.map(_numbers, weights, pure=False)))
    if hasattr(weights, "dask"):  # a Dask array
        return answers(client, [client.compute(weights)])[0]
    return weights


def _numbers(column: Any) -> AnyArray:
    return np.asarray(column.to_numpy(np.float64, na_value=np.nan))


def _codes(table: Table) -> AnyArray:
    assert table.target is not None
    return table.target.values
