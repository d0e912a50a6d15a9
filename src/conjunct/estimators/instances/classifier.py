"""`NearestItemsClassifier`: a fixed number of retained rows, found by beam search."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any, Literal, Self

import numpy as np

from conjunct.choose import poe_error
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.instances.distance import Distance
from conjunct.estimators.instances.nearness import Nearness
from conjunct.estimators.instances.retained import RetainedItems
from conjunct.estimators.instances.subsets import Subset, best_subsets, subset_by_poe
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.table_classifier import TableClassifier
from conjunct.params import OneOf, Whole
from conjunct.types import AnyArray, Floats, Ints

FEWEST_ITEMS = 10


def usual_number_of_items(n_classes: int, n_rows: int) -> int:
    """Return the default number of retained rows: ten, or one per class if that is more.

    Examples
    --------
    >>> usual_number_of_items(2, 384), usual_number_of_items(19, 342), usual_number_of_items(2, 6)
    (10, 19, 6)
    """
    return min(max(FEWEST_ITEMS, n_classes), n_rows)


@with_parameters
class NearestItemsClassifier(TableClassifier):
    """Retain a few training rows, and give new rows the class of the most similar one.

    All models with the same `n_items` are equally complex. So a wider beam can only find rows that
    fit the training table better, not a more complex model, and the effect of more search on the
    error on new rows can be seen in isolation. The search extends subsets of rows one row at a
    time and keeps the `beam_width` best by the number of training errors, see
    `conjunct.estimators.instances.best_subsets`. Similar means near in squared Euclidean distance
    over scaled attributes, see `conjunct.estimators.instances.Distance`. Of equally near retained
    rows, the one with the lower number decides. Nothing is random.

    Parameters
    ----------
    n_items : int, "poe" or None, default=None
        Number of rows to retain. None takes 10, or one for each class if that is more, or all
        rows if there are fewer. ``"poe"`` adds rows as long as the expected error, given all
        subsets scored so far, falls (process-oriented evaluation); see
        `conjunct.estimators.instances.subset_by_poe`.
    beam_width : int, default=8
        Number of subsets that the search keeps.
    missing : {"differs", "value"}, default="differs"
        ``"differs"``: a missing cell differs as much as possible from every cell, even from
        another missing one. ``"value"``: it is a value of its own.

    Attributes
    ----------
    retained_ : RetainedItems
        The model: prints as a table, and ``retained_.to_frame()`` is a data frame.
    items_ : ndarray of int
        Positions of the retained rows in the training table, from 0, in increasing order.
    training_error_ : float
        Share of the training rows that get the wrong class.
    n_scored_ : int
        Number of candidates that the search scored.
    corrected_error_ : float
        The expected error of the best of that many candidates, see `conjunct.choose.poe_error`.
        The retained rows are training rows and get their own class, so it is still slightly too
        low if many rows are retained.

    References
    ----------
    J. R. Quinlan and R. M. Cameron-Jones (1995), Oversearching and layered search in empirical
    learning, section 5. P. Domingos (1998), A process-oriented heuristic for model selection,
    section 6. D. W. Aha, D. Kibler and M. K. Albert (1991), Instance-based learning
    algorithms.

    Examples
    --------
    >>> from conjunct.estimators.instances import NearestItemsClassifier
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20]]
    >>> y = ["low", "low", "low", "high", "high", "high"]
    >>> model = NearestItemsClassifier(n_items=3).fit(X, y)
    >>> print(model.retained_)
    row  x0  x1  class  decides  wrong
      0   1  20  low          3      0
      3   4  10  high         2      0
      5   6  20  high         1      0
    3 of 6 rows retained: each row gets the class of the nearest of them.
    >>> model.predict([[2.5, 20], [9, 9]])
    array(['low', 'high'], dtype='<U4')
    >>> NearestItemsClassifier(n_items=7).fit(X, y)
    Traceback (most recent call last):
        ...
    conjunct.errors.DataError: n_items is 7, more than there are rows (n_samples=6); retain fewer
    """

    n_items: int | Literal["poe"] | None = parameter(
        default=None, allowed=Whole(1, optional=True, words=("poe",)), kw_only=False
    )
    beam_width: int = parameter(default=8, allowed=Whole(1))
    missing: Literal["differs", "value"] = parameter(
        default="differs", allowed=OneOf(("differs", "value"))
    )

    def fit(self, X: Any, y: Any) -> Self:
        """Choose the rows to retain.

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
        return self._retain(self._to_fit(X, y))

    def fit_table(self, table: Table) -> Self:
        """Choose the rows to retain from a table made by `read_table`.

        Parameters
        ----------
        table : Table
            A table with a target.

        Returns
        -------
        self
        """
        self._take_table(table)
        return self._retain(table)

    def _retain(self, table: Table) -> Self:
        distance = Distance.of(table, self.missing)
        nearness = Nearness.of(table, distance)
        found = self._search(nearness)
        classes = tuple(self.classes_.tolist())
        self.retained_ = RetainedItems.of(table, found.rows, distance, classes)
        self.items_ = found.rows
        self.training_error_ = found.errors / table.n_rows
        self.n_scored_ = found.scored
        self.corrected_error_ = float(poe_error(table.n_rows, found.errors, found.scored))
        return self

    def _search(self, nearness: Nearness) -> Subset:
        if self.n_items == "poe":
            return subset_by_poe(nearness, self.beam_width, nearness.n_rows)
        (found,) = best_subsets(nearness, self._size(nearness.n_rows), [self.beam_width])
        return found

    def _size(self, n_rows: int) -> int:
        if not isinstance(self.n_items, Integral):
            return usual_number_of_items(len(self.classes_), n_rows)
        if self.n_items > n_rows:
            raise DataError(
                f"n_items is {self.n_items}, more than there are rows (n_samples={n_rows}); "
                "retain fewer"
            )
        return int(self.n_items)

    def _written(self) -> Mapping[str, str]:
        return {c.name: c.form or c.kind for c in self.retained_.table.columns}

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
        return np.asarray(self.classes_[self.retained_.heads[self.retained_.nearest(table)]])

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
            the one that `predict` returns. The probabilities come from the class counts, each plus
            one, of the training rows that the same retained row decides.
        """
        table = self._to_predict(X)
        return self.retained_.predict_proba(table)

    def nearest_items(self, X: Any) -> Ints:
        """Return, for every row, the position of the retained training row that decides.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        rows : ndarray of shape (n_rows,)
            Entries of ``items_``.
        """
        table = self._to_predict(X)
        return np.asarray(self.items_[self.retained_.nearest(table)])
