"""Rows for an existing model: its columns, its classes, and weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.utils.validation import check_consistent_length

from conjunct.count.counts import as_numbers
from conjunct.data import Column, Table, read_table
from conjunct.data.frame import collected, is_frame
from conjunct.data.identifiers import without_identifiers
from conjunct.errors import DataError
from conjunct.estimators.class_labels import class_labels
from conjunct.estimators.row_weights import rows_that_count
from conjunct.model import Rules
from conjunct.model.made_rule import class_name
from conjunct.types import AnyArray, Count, Flags, Floats


@dataclass(frozen=True, eq=False)
class ModelRows:
    """Rows as a model sees them.

    Parameters
    ----------
    table : Table
        A table whose target has the classes of the model, in their order.
    """

    table: Table

    @property
    def labels(self) -> AnyArray:
        """Position of the class of every row."""
        assert self.table.target is not None
        return self.table.target.values

    @property
    def n_classes(self) -> int:
        """Number of classes of the model, including those without rows."""
        assert self.table.target is not None
        return len(self.table.target.levels)

    @property
    def weights(self) -> Floats:
        """Weight of every row."""
        weights = self.table.weights
        return np.ones(self.table.n_rows) if weights is None else weights

    def counts(self, cover: Flags | None = None) -> tuple[Count, ...]:
        """Count the rows of a cover by class; without a cover, all rows."""
        labels, weights = self.labels, self.weights
        if cover is not None:
            labels, weights = labels[cover], weights[cover]
        return as_numbers(np.bincount(labels, weights, self.n_classes))


def rows_of_model(rules: Rules, X: Any, y: Any = None, sample_weight: Any = None) -> ModelRows:
    """Return rows with their classes as classes of a model.

    Parameters
    ----------
    rules : Rules
        The model.
    X : Table, data frame or array
        A table with a target, or attributes as in `fit`.
    y : array or None
        The classes; None for a table with a target.
    sample_weight : array or None
        How much each row counts.
    """
    if isinstance(X, Table):
        table, labels = X, _labels_of_table(rules, X)
    else:
        table, labels = _attributes(rules, X), _labels(rules, y)
        check_consistent_length(labels, np.empty(table.n_rows))
    rules.table_of(table)  # refuses other columns
    if not table.n_rows:
        raise DataError(f"{table.name} has no rows")
    target = Column(rules.target, "nominal", labels, tuple(map(class_name, rules.classes)))
    if sample_weight is not None:
        table = replace(table, weights=np.asarray(sample_weight, np.float64))
    table = replace(table, target=target)
    return ModelRows(rows_that_count(table, None, np.array(target.levels, object)))


def _attributes(rules: Rules, X: Any) -> Table:
    X = collected(X)
    if is_frame(X):
        table = read_table(X, kinds=rules.written)
        return without_identifiers(table, keep=rules.written)
    if not isinstance(X, Mapping):
        cells = np.asarray(X, object)
        if cells.ndim != 2:
            raise DataError("X must be a data frame or a two-dimensional array")
        X = {f"x{number}": column.tolist() for number, column in enumerate(cells.T)}
    return read_table(X, kinds=rules.written)


def _labels(rules: Rules, y: Any) -> AnyArray:
    if y is None:
        raise DataError("give y, the classes of the rows, or a table with a target")
    position = {label: at for at, label in enumerate(rules.classes)}
    return _positions(rules, class_labels(y).tolist(), position)


def _labels_of_table(rules: Rules, table: Table) -> AnyArray:
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with target={rules.target!r}")
    position = {str(label): at for at, label in enumerate(rules.classes)}
    position |= {class_name(label): at for at, label in enumerate(rules.classes)}
    levels = table.target.levels
    return _positions(rules, [levels[code] for code in table.target.values.tolist()], position)


def _positions(rules: Rules, labels: list[Any], position: dict[Any, int]) -> AnyArray:
    for row, label in enumerate(labels, start=1):
        if label not in position:
            known = ", ".join(map(repr, rules.classes))
            raise DataError(
                f"row {row} has the class {label!r:.60}, which the model does not know; its "
                f"classes are {known}"
            )
    return np.array([position[label] for label in labels], np.int32)
