"""Learning a heuristic from examples: linear regression with AIC, or a small network."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.linalg import block_diag
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import KFold
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from conjunct.errors import DataError
from conjunct.evaluate import Layer, LearnedHeuristic, Training
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.influence import influences
from conjunct.metalearning.recipes import Recipe
from conjunct.types import AnyArray, Floats, Ints

FOLDS = 10
LEAST = 100
"""Examples that are needed at least."""

BATCH = 10
"""Examples a step of a network that is trained for some epochs."""

TOLERANCE = 1e-7
"""Of the gradient where a network is fitted to the end: far on, its error hardly changes."""

LEARNING_RATE, MOMENTUM = 0.3, 0.2
"""Weka's defaults, which the paper used."""

Fitted = tuple[tuple[Layer, ...], Ints]
"""The layers, and the columns that they take."""


def learn_heuristic(
    examples: Examples, recipe: Recipe, seed: int = 0, *, with_error: bool = True
) -> LearnedHeuristic:
    """Learn a heuristic.

    Parameters
    ----------
    examples : Examples
        All that were recorded; those that tell nothing of the target are left out.
    recipe : Recipe
        How.
    seed : int
        Of the folds, and of the first weights of a network.
    with_error : bool
        Whether to measure its mean absolute error too, by 10-fold cross-validation.

    Raises
    ------
    DataError
        When there are too few examples.
    """
    useful = examples.for_target(recipe.target)
    if len(useful) < LEAST:
        raise DataError(
            f"there are only {len(useful)} rules that cover a row of the other half, and at least "
            f"{LEAST} are needed; add tables or larger ones"
        )
    features = features_of(recipe, examples)
    inputs, outputs = useful.features(features), useful.values(recipe.target)
    with threadpool_limits(limits=1):  # sums over many threads differ in the last digits
        layers, used = fit_layers(inputs, outputs, recipe, seed)
        error = mean_absolute_error(inputs, outputs, recipe, seed) if with_error else None
    there = np.unique(useful.table)
    return LearnedHeuristic(
        target=recipe.target,
        layers=layers,
        features=tuple(features[at] for at in used),
        classic=recipe.classic,
        training=Training(
            recipe.learner, tuple(useful.tables[at] for at in there), len(useful), error
        ),
    )


def features_of(recipe: Recipe, examples: Examples) -> tuple[str, ...]:
    """Return what a recipe predicts from, where examples decide that.

    Parameters
    ----------
    recipe : Recipe
        With the features to choose from, and how many.
    examples : Examples
        All that were recorded.
    """
    if recipe.most is None:
        return recipe.features
    useful = examples.for_target("precision")
    found = influences(useful.features(recipe.features), useful.values("precision")[:, 0])
    main = np.sort(np.argsort(-found, kind="stable")[: recipe.most])
    return tuple(recipe.features[at] for at in main)


def mean_absolute_error(inputs: Floats, outputs: Floats, recipe: Recipe, seed: int) -> float:
    """Return the error of predictions by 10-fold cross-validation, averaged over outputs."""
    return sum(_fold_errors(inputs, outputs, recipe, seed)) / outputs.size


def held_back_error(examples: Examples, recipe: Recipe, seed: int = 0) -> float | None:
    """Return the error on one of the ten folds, which takes a tenth of the time.

    Parameters
    ----------
    examples : Examples
        All that were recorded.
    recipe : Recipe
        How it is learned.
    seed : int
        Of the folds, and of the first weights of a network.

    Returns
    -------
    error : float or None
        None where there are too few examples to learn from.
    """
    useful = examples.for_target(recipe.target)
    if len(useful) < LEAST:
        return None
    inputs, outputs = useful.features(features_of(recipe, examples)), useful.values(recipe.target)
    held_back: int = -(-len(useful) // FOLDS) * outputs.shape[1]
    with threadpool_limits(limits=1):
        return next(_fold_errors(inputs, outputs, recipe, seed)) / held_back


def _fold_errors(inputs: Floats, outputs: Floats, recipe: Recipe, seed: int) -> Iterator[float]:
    """Yield the sum of the errors on each fold, learned from the others."""
    for train, test in KFold(FOLDS, shuffle=True, random_state=seed).split(inputs):
        layers, used = fit_layers(inputs[train], outputs[train], recipe, seed)
        yield float(np.abs(predicted(layers, inputs[test][:, used]) - outputs[test]).sum())


def predicted(layers: Sequence[Layer], inputs: Floats) -> Floats:
    """Return what layers make of features, a column for each output."""
    values = inputs
    for number, (weights, intercepts) in enumerate(layers):
        if number:
            values = 1.0 / (1.0 + np.exp(-values))
        values = values @ np.array(weights) + np.array(intercepts)
    return values


def fit_layers(inputs: Floats, outputs: Floats, recipe: Recipe, seed: int) -> Fitted:
    """Fit a linear formula or a network."""
    if not recipe.nodes:
        return fit_linear(inputs, outputs)
    networks = [
        fit_network(inputs, output[:, None], recipe.nodes, recipe.epochs, seed)
        for output in outputs.T
    ]
    return _side_by_side(networks), np.arange(inputs.shape[1])


def _side_by_side(networks: Sequence[tuple[Layer, Layer]]) -> tuple[Layer, Layer]:
    """Return one network that gives the outputs of all of them, each from its own nodes."""
    first, second = zip(*networks, strict=True)
    return (
        Layer.of(
            np.hstack([layer.weights for layer in first]),
            np.concatenate([layer.intercepts for layer in first]),
        ),
        Layer.of(
            block_diag(*(layer.weights for layer in second)),
            np.concatenate([layer.intercepts for layer in second]),
        ),
    )


def fit_linear(inputs: Floats, outputs: Floats) -> Fitted:
    """Fit a linear regression and drop features while that lowers Akaike's criterion.

    As in Weka: with m examples, and SSE(k) the squared error with k of K features,
    AIC = SSE(k) / SSE(K) (m - K) + 2 k. Each round drops the feature without which the criterion
    is lowest, and the last one ends when no drop lowers it. With two outputs their errors are
    added up, each relative to that with all features.

    Examples
    --------
    >>> inputs = np.random.default_rng(0).random((200, 3))
    >>> noise = np.tile([[0.1], [-0.1]], (100, 1))
    >>> (layer,), used = fit_linear(inputs, 2 * inputs[:, [1]] + 1 + noise)
    >>> used.tolist(), np.round(layer.weights, 1), np.round(layer.intercepts, 1)
    ([1], array([[2.]]), array([1.]))
    """
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0)
    usable = np.flatnonzero(scale > 0)
    scaled = (inputs[:, usable] - mean[usable]) / scale[usable]
    centre = outputs.mean(axis=0)
    kept = _chosen_by_aic(scaled, outputs - centre)
    slopes = np.linalg.lstsq(scaled[:, kept], outputs - centre, rcond=None)[0]
    used = usable[kept]
    weights = slopes / scale[used, None]
    return (Layer.of(weights, centre - mean[used] @ weights),), used


def _chosen_by_aic(inputs: Floats, outputs: Floats) -> Ints:
    n_examples, n_features = inputs.shape
    products = inputs.T @ inputs, inputs.T @ outputs, (outputs**2).sum(axis=0)
    full = np.maximum(_squared_errors(products, np.arange(n_features)), 1e-12)

    def criterion(kept: Ints) -> float:
        share = float(np.mean(_squared_errors(products, kept) / full))
        return share * float(n_examples - n_features) + 2 * len(kept)

    kept = np.arange(n_features)
    lowest = criterion(kept)
    while len(kept) > 1:
        drops = [np.delete(kept, at) for at in range(len(kept))]
        values = [criterion(drop) for drop in drops]
        best = int(np.argmin(values))
        if values[best] >= lowest:
            break
        kept, lowest = drops[best], values[best]
    return kept


def _squared_errors(products: tuple[AnyArray, AnyArray, AnyArray], kept: Ints) -> Floats:
    """Return the squared error of each output, from sums of products alone."""
    gram, cross, squares = products
    slopes = np.linalg.lstsq(gram[np.ix_(kept, kept)], cross[kept], rcond=None)[0]
    errors: Floats = squares - (slopes * cross[kept]).sum(axis=0)
    return errors


def fit_network(
    inputs: Floats, outputs: Floats, nodes: int, epochs: int | None, seed: int
) -> tuple[Layer, Layer]:
    """Fit logistic nodes by scikit-learn's MLPRegressor, scaling put into the weights.

    Parameters
    ----------
    inputs, outputs : ndarray
        Features and targets.
    nodes : int
        Of the hidden layer.
    epochs : int or None
        Passes through the examples in batches of `BATCH`, with Weka's learning rate and momentum,
        inputs and targets scaled to [-1, 1]; None fits all examples at once until nothing
        improves, to the targets as they are.
    seed : int
        Of the first weights and the order of the examples.
    """
    middle, scale = _to_ends(inputs)
    centre, reach = _to_ends(outputs)
    if epochs is None:
        middle, spread = inputs.mean(axis=0), inputs.std(axis=0)
        scale = np.where(spread > 0, spread, 1.0)
        centre, reach = np.zeros(1), np.ones(1)
    network = _network(nodes, epochs, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # one epoch is not to converge
        network.fit((inputs - middle) / scale, ((outputs - centre) / reach).squeeze(axis=-1))
    (first, second), (before, after) = network.coefs_, network.intercepts_
    weights = first / scale[:, None]
    return (
        Layer.of(weights, before - middle @ weights),
        Layer.of(second * reach, after * reach + centre),
    )


def _to_ends(values: Floats) -> tuple[Floats, Floats]:
    """Return the middle of each column, and half its range: what scales it to [-1, 1]."""
    low, high = values.min(axis=0), values.max(axis=0)
    return (low + high) / 2, np.where(high > low, (high - low) / 2, 1.0)


def _network(nodes: int, epochs: int | None, seed: int) -> MLPRegressor:
    common = {
        "hidden_layer_sizes": (nodes,),
        "activation": "logistic",
        "alpha": 0.0,
        "random_state": seed,
    }
    if epochs is None:
        return MLPRegressor(solver="lbfgs", max_iter=2000, tol=TOLERANCE, **common)
    return MLPRegressor(
        solver="sgd",
        learning_rate_init=LEARNING_RATE,
        momentum=MOMENTUM,
        nesterovs_momentum=False,
        batch_size=BATCH,
        max_iter=epochs,
        **common,
    )
