"""Predictions and explanations of a classifier that has learned rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from conjunct.estimators.table_classifier import TableClassifier
from conjunct.model import Explanations, Rules
from conjunct.model.record import SearchRecord
from conjunct.types import AnyArray, Floats


class FittedRules(TableClassifier):
    """Base of the classifiers that decide by rules.

    Attributes
    ----------
    search_record_ : tuple of SearchRecord
        What was tried for each rule of ``rules_``.
    """

    rules_: Rules

    @property
    def search_record_(self) -> tuple[SearchRecord, ...]:
        """The search record of each rule."""
        return tuple(rule.search for rule in self.rules_)

    def _written(self) -> Mapping[str, str]:
        return self.rules_.written

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
        """Return the smoothed probability of every class for every row.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
            Columns are in the order of ``classes_``. Rows sum to 1, and the most probable class is
            the one that `predict` returns.
        """
        table = self._to_predict(X)
        return self.rules_.predict_proba(table)

    def _html_repr(self) -> str:
        """Return scikit-learn's diagram, and below it the learned rules."""
        diagram: str = super()._html_repr()
        rules = getattr(self, "rules_", None)
        return diagram if rules is None else f"{diagram}{rules._repr_html_()}"

    def explain(self, X: Any) -> Explanations[Any]:
        """Return, for every row, the rules that decided, with their conditions and its values.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        explanations : Explanations
            A sequence with one entry per row; prints as text.
        """
        table = self._to_predict(X)
        return self.rules_.explain(table)
