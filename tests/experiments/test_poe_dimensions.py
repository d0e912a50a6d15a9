"""The study `poe-dimensions`: correlations worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conjunct.experiments.poe import averages, correlation


def test_averages_by_number_of_attributes_correlate_more_than_single_runs() -> None:
    attributes, points = np.array([10.0, 10, 20, 20]), np.array([-3.0, 1, -1, 3])
    numbers, means = averages(attributes, points)
    assert (numbers.tolist(), means.tolist()) == ([10, 20], [-1, 1])
    assert correlation(numbers, means) == pytest.approx(1)
    assert correlation(attributes, points) == pytest.approx(1 / np.sqrt(5))


@pytest.mark.parametrize(
    ("attributes", "points"), [([10.0], [1.0]), ([10.0, 10.0], [1.0, 2.0]), ([1.0, 2.0], [3.0] * 2)]
)
def test_a_correlation_that_is_not_defined_is_no_number(
    attributes: list[float], points: list[float]
) -> None:
    assert math.isnan(correlation(np.array(attributes), np.array(points)))
