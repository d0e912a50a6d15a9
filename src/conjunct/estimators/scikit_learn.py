"""Base classes of scikit-learn.

Scikit-learn has no types. A class with an untyped base may take any argument, as far as a type
checker can know, and a misspelt parameter would pass. So the stub file beside this one has types.
"""

from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, TransformerMixin
from sklearn.callback import CallbackSupportMixin

__all__ = [
    "BaseEstimator",
    "CallbackSupportMixin",
    "ClassifierMixin",
    "MetaEstimatorMixin",
    "TransformerMixin",
]
