"""`TableClassifier`: turns the arguments of `fit` and `predict` into tables."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from conjunct.data import Column, Kind, Table, read_table
from conjunct.data.frame import collected, frame_names, is_frame
from conjunct.data.identifiers import without_identifiers
from conjunct.errors import DataError, DataWarning
from conjunct.estimators.class_labels import class_labels, target_name
from conjunct.estimators.parameters import with_parameters
from conjunct.estimators.scikit_learn import BaseEstimator, ClassifierMixin
from conjunct.estimators.stored_tables import is_stored
from conjunct.params import Constraint, check_params


@with_parameters
class TableClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Base of all classifiers: turns the arguments of `fit` and `predict` into tables.

    Parameters
    ----------
    categorical_features : "from_dtype", None or array-like, default="from_dtype"
        Columns to treat as nominal, besides those that are nominal by their type: names, positions
        or a boolean mask. ``"from_dtype"`` and None: no other columns.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Names of the attributes; defined only if X has names.
    """

    _allowed: ClassVar[Mapping[str, Constraint]]
    categorical_features: Any = "from_dtype"

    @abstractmethod
    def _written(self) -> Mapping[str, str]:
        """Return the attributes that the fitted model uses, with their kinds or forms."""

    def _to_fit(self, X: Any, y: Any) -> Table:
        """Check the parameters and the data, and return a table whose target has class codes."""
        self._check_params()
        X = collected(X)
        labels: Any = None if y is None else class_labels(y)
        if is_frame(X):
            frame_names(X)  # refuses two columns of one name
            validate_data(self, X, labels, skip_check_array=True)
            check_consistent_length(X, labels)
        else:
            X, labels = _checked_array(self, X, y=labels)
        if labels.dtype.kind != "U":
            check_classification_targets(labels)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if labels.dtype.kind == "U":  # Checking the codes of strings is faster than the strings.
            check_classification_targets(codes)
        table = self._attributes(X, fitting=True)
        levels = tuple(str(label) for label in self.classes_.tolist())
        target = Column(target_name(y), "nominal", codes.astype(np.int32), levels)
        return replace(table, target=target)

    def _take_table(self, table: Table) -> None:
        """Check the parameters and a table, and store its classes and names."""
        self._check_params()
        if table.target is None:
            raise DataError(f"{table.name} has no target to learn; name one with target=")
        self.classes_ = np.array(table.target.levels)
        self.feature_names_in_ = np.array(table.names, object)
        self.n_features_in_ = len(table.columns)

    def _check_params(self) -> None:
        check_params(type(self).__name__, vars(self), self._allowed)

    def _to_predict(self, X: Any) -> Table:
        check_is_fitted(self)
        if is_stored(X):
            used = self._written()
            return read_table(X, columns=list(used) or None, kinds=used)
        return self._attributes(as_in_fit(self, X), fitting=False)

    def _attributes(self, X: Any, fitting: bool) -> Table:
        names = self._names()
        if not is_frame(X):
            X = dict(zip(names, X.T, strict=True))
        if fitting:
            kinds: dict[str, Kind] = dict.fromkeys(self._categorical(names), "nominal")
            if isinstance(X, dict):
                return read_table(X, kinds=kinds, columns=names)
            table = read_table(X, kinds=kinds)
            return _warned(without_identifiers(table, keep=kinds), since=len(table.notes))
        used = self._written()
        if not used:
            return Table((), n_rows=len(next(iter(X.values())) if isinstance(X, dict) else X))
        return read_table(X, columns=list(used), kinds=used)

    def _names(self) -> list[str]:
        if hasattr(self, "feature_names_in_"):
            return [str(name) for name in self.feature_names_in_]
        return [f"x{number}" for number in range(self.n_features_in_)]

    def _categorical(self, names: list[str]) -> Iterable[str]:
        wanted = self.categorical_features
        if wanted is None or (isinstance(wanted, str) and wanted == "from_dtype"):
            return []
        wanted = np.atleast_1d(wanted)
        if wanted.dtype == bool and len(wanted) != len(names):
            raise DataError(
                f"categorical_features is a mask of length {len(wanted)} for {len(names)} columns; "
                "give one True or False for each column"
            )
        if wanted.dtype == bool:
            wanted = np.flatnonzero(wanted)
        known = names if wanted.dtype.kind in "UO" else range(len(names))
        for one in wanted.tolist():
            if one not in known:
                raise DataError(
                    f"categorical_features names {one!r}, which is not a column; "
                    "give names, positions from 0 or a mask"
                )
        chosen = [one if isinstance(one, str) else names[int(one)] for one in wanted.tolist()]
        return chosen

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        return tags


def as_in_fit(estimator: Any, X: Any) -> Any:
    """Return the rows, lazy frames collected; refuse them if they lack the columns of `fit`."""
    X = collected(X)
    if is_frame(X):
        frame_names(X)  # refuses two columns of one name
        validate_data(estimator, X, reset=False, skip_check_array=True)
        return X
    return _checked_array(estimator, X, reset=False)


def _checked_array(estimator: Any, X: Any, **how: Any) -> Any:
    """Return a checked array of numbers, or of objects if there is text; with `y` if given."""
    if isinstance(X, list | tuple) and np.asarray(X).dtype.kind == "U":
        X = np.array(X, dtype=object)
    if getattr(getattr(X, "dtype", None), "kind", "") in ("O", "U"):
        return validate_data(estimator, X, dtype=None, ensure_all_finite=False, **how)
    return validate_data(estimator, X, dtype=np.float64, ensure_all_finite="allow-nan", **how)


def _warned(table: Table, since: int) -> Table:
    """Issue the notes that were added to a table after it was read; reading issues its own."""
    for note in table.notes[since:]:
        warnings.warn(note, DataWarning, stacklevel=5)
    return table
