"""Classifiers and one transformer that follow scikit-learn's conventions."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "CN2Classifier": "cn2",
    "KnopfClassifier": "knopf",
    "LayeredRuleClassifier": "layered",
    "RipperClassifier": "ripper",
    "RuleClassifier": "base",
    "RuleFeatures": "rule_features",
    "RuleTreeClassifier": "tree",
    "ScoreCardClassifier": "score_card",
    "SeCoClassifier": "seco",
}


def __getattr__(name: str) -> Any:
    """Import an estimator when it is first used: a command needs only one of them."""
    if name in _HOMES:
        return getattr(import_module(f"conjunct.estimators.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'conjunct.estimators' has no attribute {name!r}")
