"""Formulas on counts: pure functions, each with a reference to its paper; larger is better."""

from conjunct.evaluate.accuracy import Accuracy, accuracy
from conjunct.evaluate.confidence import UpperLimit, error_limit
from conjunct.evaluate.correlation import Correlation, correlation
from conjunct.evaluate.f_measure import FMeasure, f_measure
from conjunct.evaluate.features import FEATURES, rule_features
from conjunct.evaluate.foil import FoilGain, foil_gain, smoothed_gain
from conjunct.evaluate.heuristic import Heuristic, LinearFraction, is_monotone, of_length
from conjunct.evaluate.heuristics import HEURISTICS, as_heuristic
from conjunct.evaluate.information import entropy, gain_ratio, information_gain
from conjunct.evaluate.kloesgen import Kloesgen, kloesgen
from conjunct.evaluate.layer import Layer
from conjunct.evaluate.learned import LearnedHeuristic, Training, shipped_heuristic
from conjunct.evaluate.m_estimate import MEstimate, m_estimate
from conjunct.evaluate.measures import MEASURES, Measure, Predicted, measured
from conjunct.evaluate.precision import Laplace, Precision, laplace, precision
from conjunct.evaluate.relative_cost import RelativeCost, relative_cost
from conjunct.evaluate.significance import (
    ChiSquare,
    LikelihoodRatio,
    chi_square_test,
    likelihood_ratio_test,
    sign_test,
)
from conjunct.evaluate.wra import WRA, wra

__all__ = [
    "FEATURES",
    "HEURISTICS",
    "MEASURES",
    "WRA",
    "Accuracy",
    "ChiSquare",
    "Correlation",
    "FMeasure",
    "FoilGain",
    "Heuristic",
    "Kloesgen",
    "Laplace",
    "Layer",
    "LearnedHeuristic",
    "LikelihoodRatio",
    "LinearFraction",
    "MEstimate",
    "Measure",
    "Precision",
    "Predicted",
    "RelativeCost",
    "Training",
    "UpperLimit",
    "accuracy",
    "as_heuristic",
    "chi_square_test",
    "correlation",
    "entropy",
    "error_limit",
    "f_measure",
    "foil_gain",
    "gain_ratio",
    "information_gain",
    "is_monotone",
    "kloesgen",
    "laplace",
    "likelihood_ratio_test",
    "m_estimate",
    "measured",
    "of_length",
    "precision",
    "relative_cost",
    "rule_features",
    "shipped_heuristic",
    "sign_test",
    "smoothed_gain",
    "wra",
]
