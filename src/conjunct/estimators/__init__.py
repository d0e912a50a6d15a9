"""Classifiers with scikit-learn's contract."""

from conjunct.estimators.base import RuleClassifier
from conjunct.estimators.layered import LayeredRuleClassifier

__all__ = ["LayeredRuleClassifier", "RuleClassifier"]
