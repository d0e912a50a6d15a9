"""Exponential and logarithm from basic operations: the same bits in NumPy and compiled code.

The functions of NumPy and of the C library differ in their last bit, so a card whose weights are
fitted with them would depend on the engine. `conjunct.count.state_kernels` uses these constants
too, for the same two functions of a single number.
"""

from __future__ import annotations

import math

import numpy as np

from conjunct.types import Floats

STEPS = 64
"""Powers of 2 with exponents in steps of 1/64 are looked up; a short series gives the rest."""
PER_STEP = STEPS / math.log(2.0)
STEP_HIGH, STEP_LOW = 0.010830424696223417, 2.572804622327669e-14
"""log 2 / 64 as a sum of two parts; the first has few bits, so that its multiples are exact."""
LOWEST = -700.0
"""Smaller arguments of the exponential are raised to this; its result is still a normal number."""
EXP_TERMS = tuple(1.0 / math.factorial(k) for k in range(5, -1, -1))
ROOTS: Floats = np.array([2.0 ** (k / STEPS) for k in range(STEPS)])
POWERS: Floats = np.ldexp(1.0, np.arange(-1022, 1024))
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
LOG_TERMS = tuple(2.0 / k for k in range(23, 0, -2))
ROOT_HALF = 0.7071067811865476


def exact_exp(x: Floats) -> Floats:
    """Return the exponential of numbers up to 700, accurate to the last bit or two.

    Examples
    --------
    >>> exact_exp(np.array([0.0, 1.0, -1000.0])).tolist()
    [1.0, 2.718281828459045, 9.85967654375977e-305]
    """
    x = np.maximum(x, LOWEST)
    n = np.floor(x * PER_STEP + 0.5)
    r = (x - n * STEP_HIGH) - n * STEP_LOW
    total = _horner(EXP_TERMS, r)
    whole = n.astype(np.int64)
    return np.asarray((ROOTS.take(whole & (STEPS - 1)) * total) * POWERS.take((whole >> 6) + 1022))


def exact_log(y: Floats) -> Floats:
    """Return the natural logarithm of positive numbers, accurate to the last bit or two.

    Examples
    --------
    >>> exact_log(np.array([1.0, 2.0, 10.0])).tolist()
    [0.0, 0.6931471805599453, 2.302585092994046]
    """
    m, e = np.frexp(y)
    low = m < ROOT_HALF
    m = np.where(low, 2.0 * m, m)
    e = np.where(low, e - 1, e).astype(np.float64)
    z = (m - 1.0) / (m + 1.0)
    total = _horner(LOG_TERMS, z * z)
    return np.asarray((e * LN2_LOW + total * z) + e * LN2_HIGH)


def _horner(terms: tuple[float, ...], x: Floats) -> Floats:
    """Return the polynomial with these terms, the highest first."""
    total = np.full(x.shape, terms[0])
    for term in terms[1:]:
        total *= x
        total += term
    return total
