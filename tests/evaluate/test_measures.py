"""Measures of predictions, against scikit-learn and against loops over pairs of rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from conjunct.evaluate import MEASURES, Predicted, measured
from conjunct.evaluate.measures import always_majority, auc, log_loss, rarer
from conjunct.types import Floats


@st.composite
def predictions(draw: st.DrawFn, n_classes: int | None = None, weighted: bool = True) -> Predicted:
    """Draw rows with all classes among them, and probabilities with many ties."""
    k = n_classes or draw(st.integers(2, 4))
    more = draw(st.lists(st.integers(0, k - 1), max_size=12))
    labels = np.array([*range(k), *more])
    n_rows = len(labels)
    shares = st.lists(st.integers(1, 3), min_size=k, max_size=k)
    raw = np.array(draw(st.lists(shares, min_size=n_rows, max_size=n_rows)), dtype=float)
    decided = draw(st.lists(st.integers(0, k - 1), min_size=n_rows, max_size=n_rows))
    sizes = st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=n_rows, max_size=n_rows)
    weights = np.array(draw(sizes)) if weighted and draw(st.booleans()) else None
    probabilities = raw / raw.sum(axis=1, keepdims=True)
    return Predicted(labels, np.array(decided), probabilities, weights, positive=k - 1)


def plain_auc(scores: Floats, positive: list[bool], weights: Floats, folds: list[int]) -> float:
    """Go through all pairs of rows of one fold."""
    ahead = pairs = 0.0
    for one in range(len(scores)):
        for other in range(len(scores)):
            if positive[one] and not positive[other] and folds[one] == folds[other]:
                both = weights[one] * weights[other]
                pairs += both
                ahead += both * (
                    (scores[one] > scores[other]) + 0.5 * (scores[one] == scores[other])
                )
    return ahead / pairs


@given(predictions())
def test_every_measure_but_the_area_of_many_classes_is_that_of_scikit_learn(
    said: Predicted,
) -> None:
    found, weights = measured(said), said.weights
    labels, decided, ours = said.labels, said.decided, said.positive
    among = {"labels": [ours], "average": "micro", "sample_weight": weights, "zero_division": 0}
    assert found["error"] == pytest.approx(
        1 - metrics.accuracy_score(labels, decided, sample_weight=weights)
    )
    assert found["balanced_error"] == pytest.approx(
        1 - np.mean(metrics.recall_score(labels, decided, average=None, sample_weight=weights))
    )
    assert found["log_loss"] == pytest.approx(
        metrics.log_loss(labels, said.probabilities, sample_weight=weights)
    )
    assert found["brier"] == pytest.approx(
        metrics.brier_score_loss(
            labels, said.probabilities, sample_weight=weights, scale_by_half=True
        )
    )
    assert found["recall"] == pytest.approx(metrics.recall_score(labels, decided, **among))
    if ours in decided:
        assert found["precision"] == pytest.approx(
            metrics.precision_score(labels, decided, **among)
        )
    else:
        assert found["precision"] is None


@given(predictions(n_classes=2))
def test_the_area_of_two_classes_is_that_of_scikit_learn(said: Predicted) -> None:
    expected = metrics.roc_auc_score(
        said.labels, said.probabilities[:, 1], sample_weight=said.weights
    )
    assert measured(said)["auc"] == pytest.approx(expected)


@given(predictions(n_classes=3, weighted=False))
def test_the_area_of_many_classes_is_the_mean_over_each_against_the_rest(said: Predicted) -> None:
    expected = metrics.roc_auc_score(said.labels, said.probabilities, multi_class="ovr")
    assert measured(said)["auc"] == pytest.approx(expected)


@given(predictions(n_classes=2), st.data())
def test_only_rows_of_one_fold_are_compared(said: Predicted, data: st.DataObject) -> None:
    n_rows = len(said.labels)
    folds = [
        0,
        0,
        *data.draw(st.lists(st.integers(0, 2), min_size=n_rows - 2, max_size=n_rows - 2)),
    ]
    weights = np.ones(n_rows) if said.weights is None else said.weights
    scores, positive = said.probabilities[:, 1], said.labels == 1
    expected = plain_auc(scores, positive.tolist(), weights, folds)
    assert auc(scores, positive, said.weights, np.array(folds)) == pytest.approx(expected)


def test_a_probability_of_zero_costs_much_but_not_everything() -> None:
    assert log_loss(np.array([[0.0, 1.0]]), np.array([0])) == pytest.approx(-math.log(1e-6))


def test_what_cannot_be_measured_is_none() -> None:
    said = Predicted(np.array([0, 0]), np.array([0, 0]), np.array([[0.8, 0.2]] * 2))
    found = measured(said)
    assert (found["auc"], found["recall"], found["precision"]) == (None, None, None)
    only = Predicted(said.labels, said.decided, said.probabilities, positive=1)
    assert (measured(only)["recall"], measured(only)["precision"]) == (None, None)


def test_the_measures_have_the_names_that_are_measured() -> None:
    said = Predicted(np.array([0, 1]), np.array([0, 1]), np.eye(2), positive=1)
    assert list(measured(said)) == list(MEASURES)
    best = {name: 1.0 if MEASURES[name].more_is_better else 0.0 for name in MEASURES}
    assert measured(said) == pytest.approx(best)


def test_the_majority_is_that_of_the_training_rows_of_each_row() -> None:
    said = Predicted(np.array([0, 1, 1]), np.array([0, 0, 0]), np.zeros((3, 2)), positive=1)
    counts = np.array([[3, 1], [1, 4], [2, 2]])
    found = always_majority(said, counts)
    assert found.decided.tolist() == [0, 1, 0]
    assert found.probabilities.tolist() == [[0.75, 0.25], [0.2, 0.8], [0.5, 0.5]]
    assert (found.labels.tolist(), found.positive) == ([0, 1, 1], 1)


@pytest.mark.parametrize(
    ("counts", "place"), [([2, 3], 0), ([3, 2], 1), ([2, 2], 1), ([1, 2, 3], None), ([4], None)]
)
def test_positive_is_the_rarer_of_two_as_on_cards(counts: list[int], place: int | None) -> None:
    assert rarer(np.array(counts)) == place
