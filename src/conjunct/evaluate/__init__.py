"""Formulas on counts: pure functions, larger is better, each with its paper."""

from conjunct.evaluate.confidence import UpperLimit, error_limit
from conjunct.evaluate.heuristic import Heuristic, LinearFraction
from conjunct.evaluate.precision import Laplace, laplace, precision
from conjunct.evaluate.significance import sign_test

__all__ = [
    "Heuristic",
    "Laplace",
    "LinearFraction",
    "UpperLimit",
    "error_limit",
    "laplace",
    "precision",
    "sign_test",
]
