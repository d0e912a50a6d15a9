"""scikit-learn's own checks, on every estimator that the package has."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from conjunct import estimators


def every_estimator() -> list[object]:
    """Return each without promises, which repeat the search six times, and one with them."""
    classes = [getattr(estimators, name) for name in estimators.__all__]
    fitting = [
        one
        for one in classes
        if inspect.isclass(one) and hasattr(one, "fit")
        if not inspect.isabstract(one)
    ]
    return [*map(without_promises, fitting), estimators.CN2Classifier()]


def without_promises(kind: Any) -> object:
    return kind(promises=False) if "promises" in inspect.signature(kind).parameters else kind()


def test_the_checks_find_the_estimators() -> None:
    assert "LayeredRuleClassifier" in {type(one).__name__ for one in every_estimator()}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(every_estimator())
def test_scikit_learn_check_passes(estimator: object, check: object) -> None:
    check(estimator)
