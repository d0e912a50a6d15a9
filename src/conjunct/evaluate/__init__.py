"""Formulas on counts: pure functions, larger is better, each with its paper."""

from conjunct.evaluate.confidence import UpperLimit, error_limit
from conjunct.evaluate.heuristic import Heuristic, LinearFraction
from conjunct.evaluate.m_estimate import MEstimate, m_estimate
from conjunct.evaluate.precision import Laplace, laplace, precision
from conjunct.evaluate.significance import LikelihoodRatio, likelihood_ratio_test, sign_test

__all__ = [
    "Heuristic",
    "Laplace",
    "LikelihoodRatio",
    "LinearFraction",
    "MEstimate",
    "UpperLimit",
    "error_limit",
    "laplace",
    "likelihood_ratio_test",
    "m_estimate",
    "precision",
    "sign_test",
]
