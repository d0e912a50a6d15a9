"""Exponential and logarithm of basic operations against those of the C library.

That compiled code gives the same bits is tested in `test_kernels`.
"""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.exact import LOWEST, exact_exp, exact_log
from conjunct.types import Floats

RANDOM = np.random.default_rng(0)
EXPONENTS = np.concatenate(
    (
        RANDOM.uniform(LOWEST, 700, 20_000),
        RANDOM.choice([-1, 1], 20_000) * np.exp(RANDOM.uniform(-40, 3, 20_000)),
        np.arange(-640, 640) * math.log(2) / 128,  # where the series changes to the next root of 2
        [0.0, -0.0, LOWEST, 700.0],
    )
)
POSITIVES = np.concatenate(
    (
        np.exp(RANDOM.uniform(-700, 700, 20_000)),
        1.0 + RANDOM.choice([-1, 1], 20_000) * np.exp(RANDOM.uniform(-36, -0.1, 20_000)),
        RANDOM.uniform(0.5, 4.0, 20_000),
        2.0 ** np.arange(-1000.0, 1000.0),
        [math.sqrt(0.5), math.sqrt(2.0), np.nextafter(1, 0), np.nextafter(1, 2)],
    )
)


def n_epsilons(found: Floats, expected: Floats) -> Floats:
    """Return relative errors, in units of the last bit of 1.0."""
    apart = np.abs(found - expected)
    return np.divide(apart, np.abs(expected), where=apart > 0, out=apart) / np.finfo(float).eps


def test_the_exponential_is_right_to_the_last_bit_or_two() -> None:
    expected = np.array([math.exp(x) for x in EXPONENTS.tolist()])
    assert n_epsilons(exact_exp(EXPONENTS), expected).max() <= 2


def test_the_logarithm_is_right_to_the_last_bit_or_two() -> None:
    expected = np.array([math.log(x) for x in POSITIVES.tolist()])
    assert n_epsilons(exact_log(POSITIVES), expected).max() <= 2


def test_numbers_that_are_too_low_count_as_the_lowest() -> None:
    low = exact_exp(np.array([-1e300, -701.0, LOWEST]))
    assert low.tolist() == [low[-1]] * 3
    assert low[-1] > np.finfo(float).tiny


@given(st.floats(-699, 699), st.floats(1e-9, 0.5))
def test_the_exponential_rises(x: float, step: float) -> None:
    low, high = exact_exp(np.array([x, x + step]))
    assert low < high


@given(st.floats(1e-300, 1e300), st.floats(1e-9, 0.5))
def test_the_logarithm_rises(x: float, step: float) -> None:
    low, high = exact_log(np.array([x, x * (1 + step)]))
    assert low < high


def test_numbers_keep_their_shape() -> None:
    numbers = np.linspace(-5.0, 5.0, 12).reshape(3, 4)
    assert exact_exp(numbers).shape == exact_log(np.exp(numbers)).shape == (3, 4)
    assert exact_exp(np.empty((2, 0))).shape == (2, 0)
