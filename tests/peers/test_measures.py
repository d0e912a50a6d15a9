"""Error, Brier score, logarithmic loss and calibration, with values worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss
from sklearn.metrics import log_loss as sklearn_log_loss

from peers.measures import auc, brier, calibration_error, judged, log_loss

BOTH = np.array([0, 1])


def test_brier_and_logarithmic_loss_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    shares, labels = rng.dirichlet(np.ones(3), 50), rng.integers(0, 3, 50)
    assert brier(shares, labels) == pytest.approx(
        brier_score_loss(labels, shares, scale_by_half=True)
    )
    assert log_loss(shares, labels) == pytest.approx(sklearn_log_loss(labels, shares))


def test_a_probability_of_zero_costs_much_but_not_everything() -> None:
    assert log_loss(np.array([[0.0, 1.0]]), np.array([0])) == pytest.approx(-math.log(1e-6))


def test_the_area_under_the_curve_is_the_share_of_pairs_in_the_right_order() -> None:
    rng = np.random.default_rng(1)
    labels, shares = rng.integers(0, 2, 60), rng.integers(0, 5, 60) / 4
    pairs = [
        (one > other) + 0.5 * (one == other)
        for one in shares[labels == 1]
        for other in shares[labels == 0]
    ]
    probabilities = np.column_stack([1 - shares, shares])
    assert auc(probabilities, labels, BOTH) == pytest.approx(np.mean(pairs))


def test_classes_without_rows_do_not_count_as_classes() -> None:
    probabilities = np.array([[0.1, 0.7, 0.2], [0.6, 0.1, 0.3]])
    assert auc(probabilities, np.array([0, 2]), np.array([0, 2])) == 1.0
    assert auc(probabilities, np.array([0, 2]), np.array([0, 1, 2])) is None


def test_calibration_is_perfect_where_shares_come_true() -> None:
    assert calibration_error(np.full(4, 0.75), np.array([1, 1, 1, 0])) == 0.0


def test_calibration_errors_of_bins_do_not_cancel() -> None:
    confidence, correct = np.array([0.6, 0.6, 0.9, 0.9]), np.array([1, 1, 1, 0])
    assert calibration_error(confidence, correct) == pytest.approx((0.8 + 0.8) / 4)


def test_an_answer_is_judged_by_the_labels() -> None:
    answer = {
        "predicted": [0, 1],
        "probabilities": [[0.8, 0.2], [0.5, 0.5]],
        "rules": 3,
        "conditions": 7,
        "points": 4,
        "seconds": 0.5,
    }
    found = judged(answer, np.array([0, 0]), BOTH)
    assert found["error"] == 0.5
    assert found["confidence"] == [0.8, 0.5]
    assert found["correct"] == [1, 0]
    assert (found["conditions"], found["points"], found["auc"]) == (7, 4, None)


def test_a_learner_without_probabilities_has_an_error_only() -> None:
    answer = {"predicted": [1], "probabilities": None, "rules": 1, "conditions": 1, "seconds": 1}
    assert "brier" not in judged(answer, np.array([1]), BOTH)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"predicted": [0, 1]}, "2 predictions for 1 test rows"),
        ({"probabilities": [[math.nan, 1.0]]}, "some probabilities are not numbers"),
    ],
)
def test_a_wrong_answer_is_a_failure(changed: dict[str, object], why: str) -> None:
    answer = {"predicted": [0], "probabilities": [[1.0, 0.0]]}
    answer |= {"rules": 1, "conditions": 1, "seconds": 1, **changed}
    assert judged(answer, np.array([0]), BOTH) == {"failed": why}
