"""Shared parameters: declared, checked and described once, and visible in every learner."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import conjunct
from conjunct.estimators import RuleClassifier
from conjunct.estimators.instances import NearestItemsClassifier
from conjunct.estimators.shared_params import SHARED, described

LEARNERS = [
    one
    for one in (getattr(conjunct, name) for name in conjunct.__all__)
    if inspect.isclass(one) and issubclass(one, RuleClassifier)
]
ALL = [*LEARNERS, NearestItemsClassifier]


def listed(kind: type[Any]) -> list[tuple[str, str]]:
    """Return what the docstring lists as parameters: names, and kinds with defaults."""
    text = (inspect.getdoc(kind) or "").split("Attributes\n---")[0].replace("\\\n", "")
    found = re.findall(r"^(\w+(?:, \w+)*) : ((?:.|\n {8,})+)$", text, flags=re.MULTILINE)
    return [(name, how) for names, how in found for name in names.split(", ")]


@pytest.mark.parametrize("kind", ALL)
def test_every_parameter_is_described_once_with_its_default(kind: type[Any]) -> None:
    parameters = inspect.signature(kind).parameters
    assert sorted(name for name, _ in listed(kind)) == sorted(parameters)
    for name, how in listed(kind):
        default = repr(parameters[name].default).replace("'", '"')
        assert how.endswith(f"default={default}"), name


@pytest.mark.parametrize("kind", ALL)
def test_no_slot_is_left_in_a_docstring(kind: type[Any]) -> None:
    assert "%(" not in (kind.__doc__ or "")


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize(
    "wrong",
    [
        {"missing": "guess"},
        {"engine": "spark"},
        {"time_limit": 0},
        {"promises": "always"},
        {"hold_out": 1.0},
        {"confidence": 0.2},
        {"max_error": 2.0},
        {"conditions": ("<",)},
        {"max_conditions": 0},
        {"max_rules": -1},
        {"min_coverage": 0},
    ],
    ids=str,
)
def test_a_wrong_value_of_a_shared_parameter_is_refused(
    kind: type[Any], wrong: dict[str, Any]
) -> None:
    (name,) = wrong
    if name not in inspect.signature(kind).parameters:
        pytest.skip(f"{kind.__name__} has no {name}")
    with pytest.raises(ValueError, match=f"The '{name}' parameter of {kind.__name__} must be"):
        kind(**wrong).fit([[1], [2]], ["a", "b"])


def test_what_a_learner_says_itself_is_not_said_twice() -> None:
    class Own:
        """Learn.

        Parameters
        ----------
        n_jobs, missing : object
            Of its own kind.
        %(shared)s
        """

        def __init__(self, n_jobs: int = 1, missing: str = "fails", confidence: float = 0.9): ...

    text = described(Own) or ""
    assert re.findall(r"^ *(\w[\w, ]*) : ", text, flags=re.MULTILINE) == [
        "n_jobs, missing",
        "confidence",
    ]
    assert "confidence : float, default=0.9\n" in text
    Own.__doc__ = None
    assert described(Own) is None


def test_learners_agree_on_the_defaults_of_what_they_share() -> None:
    own = {"min_coverage", "max_conditions", "conditions"}  # of each algorithm
    for name in SHARED.keys() - own:
        defaults = {
            repr(inspect.signature(kind).parameters[name].default)
            for kind in LEARNERS
            if name in inspect.signature(kind).parameters
        }
        assert len(defaults) == 1, name


def test_no_learner_has_more_parameters_than_it_needs() -> None:
    most = {"ScoreCardClassifier": 22, "CN2Classifier": 19, "RuleTreeClassifier": 16}
    for kind in LEARNERS:
        assert len(inspect.signature(kind).parameters) <= most.get(kind.__name__, 18)
