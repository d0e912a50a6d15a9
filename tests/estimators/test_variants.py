"""Objects that parameters take in place of a name, the same for every learner that has them."""

from __future__ import annotations

import json
import pickle
from dataclasses import fields, replace
from typing import Any

import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

import conjunct
from conjunct.cards import FixedRidge
from conjunct.choose import (
    GumbelCriterion,
    LayeredCriterion,
    LengthCriterion,
    NoGain,
    PayingRules,
    ProcessOriented,
    ProcessOrientedCriterion,
    Significance,
)
from conjunct.cover import IncrementalPruning
from conjunct.data import shipped_table
from conjunct.evaluate import Laplace, MEstimate
from conjunct.params import OneVariant, Variant
from conjunct.search import RefinementHeuristic
from conjunct.trees import (
    ChiSquarePruning,
    LayeredPruning,
    MdlPruning,
    PenaltyPruning,
    Pessimistic,
    ProcessOrientedPruning,
    ReducedErrorPruning,
    Significant,
    Splitting,
)

LEARNERS = [
    *(conjunct.CN2Classifier, conjunct.LayeredRuleClassifier, conjunct.SeCoClassifier),
    *(conjunct.RipperClassifier, conjunct.RuleTreeClassifier, conjunct.ScoreCardClassifier),
]
GIVEN: list[tuple[type[Any], dict[str, Any]]] = [
    (conjunct.CN2Classifier, {"stopping": NoGain()}),
    (conjunct.CN2Classifier, {"stopping": Significance(alpha=0.01)}),
    (conjunct.CN2Classifier, {"stopping": ProcessOriented("best", "mean", "versions", (1, 4))}),
    (conjunct.CN2Classifier, {"evaluation": MEstimate(4.0, prior=0.5)}),
    (conjunct.CN2Classifier, {"evaluation": Laplace(4.0)}),
    (conjunct.CN2Classifier, {"max_rules": PayingRules("quinlan", most=2)}),
    (conjunct.LayeredRuleClassifier, {"criterion": LayeredCriterion(patience=1)}),
    (conjunct.LayeredRuleClassifier, {"criterion": LengthCriterion(patience=1)}),
    (conjunct.LayeredRuleClassifier, {"criterion": ProcessOrientedCriterion((2.0, 5.0), 1)}),
    (conjunct.LayeredRuleClassifier, {"criterion": GumbelCriterion(1), "max_width": 2}),
    (conjunct.SeCoClassifier, {"refinement_heuristic": RefinementHeuristic("wra", "random")}),
    (conjunct.RipperClassifier, {"pruning": IncrementalPruning(folds=5, optimizations=1)}),
    (conjunct.RuleTreeClassifier, {"criterion": Splitting("accuracy", True, True)}),
    (conjunct.RuleTreeClassifier, {"pruning": ChiSquarePruning("cv")}),
    (conjunct.RuleTreeClassifier, {"pruning": PenaltyPruning(0.01)}),
    (conjunct.RuleTreeClassifier, {"pruning": ReducedErrorPruning(0.5)}),
    (conjunct.RuleTreeClassifier, {"pruning": ProcessOrientedPruning((2.0, 5.0))}),
    (conjunct.RuleTreeClassifier, {"pruning": LayeredPruning()}),
    (conjunct.RuleTreeClassifier, {"pruning": MdlPruning()}),
    (conjunct.ScoreCardClassifier, {"size": FixedRidge(2.0, size=3)}),
]
X = [[size, size % 3] for size in range(24)]
Y = ["large" if size > 15 else "small" for size in range(24)]


def named() -> list[Any]:
    """Return every name that stands for an object, with its learner and parameter."""
    return [
        pytest.param(learner, parameter, name, id=f"{learner.__name__}-{parameter}-{name}")
        for learner in LEARNERS
        for parameter, allowed in learner._allowed.items()
        if isinstance(allowed, OneVariant) and parameter != "evaluation"
        for name in allowed.variants
    ]


@pytest.mark.parametrize(("learner", "params"), GIVEN, ids=str)
def test_an_object_survives_cloning_pickling_and_typing(
    learner: type[Any], params: dict[str, Any]
) -> None:
    (value, *_) = params.values()
    assert eval(repr(value)) == value
    assert pickle.loads(pickle.dumps(value)) == value
    copy = clone(learner(**params))
    assert copy.get_params() == learner(**params).get_params()
    assert repr(copy) == repr(learner(**params))


@pytest.mark.parametrize(("learner", "params"), GIVEN, ids=str)
def test_a_model_keeps_the_object_in_its_settings(
    learner: type[Any], params: dict[str, Any]
) -> None:
    rules = learner(**params, promises=False).fit(X, Y).rules_
    (name, *_), (value, *_) = params.keys(), params.values()
    kept = json.loads(rules.to_json())["training"]
    assert eval(kept["settings"][name]) == value
    assert name in kept["changed"]
    assert conjunct.load_model(rules.to_json()).training == rules.training


@pytest.mark.parametrize(("learner", "parameter", "name"), named())
def test_a_name_learns_what_its_object_learns(
    learner: type[Any], parameter: str, name: str
) -> None:
    seed = {"random_state": 3} if "random_state" in learner().get_params() else {}
    few = {"max_width": 2} if learner is conjunct.LayeredRuleClassifier else {}
    by_name, by_object = (
        learner(**{parameter: value}, promises=False, **seed, **few)
        .fit_table(shipped_table())
        .rules_
        for value in (name, learner._allowed[parameter].variants[name])
    )
    assert list(by_name) == list(by_object)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Significance(alpha=0.0),
        lambda: ProcessOriented(rate="least"),
        lambda: ProcessOriented(form="sum"),
        lambda: ProcessOriented(count="rounds"),
        lambda: ProcessOriented(prior=(0, 1)),
        lambda: PayingRules("forsyth"),
        lambda: PayingRules(most=-1),
        lambda: LayeredCriterion(patience=0),
        lambda: LengthCriterion(patience=1.5),
        lambda: GumbelCriterion(patience=None),
        lambda: ProcessOrientedCriterion(prior=1.0),
        lambda: RefinementHeuristic(ties="first"),
        lambda: RefinementHeuristic("gini"),
        lambda: IncrementalPruning(folds=1),
        lambda: IncrementalPruning(optimizations=-1),
        lambda: Splitting("gini"),
        lambda: Splitting(binary=1),
        lambda: ChiSquarePruning("best"),
        lambda: PenaltyPruning(2.0),
        lambda: ReducedErrorPruning(0.95),
        lambda: ProcessOrientedPruning(prior=(1, 2, 3)),
        lambda: Pessimistic(cf=0.0),
        lambda: Significant(max_p_chance=2.0),
        lambda: FixedRidge(0.0),
        lambda: FixedRidge(size="big"),
    ],
)
def test_a_wrong_value_is_refused_when_the_object_is_made(make: Any) -> None:
    with pytest.raises(ValueError, match=r"The '\w+' parameter of \w+ must be .* Got .* instead"):
        make()


def test_every_field_of_an_object_says_what_it_may_be() -> None:
    kinds = [kind for kind in _subclasses(Variant) if kind.__module__.startswith("conjunct.")]
    assert len(kinds) > 15
    for kind in kinds:
        assert {one.name for one in fields(kind)} == set(kind._allowed), kind
        assert kind() == replace(kind()), kind


def test_objects_can_be_searched_over() -> None:
    grid = {"stopping": ["laplace", Significance(0.5), Significance(1e-9)]}
    found = GridSearchCV(conjunct.CN2Classifier(promises=False), grid, cv=2).fit(X * 2, Y * 2)
    scores = found.cv_results_["mean_test_score"]
    assert scores[1] > scores[2]  # no rule of 24 rows is that significant
    assert found.best_params_["stopping"] in grid["stopping"]


def test_more_patience_may_find_rules_of_wider_beams() -> None:
    table = shipped_table()
    hasty, patient = (
        conjunct.LayeredRuleClassifier(criterion=LayeredCriterion(patience), promises=False)
        .fit_table(table)
        .search_record_
        for patience in (1, 6)
    )
    assert sum(one.tried for one in hasty) < sum(one.tried for one in patient)


@pytest.mark.parametrize("measure", ["pfahringer", "quinlan", "complete"])
def test_rules_that_pay_can_be_limited_to_a_number(measure: Any) -> None:
    paying, limited = (
        conjunct.CN2Classifier(ordered=True, max_rules=limit, promises=False)
        .fit_table(shipped_table())
        .rules_
        for limit in (measure, PayingRules(measure, most=1))
    )
    assert len(limited) == 1 < len(paying)
    assert limited.rules == paying.rules[:1]


def _subclasses(kind: type[Any]) -> list[type[Any]]:
    below = kind.__subclasses__()
    return [*below, *(deeper for one in below for deeper in _subclasses(one))]
