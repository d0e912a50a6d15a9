"""The list of estimates: each is its formula, and all agree on what a rate is."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.choose import (
    CRITERIA,
    ESTIMATES,
    Chosen,
    Estimate,
    Searched,
    gumbel_error,
    laplace_error,
    layered_error,
    poe_error,
    ucf_error,
)

COVERED, ERRORS, COMBINATIONS = np.array([10, 39, 4]), np.array([0, 7, 4]), np.array([168, 500, 1])
CHOSEN = Chosen(COVERED, ERRORS, np.array([2, 3, 3]), COMBINATIONS, COMBINATIONS * 9, np.ones(3))


def test_each_estimate_is_its_formula():
    found = {name: estimate.error(CHOSEN).tolist() for name, estimate in ESTIMATES.items()}
    assert found == {
        "training": pytest.approx([0.0, 7 / 39, 1.0]),
        "laplace": laplace_error(COVERED, ERRORS, [2, 3, 3]).tolist(),
        "ucf": ucf_error(COVERED, ERRORS).tolist(),
        "layered": layered_error(COVERED, ERRORS, COMBINATIONS).tolist(),
        "length": layered_error(COVERED, ERRORS, COMBINATIONS * 2).tolist(),
        "poe": poe_error(COVERED, ERRORS, COMBINATIONS * 9).tolist(),
        "poe_sets": poe_error(COVERED, ERRORS, COMBINATIONS).tolist(),
    }


@pytest.mark.parametrize("estimate", ESTIMATES.values(), ids=lambda estimate: estimate.name)
def test_an_estimate_is_a_rate_for_every_rule(estimate: Estimate):
    errors = estimate.error(CHOSEN)
    assert errors.shape == COVERED.shape
    assert np.all((errors >= 0) & (errors <= 1))


def test_the_list_cannot_be_changed_from_outside():
    with pytest.raises(TypeError):
        ESTIMATES["mine"] = ESTIMATES["ucf"]


def test_estimates_are_listed_by_their_names():
    assert all(name == estimate.name for name, estimate in ESTIMATES.items())


def test_each_criterion_is_its_formula():
    about = Searched(CHOSEN, np.array(60), np.array(30), np.array([2.0, 9.0, 20.0]))
    found = {name: criterion(about).tolist() for name, criterion in CRITERIA.items()}
    assert found == {
        **{name: ESTIMATES[name].error(CHOSEN).tolist() for name in ("layered", "poe", "length")},
        "gumbel": gumbel_error(COVERED, ERRORS, 60, 30, [2.0, 9.0, 20.0]).tolist(),
    }
