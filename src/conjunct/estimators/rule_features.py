"""`RuleFeatures`: rules as columns of zeros and ones, for a model that weights them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from conjunct.data import Table
from conjunct.errors import ModelError
from conjunct.estimators.layered import LayeredRuleClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.scikit_learn import BaseEstimator, MetaEstimatorMixin, TransformerMixin
from conjunct.estimators.table_classifier import as_in_fit
from conjunct.model import Rules
from conjunct.params import Constraint, OneOf, check_params
from conjunct.types import AnyArray, Floats


@with_parameters
class RuleFeatures(MetaEstimatorMixin, TransformerMixin, BaseEstimator):
    """Turn rows into one column of zeros and ones for each rule: 1 if its body holds.

    Before a linear classifier this gives weighted rules. All rules that hold then contribute with
    their weights, and the heads of the rules are ignored. A body counts whenever it holds, even if
    an earlier rule of a list would have decided.

    Parameters
    ----------
    estimator : rule learner or None, default=None
        A learner of this package with ``rules_`` or ``to_rules()``; None means
        ``LayeredRuleClassifier()``.
    prefit : bool, default=False
        Whether the estimator is fitted already and used as it is. Otherwise a clone of it is
        fitted, and `y` is needed.
    sparse_output : bool, default=False
        Whether to return a sparse array in CSR format. `set_output` needs dense arrays.

    Attributes
    ----------
    estimator_ : estimator
        The fitted learner.
    rules_ : RuleList, RuleSet or ScoreCard
        Its rules, in the order of the columns.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Names of the attributes, if X has names.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from conjunct import RuleFeatures
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20]]
    >>> y = ["low", "low", "low", "high", "high", "high"]
    >>> features = RuleFeatures().fit(X, y)
    >>> features.get_feature_names_out()
    array(['x0 ≤ 3', 'x0 > 3'], dtype=object)
    >>> features.transform([[2.5, 10], [9, 9]])
    array([[1., 0.],
           [0., 1.]])
    >>> model = make_pipeline(RuleFeatures(), LogisticRegression(solver="newton-cg"))
    >>> model.fit(X, y).predict([[2.5, 10], [9, 9]])
    array(['low', 'high'], dtype='<U4')
    >>> model[-1].coef_.round(2)
    array([[ 0.88, -0.88]])
    """

    _allowed: ClassVar[Mapping[str, Constraint]]
    estimator: Any = parameter(default=None, kw_only=False)
    prefit: bool = parameter(default=False, allowed=OneOf((False, True)))
    sparse_output: bool = parameter(default=False, allowed=OneOf((False, True)))

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn the rules, or take those of the fitted estimator.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in the `fit` of the estimator.
        y : array of shape (n_rows,)
            The classes; ignored if `prefit`.
        sample_weight : array of shape (n_rows,), optional
            How much each row counts for the estimator.

        Returns
        -------
        self
        """
        check_params(type(self).__name__, self.get_params(deep=False), self._allowed)
        if self.prefit:
            check_is_fitted(self.estimator)
            learner = deepcopy(self.estimator)
            rules_of(learner)
            learner._to_predict(X)
        else:
            unfitted = self.estimator or LayeredRuleClassifier(promises=False)
            weights = {} if sample_weight is None else {"sample_weight": sample_weight}
            learner = clone(unfitted).fit(X, y, **weights)
            rules_of(learner)
        validate_data(self, X, skip_check_array=True)
        self.estimator_ = learner
        return self

    @property
    def rules_(self) -> Rules:
        """The rules, in the order of the columns."""
        return rules_of(self._learner())

    def transform(self, X: Any) -> Any:
        """Return, for every row, which bodies hold.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        columns : array of shape (n_rows, n_rules)
            Zeros and ones as floats; a frame after ``set_output``, a sparse array with
            `sparse_output`.
        """
        learner, rules = self._learner(), self.rules_
        if hasattr(self, "estimator_"):
            X = as_in_fit(self, X)
        table = learner._to_predict(X)
        return sparse_columns(rules, table) if self.sparse_output else rule_columns(rules, table)

    def get_feature_names_out(self, input_features: Any = None) -> AnyArray:
        """Return the bodies of the rules as column names; repeated bodies are numbered.

        Parameters
        ----------
        input_features : array of str or None, default=None
            Only checked against the names seen in `fit`.

        Returns
        -------
        names : ndarray of str
        """
        self._learner()
        _check_feature_names_in(self, input_features, generate_names=False)
        return np.array(body_names(self.rules_), dtype=object)

    def _learner(self) -> Any:
        """Return the fitted learner; with `prefit` this needs no call of `fit`."""
        check_is_fitted(self)
        if hasattr(self, "estimator_"):
            return self.estimator_
        check_is_fitted(self.estimator)
        return self.estimator

    def __sklearn_is_fitted__(self) -> bool:
        return self.prefit or hasattr(self, "estimator_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.target_tags.required = not self.prefit
        return tags


def rules_of(learner: Any) -> Rules:
    """Return the rules of a fitted learner, or its model converted to rules.

    Parameters
    ----------
    learner : fitted estimator
        A learner with ``rules_`` or ``to_rules()``.
    """
    rules = getattr(learner, "rules_", None)
    if rules is None and hasattr(learner, "to_rules"):
        rules = learner.to_rules()
    if not isinstance(rules, Rules):
        raise ModelError(
            f"{type(learner).__name__} has neither rules_ nor to_rules(); "
            "give RuleFeatures a rule learner, such as LayeredRuleClassifier()"
        )
    return rules


def body_names(rules: Rules) -> list[str]:
    """Return the bodies as unique names: a repeated body gets a number.

    Parameters
    ----------
    rules : Rules
        The rules; two classes may have a rule with the same body.
    """
    seen: Counter[str] = Counter()
    names = []
    for rule in rules:
        seen[rule.body] += 1
        again = seen[rule.body] > 1
        names.append(f"{rule.body} ({seen[rule.body]})" if again else rule.body)
    return names


def rule_columns(rules: Rules, table: Table) -> Floats:
    """Return one column of zeros and ones for each rule.

    Parameters
    ----------
    rules : Rules
    table : Table
        A table with the attributes that the rules use.
    """
    columns = np.zeros((table.n_rows, len(rules)))
    for place, holds in enumerate(rules.covers(table)):
        columns[:, place] = holds
    return columns


def sparse_columns(rules: Rules, table: Table) -> Any:
    """Return the same columns as a sparse CSR array, without making a dense one."""
    held = [np.flatnonzero(holds).astype(np.int32) for holds in rules.covers(table)]
    ends = np.cumsum([0, *map(len, held)], dtype=np.int32)
    rows = np.concatenate(held) if held else np.empty(0, np.int32)
    shape = (table.n_rows, len(rules))
    return sparse.csc_array((np.ones(len(rows)), rows, ends), shape=shape).tocsr()
