"""Trainers: linear regression with AIC beside a plain one, networks beside scikit-learn's own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from conjunct.data import shipped_table
from conjunct.errors import DataError
from conjunct.evaluate import FEATURES
from conjunct.experiments.meta_trials import record_examples
from conjunct.experiments.trial import Trial
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.recipes import RECIPES
from conjunct.metalearning.recorder import HEURISTICS
from conjunct.metalearning.training import (
    features_of,
    fit_layers,
    fit_linear,
    fit_network,
    held_back_error,
    learn_heuristic,
    mean_absolute_error,
    predicted,
)


@pytest.fixture(scope="module")
def examples():
    table = shipped_table()
    return Examples.of({"penguins": [record_examples(table, Trial("p", 0, 0))]}, HEURISTICS)


def plain_aic(inputs, outputs, kept):
    def squared_error(columns):
        model = LinearRegression().fit(inputs[:, columns], outputs)
        return ((model.predict(inputs[:, columns]) - outputs) ** 2).sum()

    n_examples, n_features = inputs.shape
    share = squared_error(kept) / squared_error(list(range(n_features)))
    return share * (n_examples - n_features) + 2 * len(kept)


@pytest.mark.parametrize("seed", range(8))
def test_features_are_dropped_while_the_criterion_falls(seed):
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(80, 5)) * [1, 10, 0.1, 1, 1] + 3
    outputs = inputs[:, [0]] + 0.3 * inputs[:, [3]] + rng.normal(size=(80, 1))
    kept = list(range(5))
    while len(kept) > 1:
        drops = [[one for one in kept if one != gone] for gone in kept]
        best = min(drops, key=lambda drop: plain_aic(inputs, outputs, drop))
        if plain_aic(inputs, outputs, best) >= plain_aic(inputs, outputs, kept):
            break
        kept = best
    layers, used = fit_linear(inputs, outputs)
    assert used.tolist() == kept
    model = LinearRegression().fit(inputs[:, kept], outputs)
    expected = model.predict(inputs[:, kept])
    np.testing.assert_allclose(predicted(layers, inputs[:, used]), expected, rtol=1e-9)


def test_a_feature_that_never_changes_is_left_out():
    inputs = np.column_stack((np.ones(30), np.arange(30.0)))
    layers, used = fit_linear(inputs, 2 * inputs[:, [1]] + 1)
    assert used.tolist() == [1]
    assert layers[0].weights[0][0] == pytest.approx(2)


@pytest.mark.parametrize("epochs", [1, None])
def test_a_network_predicts_as_scikit_learn_does_whatever_the_scale(epochs, monkeypatch):
    fitted = []

    def keep(network, inputs, outputs):
        fitted.append((network, inputs))
        return fit(network, inputs, outputs)

    from conjunct.metalearning import training

    fit = training.MLPRegressor.fit
    monkeypatch.setattr(training.MLPRegressor, "fit", keep)
    rng = np.random.default_rng(0)
    inputs = rng.random((300, 3)) * [1, 1000, 0.01] + [0, 50, 3]
    outputs = (inputs[:, [0]] > 0.5) * 1.0
    layers = fit_network(inputs, outputs, nodes=3, epochs=epochs, seed=0)
    network, scaled = fitted[0]
    expected = network.predict(scaled)
    if epochs == 1:  # Weka's scale of targets, from -1 to 1
        expected = (expected + 1) / 2
    np.testing.assert_allclose(predicted(layers, inputs)[:, 0], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_gives_a_heuristic_that_says_where_it_comes_from(name, examples):
    learned = learn_heuristic(examples, RECIPES[name])
    assert learned.target == RECIPES[name].target
    assert learned.training.tables == ("penguins",)
    assert learned.training.examples == len(examples.for_target(learned.target))
    outputs = examples.for_target(learned.target).values(learned.target)
    guess = np.abs(outputs - outputs.mean(axis=0)).mean()
    slack = 1.0 if RECIPES[name].epochs is None or not RECIPES[name].nodes else 2.0
    assert 0 < learned.training.mean_absolute_error < slack * guess
    assert np.isfinite(learned.of_length(2)(np.array([3, 9]), np.array([1, 0]), 20, 30)).all()


def test_coverage_by_a_network_is_two_networks_side_by_side(examples):
    useful = examples.for_target("coverage")
    inputs, outputs = useful.features(FEATURES), useful.values("coverage")
    recipe = replace(RECIPES["coverage-mlp-1"], nodes=2)
    layers, used = fit_layers(inputs, outputs, recipe, 0)
    assert used.tolist() == list(range(8))
    found = predicted(layers, inputs)
    for at in range(2):
        alone = fit_network(inputs, outputs[:, [at]], 2, 1, 0)
        np.testing.assert_allclose(found[:, at], predicted(alone, inputs)[:, 0], rtol=1e-9)


def test_the_features_of_largest_influence_are_taken(examples):
    recipe = replace(RECIPES["final-linear-4"], most=3)
    useful = examples.for_target("precision")
    inputs, outputs = useful.features(FEATURES), useful.values("precision")[:, 0]
    slopes = LinearRegression().fit(inputs, outputs).coef_ * inputs.std(axis=0)
    sizes = dict(zip(FEATURES, np.abs(slopes), strict=True))
    expected = [name for name in FEATURES if sizes[name] >= sorted(sizes.values())[-3]]
    assert list(features_of(recipe, examples)) == expected
    assert set(learn_heuristic(examples, recipe, with_error=False).features) <= set(expected)
    assert features_of(RECIPES["learned"], examples) == RECIPES["learned"].features


def test_the_length_may_be_an_input(examples):
    recipe = replace(RECIPES["precision-linear"], features=("length", "p/(p+n)"))
    learned = learn_heuristic(examples, recipe, with_error=False)
    assert "length" in RECIPES["final-mlp-1-length"].features
    assert set(learned.features) <= {"length", "p/(p+n)"}


def test_one_fold_tells_nearly_what_ten_do(examples):
    recipe = RECIPES["precision-linear"]
    useful = examples.for_target("precision")
    inputs, outputs = useful.features(recipe.features), useful.values("precision")
    whole = mean_absolute_error(inputs, outputs, recipe, 0)
    assert held_back_error(examples, recipe) == pytest.approx(whole, rel=0.3)
    assert held_back_error(examples.take(np.arange(50)), recipe) is None


def test_cross_validation_tests_on_examples_held_back():
    rng = np.random.default_rng(0)
    inputs, outputs = rng.random((200, 8)), rng.random((200, 1))
    error = mean_absolute_error(inputs, outputs, RECIPES["precision-linear"], 0)
    layers, used = fit_linear(inputs, outputs)
    assert error > np.abs(predicted(layers, inputs[:, used]) - outputs).mean()


@pytest.mark.parametrize("name", ["final-linear", "precision-mlp-5"])
def test_the_same_examples_and_seed_give_the_same_heuristic(name, examples):
    assert learn_heuristic(examples, RECIPES[name]) == learn_heuristic(examples, RECIPES[name])


def test_too_few_examples_are_refused_with_what_to_do(examples):
    with pytest.raises(DataError, match=r"there are only 50 rules .* add tables or larger ones"):
        learn_heuristic(examples.for_target("precision").take(np.arange(50)), RECIPES["learned"])


def test_recipes_are_named_in_words():
    assert RECIPES["learned"].learner == "network of 1 node, to the end"
    assert replace(RECIPES["learned"], nodes=0).learner == "linear regression, features by AIC"
