"""Learned heuristics: the same numbers as scikit-learn's, equal scores for equal counts, JSON."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression
from sklearn.neural_network import MLPRegressor

from conjunct.errors import ModelError
from conjunct.evaluate import (
    FEATURES,
    Layer,
    LearnedHeuristic,
    Training,
    as_heuristic,
    correlation,
    of_length,
    rule_features,
    shipped_heuristic,
)
from conjunct.evaluate.features import KNOWN_FEATURES

RNG = np.random.default_rng(0)
EVERY = tuple(name for name in KNOWN_FEATURES if name != "length")


def random_layers(sizes, scale=1.0):
    pairs = pairwise(sizes)
    return tuple(
        Layer.of(scale * RNG.normal(size=pair), scale * RNG.normal(size=pair[1])) for pair in pairs
    )


def plain_score(learned, p, n, P, N, length=None):
    """The slow twin: all features of one rule, then one layer after the other."""
    values = rule_features(p, n, P, N, learned.features, length).tolist()
    for number, (weights, intercepts) in enumerate(learned.layers):
        if number:
            values = [1 / (1 + np.exp(-value)) for value in values]
        values = [
            sum(value * row[output] for value, row in zip(values, weights, strict=True)) + intercept
            for output, intercept in enumerate(intercepts)
        ]
    return values


LINEAR = LearnedHeuristic("precision", random_layers((8, 1), 0.01))
NETWORK = LearnedHeuristic("final precision", random_layers((12, 5, 1), 0.01), EVERY)
COVERAGE = LearnedHeuristic("coverage", random_layers((8, 2), 0.01), classic="correlation")


@st.composite
def problems(draw):
    P, N = draw(st.integers(1, 300)), draw(st.integers(0, 300))
    rules = st.tuples(st.integers(1, P), st.integers(0, N))
    p, n = np.array(draw(st.lists(rules, min_size=1, max_size=40))).T
    return p, n, P, N


@given(problems())
@pytest.mark.parametrize("learned", [LINEAR, NETWORK], ids=["linear", "network"])
def test_scores_are_those_of_the_plain_sums(learned, problem):
    p, n, P, N = problem
    expected = [plain_score(learned, *rule, P, N)[0] for rule in zip(p, n, strict=True)]
    np.testing.assert_allclose(learned(p, n, P, N), expected, rtol=1e-12, atol=1e-12)


WITH_LENGTH = {
    "linear": LearnedHeuristic("precision", random_layers((3, 1)), ("n/N", "length", "p/P")),
    "network": LearnedHeuristic(
        "final precision", random_layers((13, 4, 1), 0.1), (*EVERY, "length")
    ),
}


@given(problems(), st.integers(1, 20))
@pytest.mark.parametrize("learned", WITH_LENGTH.values(), ids=WITH_LENGTH)
def test_a_length_is_scored_as_one_more_feature(learned, problem, length):
    p, n, P, N = problem
    expected = [plain_score(learned, *rule, P, N, length)[0] for rule in zip(p, n, strict=True)]
    scores = learned.of_length(length)(p, n, P, N)
    np.testing.assert_allclose(scores, expected, rtol=1e-9, atol=1e-12)


def test_a_heuristic_that_reads_the_length_needs_one():
    with pytest.raises(ModelError, match=r"reads the length of rules; take of_length\(length\)"):
        WITH_LENGTH["linear"](np.array([1]), np.array([0]), 2, 2)
    with pytest.raises(ModelError, match="'length' needs the number of conditions"):
        rule_features(1, 0, 2, 2, ("p", "length"))


def test_the_length_changes_nothing_for_other_heuristics():
    assert LINEAR.of_length(3) is LINEAR
    assert of_length(as_heuristic("wra"), 3) is as_heuristic("wra")
    longer, shorter = (of_length(WITH_LENGTH["linear"], length) for length in (1, 2))
    assert longer != shorter


@given(problems())
@settings(max_examples=50)
def test_predicted_coverage_stays_within_the_problem_and_is_scored_by_the_classic(problem):
    p, n, P, N = problem
    predicted = np.array([plain_score(COVERAGE, *rule, P, N) for rule in zip(p, n, strict=True)])
    expected = correlation(*np.clip(predicted, 0, (P, N)).T, P, N)
    np.testing.assert_allclose(COVERAGE(p, n, P, N), expected, rtol=1e-9, atol=1e-9)


@given(problems())
@pytest.mark.parametrize("learned", [LINEAR, NETWORK, COVERAGE], ids=["linear", "net", "coverage"])
def test_a_score_does_not_depend_on_what_stands_beside_it(learned, problem):
    p, n, P, N = problem
    alone = [float(learned(p[i : i + 1], n[i : i + 1], P, N)[0]) for i in range(len(p))]
    assert learned(p, n, P, N).tolist() == alone


def test_a_rule_that_covers_nothing_is_the_worst():
    assert NETWORK(np.array([0, 1]), np.array([0, 50]), 50, 50)[0] == -np.inf
    assert np.isfinite(LINEAR(np.array([3]), np.array([0]), 3, 0)).all()


@pytest.fixture(scope="module")
def rules():
    P, N = RNG.integers(1, 500, 400), RNG.integers(1, 500, 400)
    return RNG.integers(1, P + 1), RNG.integers(0, N + 1), P, N


def scored(learned, rules):
    return np.array(
        [learned(np.array([p]), np.array([n]), P, N)[0] for p, n, P, N in np.array(rules).T]
    )


def test_a_linear_regression_of_scikit_learn_scores_the_same(rules):
    model = LinearRegression().fit(rule_features(*rules), RNG.random(400))
    learned = LearnedHeuristic("precision", (Layer.of(model.coef_[:, None], [model.intercept_]),))
    expected = model.predict(rule_features(*rules))
    np.testing.assert_allclose(scored(learned, rules), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("nodes", [1, 5, 10])
def test_a_network_of_scikit_learn_scores_the_same(rules, nodes):
    model = MLPRegressor(
        hidden_layer_sizes=(nodes,), activation="logistic", solver="lbfgs", max_iter=1000, tol=0.1
    )
    inputs = rule_features(*rules) / 500
    model.fit(inputs, RNG.random(400))
    first, second = map(Layer.of, model.coefs_, model.intercepts_)
    learned = LearnedHeuristic(
        "precision", (Layer.of(np.array(first.weights) / 500, first.intercepts), second)
    )
    np.testing.assert_allclose(scored(learned, rules), model.predict(inputs), rtol=0, atol=1e-12)


def test_the_formula_reads_as_in_the_paper():
    weights = [0.0001, 0.0001, 0.7485, -0.0001, -0.0009, 0.165, 0.0, 0.3863]
    learned = LearnedHeuristic("precision", (Layer.of(np.array(weights)[:, None], [0.0267]),))
    assert learned.formula() == (
        "h = 0.0001 · P + 0.0001 · N + 0.7485 · P/(P+N) − 0.0001 · p − 0.0009 · n + 0.165 · p/P "
        "+ 0 · n/N + 0.3863 · p/(p+n) + 0.0267"
    )


def test_the_formula_of_a_network_names_its_nodes():
    layers = (Layer(((1.0, -2.0),), (0.5, 0.0)), Layer(((3.0,), (-4.0,)), (-1.0,)))
    learned = LearnedHeuristic("precision", layers, ("p/P",))
    assert learned.formula() == "h = 3 · σ(1 · p/P + 0.5) − 4 · σ(−2 · p/P + 0) − 1"


def test_the_formula_of_coverage_has_three_lines():
    learned = LearnedHeuristic("coverage", (Layer(((2.0, 0.0),), (0.0, 1.0)),), ("p",), "wra")
    assert learned.formula() == "p̂ = 2 · p + 0\nn̂ = 0 · p + 1\nh = wra(p̂, n̂, P, N)"


@pytest.mark.parametrize("learned", [LINEAR, NETWORK, COVERAGE, WITH_LENGTH["network"]])
def test_saved_and_loaded_is_the_same(learned, tmp_path):
    learned = replace(learned, training=Training("made up", ("a", "b"), 7, 0.25))
    learned.save(tmp_path / "mine.json")
    loaded = LearnedHeuristic.load(tmp_path / "mine.json")
    assert loaded == learned
    assert as_heuristic(str(tmp_path / "mine.json")) == learned
    assert pickle.loads(pickle.dumps(learned)) == learned


def test_the_shipped_heuristic_goes_by_its_name():
    learned = as_heuristic("learned")
    assert learned == shipped_heuristic("learned")
    assert learned.training.examples > 50_000
    assert len(learned.training.tables) >= 25
    assert "final precision" in repr(learned)
    assert len(repr(learned)) < 250


def changed(**fields):
    return json.dumps({**json.loads(LINEAR.to_json()), **fields})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "it is not JSON: "),
        ("[]", "its format is not 'conjunct-heuristic'"),
        (changed(format="rules"), "its format is not 'conjunct-heuristic'"),
        (changed(version=2), "this Conjunct reads version 1, not 2"),
        (changed(more=1), "more is not a field of this format"),
        (changed(**{"mo\nre": 1}), r"'mo\nre' is not a field of this format"),
        (
            changed(target="gain"),
            "target must be one of 'precision', 'final precision', 'coverage'",
        ),
        (changed(features="p"), "features must be a list of texts, not 'p'"),
        (changed(features=["q"] * 8), "there is no feature 'q'; the features are 'P', 'N'"),
        (changed(classic="wra"), "classic must be None for the target 'precision', not 'wra'"),
        (changed(target="coverage"), "classic must be one of 'accuracy'"),
        (changed(layers={}), "layers must be a list, not {}"),
        (changed(layers=[]), "there must be one layer or two, not 0"),
        (changed(layers=[3]), "layers[0] must be an object, not 3"),
        (changed(layers=[{"weights": []}]), "layers[0].intercepts is missing"),
        (changed(layers=[{"weights": 1, "intercepts": []}]), "layers[0].weights must be a list"),
        (
            changed(layers=[{"weights": [[1]] * 7, "intercepts": [0]}]),
            "layers[0] must have 8 rows of weights, each as long as its intercepts",
        ),
        (
            changed(layers=[{"weights": [["1"]] * 8, "intercepts": [0]}]),
            "layers[0].weights[0] must be a list of numbers, not ['1']",
        ),
        (
            changed(layers=[{"weights": [[10**400]] * 8, "intercepts": [0]}]),
            "layers[0].weights[0] holds a number that is too large",
        ),
        (
            changed(layers=[{"weights": [[float("nan")]] * 8, "intercepts": [0]}]),
            "layers[0] must hold finite numbers only",
        ),
        (
            changed(layers=[{"weights": [[1, 1]] * 8, "intercepts": [0, 0]}]),
            "the target 'precision' does not go with 2 outputs",
        ),
        (changed(training=1), "training must be an object, not 1"),
        (
            changed(
                training={"learner": 1, "tables": [], "examples": 0, "mean_absolute_error": None}
            ),
            "training.learner must be a text, not 1",
        ),
        (
            changed(
                training={"learner": "", "tables": [], "examples": -1, "mean_absolute_error": None}
            ),
            "training.examples must be a whole number, not -1",
        ),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(text, sentence, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(ModelError) as error:
        LearnedHeuristic.load(path)
    assert str(error.value).startswith(f"'{path}' is not a learned heuristic: {sentence}")
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"cannot read the heuristic '.*mine.json': No such file"):
        as_heuristic(str(tmp_path / "mine.json"))
    (tmp_path / "mine.json").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ModelError, match="it is not text in UTF-8"):
        LearnedHeuristic.load(tmp_path / "mine.json")


def test_the_eight_features_are_those_of_the_paper():
    expected = [20, 30, 0.4, 6, 3, 0.3, 0.1, 6 / 9]
    assert rule_features(6, 3, 20, 30).tolist() == pytest.approx(expected)
    assert len(FEATURES) == 8
