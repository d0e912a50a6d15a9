"""Parameters as fields: declared once, in base classes where they are shared, and visible."""

from __future__ import annotations

import inspect
import pickle
from typing import Any, ClassVar, get_type_hints

import pytest
from sklearn.base import BaseEstimator, clone

import conjunct
from conjunct.estimators import RuleClassifier
from conjunct.estimators.covering import LimitedCoveringClassifier
from conjunct.estimators.instances import NearestItemsClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.params import Whole

LEARNERS = [
    one
    for one in (getattr(conjunct, name) for name in conjunct.__all__)
    if inspect.isclass(one) and issubclass(one, RuleClassifier)
]
ALL = [*LEARNERS, NearestItemsClassifier, conjunct.RuleFeatures]
SHARED = inspect.signature(RuleClassifier).parameters
MOST_OWN = 12


def own_parameters(kind: type[Any]) -> list[str]:
    """Return the parameters of a constructor besides the ones that every learner of rules has."""
    return [name for name in inspect.signature(kind).parameters if name not in SHARED]


@with_parameters
class Grandparent(BaseEstimator):
    first: int = parameter(default=1, allowed=Whole(1))
    second: str = "b"


class Parent(Grandparent):
    state: int = 0
    """No parameter, as the class does not ask for it."""


@with_parameters
class Child(Parent):
    third: str = parameter(default="c", kw_only=False)
    first: int = 2
    fourth: float = parameter(default=0.5)
    known: ClassVar[int] = 7


def test_there_are_learners() -> None:
    assert len(LEARNERS) == 7


def test_own_parameters_come_first_and_those_of_base_classes_follow() -> None:
    assert list(inspect.signature(Child).parameters) == ["third", "first", "fourth", "second"]
    assert str(inspect.signature(Child.__init__)) == (
        "(self, third: str = 'c', *, first: int = 2, fourth: float = 0.5, second: str = 'b')"
    )


def test_the_constructor_takes_what_its_signature_shows() -> None:
    made = Child("x", first=3, second="y")
    assert vars(made) == {"third": "x", "first": 3, "fourth": 0.5, "second": "y"}
    assert repr(made) == "Child(first=3, second='y', third='x')"
    with pytest.raises(TypeError, match="positional argument"):
        Child("x", 3)  # type: ignore[misc]
    with pytest.raises(TypeError, match="unexpected keyword argument 'state'"):
        Child(state=1)  # type: ignore[call-arg]


def test_another_default_leaves_what_is_allowed() -> None:
    assert Child._allowed == {"first": Whole(1)}
    assert Grandparent().first == 1
    assert Child().first == 2


def test_estimators_stay_objects_of_their_own() -> None:
    one, other = Child(), Child()
    assert one != other
    assert len({one, other}) == 2


def test_a_class_below_may_add_parameters_to_one_that_takes_a_position() -> None:
    @with_parameters
    class Grandchild(Child):
        fifth: int = 5

    assert list(inspect.signature(Grandchild).parameters)[:2] == ["third", "fifth"]
    assert Grandchild("x", fifth=6).fifth == 6


@pytest.mark.parametrize("kind", ALL)
def test_a_constructor_shows_types_and_not_their_names(kind: type[Any]) -> None:
    parameters = inspect.signature(kind).parameters
    assert get_type_hints(kind.__init__).keys() - {"return"} == parameters.keys()
    assert not any(isinstance(one.annotation, str) for one in parameters.values())


@pytest.mark.parametrize("kind", ALL)
def test_copies_have_the_same_parameters(kind: type[Any]) -> None:
    names = inspect.signature(kind).parameters
    made = kind(**{name: object() for name in names})
    assert made.get_params(deep=False) == vars(made)
    assert vars(clone(kind())) == vars(pickle.loads(pickle.dumps(kind()))) == vars(kind())
    assert kind().set_params(**vars(made)).get_params(deep=False) == vars(made)
    assert repr(kind()) == f"{kind.__name__}()"


@pytest.mark.parametrize("kind", LEARNERS)
def test_a_constructor_has_at_most_twelve_parameters_besides_those_of_all(kind: type[Any]) -> None:
    assert len(own_parameters(kind)) <= MOST_OWN


@pytest.mark.parametrize("kind", LEARNERS)
def test_own_parameters_stand_before_those_of_all(kind: type[Any]) -> None:
    names = list(inspect.signature(kind).parameters)
    assert names[-len(SHARED) :] == list(SHARED)


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("name", SHARED)
def test_learners_agree_on_what_all_of_them_share(kind: type[Any], name: str) -> None:
    assert inspect.signature(kind).parameters[name] == SHARED[name]
    assert kind._allowed.get(name) == RuleClassifier._allowed.get(name)


def test_covering_learners_agree_on_their_limits() -> None:
    kinds = [kind for kind in LEARNERS if issubclass(kind, LimitedCoveringClassifier)]
    assert len(kinds) == 3
    for name in ("max_rules", "max_conditions", "min_coverage", "max_error"):
        assert len({str(inspect.signature(kind).parameters[name]) for kind in kinds}) == 1


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize(
    "wrong",
    [
        {"missing": "guess"},
        {"engine": "spark"},
        {"time_limit": 0},
        {"memory_limit": "much"},
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
