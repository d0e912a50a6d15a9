"""Short, readable if-then rules from tables, and what each of them promises about new rows."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from conjunct.writers import offer

if TYPE_CHECKING:
    from conjunct.data import read_table
    from conjunct.estimators import (
        CN2Classifier,
        KnopfClassifier,
        LayeredRuleClassifier,
        RipperClassifier,
        RuleFeatures,
        RuleTreeClassifier,
        ScoreCardClassifier,
        SeCoClassifier,
    )
    from conjunct.model import load_model, parse_rule

__version__ = "0.2.0"

__all__ = [
    "CN2Classifier",
    "KnopfClassifier",
    "LayeredRuleClassifier",
    "RipperClassifier",
    "RuleFeatures",
    "RuleTreeClassifier",
    "ScoreCardClassifier",
    "SeCoClassifier",
    "__version__",
    "load_model",
    "parse_rule",
    "read_table",
]

_HOMES = {
    "CN2Classifier": "conjunct.estimators",
    "KnopfClassifier": "conjunct.estimators",
    "LayeredRuleClassifier": "conjunct.estimators",
    "RipperClassifier": "conjunct.estimators",
    "RuleFeatures": "conjunct.estimators",
    "RuleTreeClassifier": "conjunct.estimators",
    "ScoreCardClassifier": "conjunct.estimators",
    "SeCoClassifier": "conjunct.estimators",
    "load_model": "conjunct.model",
    "parse_rule": "conjunct.model",
    "read_table": "conjunct.data",
}


_FORMATS = ("sql", "python", "pmml", "excel", "markdown", "latex", "model_card")


def _writer(name: str) -> Any:
    """Import the function that writes models in a format."""
    return getattr(import_module(f"conjunct.export.{name}"), f"to_{name}")


for _name in _FORMATS:
    offer(_name, partial(_writer, _name))
offer("refit", lambda: import_module("conjunct.estimators.refit").refit)


def __getattr__(name: str) -> Any:
    """Import public names when they are first used, so that ``conjunct --help`` starts at once."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'conjunct' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
