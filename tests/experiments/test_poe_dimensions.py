"""The study `poe-dimensions`: correlations worked out by hand, and a small run."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.experiments.poe_dimensions import Savings


def test_averages_by_number_of_attributes_correlate_more_than_single_runs() -> None:
    saved = Savings(np.array([10.0, 10, 20, 20]), np.array([-3.0, 1, -1, 3]))
    assert saved.means.points.tolist() == [-1, 1]
    assert saved.means.correlation == pytest.approx(1)
    assert saved.correlation == pytest.approx(1 / np.sqrt(5))


@pytest.mark.parametrize(
    ("attributes", "points"), [([10.0], [1.0]), ([10.0, 10.0], [1.0, 2.0]), ([1.0, 2.0], [3.0] * 2)]
)
def test_a_correlation_that_is_not_defined_is_none(
    attributes: list[float], points: list[float]
) -> None:
    assert Savings(np.array(attributes), np.array(points)).correlation is None
