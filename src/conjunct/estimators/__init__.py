"""Classifiers and one transformer that follow scikit-learn's conventions."""

from conjunct.estimators.base import RuleClassifier
from conjunct.estimators.cn2 import CN2Classifier
from conjunct.estimators.knopf import KnopfClassifier
from conjunct.estimators.layered import LayeredRuleClassifier
from conjunct.estimators.ripper import RipperClassifier
from conjunct.estimators.rule_features import RuleFeatures
from conjunct.estimators.score_card import ScoreCardClassifier
from conjunct.estimators.seco import SeCoClassifier
from conjunct.estimators.tree import RuleTreeClassifier

__all__ = [
    "CN2Classifier",
    "KnopfClassifier",
    "LayeredRuleClassifier",
    "RipperClassifier",
    "RuleClassifier",
    "RuleFeatures",
    "RuleTreeClassifier",
    "ScoreCardClassifier",
    "SeCoClassifier",
]
