"""What every classifier shares: frames and arrays in, as tables, and scikit-learn's contract."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.callback import CallbackSupportMixin, with_callbacks
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from conjunct.count import CountingEngine
from conjunct.count.engines import ENGINES, make_engine, timed_choice
from conjunct.data import Column, Kind, Table, read_table
from conjunct.data.frame import is_frame
from conjunct.data.learnable import without_identifiers
from conjunct.encode import CodedTable
from conjunct.errors import DataError, DataWarning
from conjunct.model import Explanations, Rule, Rules
from conjunct.model.condition import Missing
from conjunct.params import Constraint, NamedOr, check_params
from conjunct.types import AnyArray, Floats

Progress = Callable[[float], None]
TICKS = 100
A_ENGINE = NamedOr(ENGINES, "a function that makes an engine from coded rows", types=True)


class TableClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Base of all classifiers: turns what `fit` and `predict` get into tables."""

    _allowed: ClassVar[dict[str, Constraint]] = {}
    categorical_features: Any

    @abstractmethod
    def _kinds(self) -> Mapping[str, Kind]:
        """Return the attributes that the fitted model looks at, with their kinds."""

    def _to_fit(self, X: Any, y: Any) -> Table:
        """Check parameters and data, and return them as a table; its target holds class codes."""
        self._check_params()
        if is_frame(X):
            validate_data(self, X, skip_check_array=True)
            y = column_or_1d(y, warn=True)
        else:
            X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
        if y.dtype.kind != "U":
            check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if y.dtype.kind == "U":  # The codes of texts are checked in less time than the texts.
            check_classification_targets(codes)
        table = self._attributes(X, fitting=True)
        if table.n_rows != len(codes):
            raise DataError(
                f"X has {table.n_rows} rows, but y has {len(codes)}; give one class for each row"
            )
        levels = tuple(str(label) for label in self.classes_.tolist())
        target = Column("class", "nominal", codes.astype(np.int32), levels)
        return replace(table, target=target)

    def _take_table(self, table: Table) -> None:
        """Check parameters and table, and take its classes and names as the fitted ones."""
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
        return self._attributes(as_in_fit(self, X), fitting=False)

    def _attributes(self, X: Any, fitting: bool) -> Table:
        names = self._names()
        if not is_frame(X):
            X = dict(zip(names, X.T, strict=True))
        if fitting:
            kinds: dict[str, Kind] = dict.fromkeys(self._categorical(names), "nominal")
            if isinstance(X, dict):
                return read_table(X, kinds=kinds, columns=names)
            return _warned(without_identifiers(read_table(X, kinds=kinds), keep=kinds))
        used = self._kinds()
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
                f"categorical_features is a mask of {len(wanted)} for {len(names)} columns; "
                "give one True or False for each column"
            )
        if wanted.dtype == bool:
            wanted = np.flatnonzero(wanted)
        known = names if wanted.dtype.kind in "UO" else range(len(names))
        for one in wanted.tolist():
            if one not in known:
                raise DataError(
                    f"categorical_features names {one!r}, which is not a column; "
                    "give names, numbers from 0 or a mask"
                )
        chosen = [one if isinstance(one, str) else names[int(one)] for one in wanted.tolist()]
        return chosen

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


class RuleClassifier(CallbackSupportMixin, TableClassifier):
    """Base of the classifiers that learn rules from a table."""

    missing: Missing
    engine: Any
    n_jobs: int | None
    rules_: Rules

    @abstractmethod
    def _learn(self, table: Table, progress: Progress) -> None:
        """Learn `rules_` from a table with a target; `progress` takes the share of work done."""

    @with_callbacks  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any) -> Self:
        """Learn rules.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            A pandas, polars or Arrow frame with numeric, categorical, text and boolean columns,
            or an array of numbers. Missing cells are allowed.
        y : array of shape (n_rows,)
            The classes.

        Returns
        -------
        self
        """
        return self._fit_in_callbacks(self._to_fit(X, y), X, y)

    def fit_table(self, table: Table, progress: Progress | None = None) -> Self:
        """Learn rules from a table that `read_table` made, target included.

        Parameters
        ----------
        table : Table
            With a target.
        progress : callable or None
            Called with the share of the work done, between 0 and 1.

        Returns
        -------
        self
        """
        self._take_table(table)
        with timed_choice(self.engine):
            self._learn(table, progress or (lambda share: None))
        return self

    def _engine(self, coded: CodedTable) -> CountingEngine:
        return make_engine(self.engine, coded, effective_n_jobs(self.n_jobs))

    def _theory(
        self,
        kind: type[Rules],
        rules: Sequence[Rule],
        default: int,
        counts: AnyArray,
        table: Table,
        **more: Any,
    ) -> Rules:
        """Put learned rules and the facts of their table together, and keep their records.

        What a kind of theory has besides, such as the base points of a score card, is `more`.
        """
        self.search_record_ = tuple(rule.search for rule in rules)
        used = {name for rule in rules for name in rule.attributes}
        return kind(
            rules=tuple(rules),
            classes=tuple(self.classes_.tolist()),
            default=default,
            class_counts=tuple(counts.tolist()),
            kinds={column.name: column.kind for column in table.columns if column.name in used},
            missing=self.missing,
            target=table.target.name if table.target else "class",
            n_rows=table.n_rows,
            notes=table.notes,
            **more,
        )

    def _kinds(self) -> Mapping[str, Kind]:
        return {name: self.rules_.kinds[name] for name in self.rules_.attributes}

    def _fit_in_callbacks(self, table: Table, X: Any, y: Any, **given: Any) -> Self:
        root = self._init_callback_context(max_subtasks=TICKS)
        root.call_on_fit_task_begin(estimator=self, X=X, y=y)
        ticked = 0
        # Without callbacks nobody sees a tick, and a hundred of them take longer than a small fit.
        n_ticks = TICKS if getattr(self, "_skl_callbacks", None) else 0

        def progress(share: float) -> None:
            nonlocal ticked
            while ticked < int(share * n_ticks):
                ticked += 1
                tick = root.subcontext(task_name="rows covered")
                tick.call_on_fit_task_begin(estimator=self, X=X, y=y)
                tick.call_on_fit_task_end(estimator=self, X=X, y=y)

        with timed_choice(self.engine):
            self._learn(table, progress, **given)
        progress(1.0)
        root.call_on_fit_task_end(estimator=self, X=X, y=y, reconstruction_attributes={})
        return self

    def predict(self, X: Any) -> AnyArray:
        """Return the class of every row.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        labels : ndarray of shape (n_rows,)
        """
        table = self._to_predict(X)
        return np.asarray(self.classes_[self.rules_.decide(table)])

    def predict_proba(self, X: Any) -> Floats:
        """Return the probability of every class for every row, smoothed.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
            Columns in the order of ``classes_``; rows sum to 1; the largest is what `predict`
            says.
        """
        table = self._to_predict(X)
        return self.rules_.predict_proba(table)

    def explain(self, X: Any) -> Explanations[Any]:
        """Return for every row what decided: rules, and their conditions with the row's values.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        explanations : Explanations
            A sequence, one entry a row; prints as text.
        """
        table = self._to_predict(X)
        return self.rules_.explain(table)


def as_in_fit(estimator: Any, X: Any) -> Any:
    """Refuse rows that do not have the columns of `fit`; arrays become arrays of numbers."""
    if is_frame(X):
        validate_data(estimator, X, reset=False, skip_check_array=True)
        return X
    return validate_data(estimator, X, reset=False, dtype=np.float64, ensure_all_finite="allow-nan")


def _warned(table: Table) -> Table:
    for note in table.notes:
        warnings.warn(note, DataWarning, stacklevel=5)
    return table
