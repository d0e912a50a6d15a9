"""Janssen & Fürnkranz (2007), "On Meta-Learning Rule Learning Heuristics".

In Proceedings of the 7th IEEE International Conference on Data Mining (ICDM), pages 529-534.
What it reports and what a run can be held against.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PAPER = "F. Janssen and J. Fürnkranz, On Meta-Learning Rule Learning Heuristics, ICDM 2007"

TRAINING_TABLES, EVALUATION_TABLES = 27, 30
"""How many; the paper does not list them."""

REPETITIONS = 5
"""Of two-fold splits that rules are recorded on."""

FOLDS = 10
"""Of the evaluation, one iteration."""

EXAMPLES, FINAL_EXAMPLES = 87_380, 77_240
"""Rules that were learned from; of them, those whose final rule covers a test row."""


class HeuristicOutcome(NamedTuple):
    """Mean accuracy in percent and mean number of conditions over the evaluation tables."""

    accuracy: float
    conditions: float


class Fit(NamedTuple):
    """A line of Table 2: mean absolute error on the examples, and the outcome as a heuristic."""

    error: float
    outcome: HeuristicOutcome


TABLE_2: Mapping[str, Fit] = {
    "precision-linear": Fit(0.22, HeuristicOutcome(77.43, 117.6)),
    "precision-mlp-1": Fit(0.28, HeuristicOutcome(77.81, 121.3)),
    "precision-mlp-5": Fit(0.27, HeuristicOutcome(77.37, 1085.8)),
    "precision-mlp-10": Fit(0.27, HeuristicOutcome(77.53, 112.7)),
}
"""Heuristics that predict the precision of a rule, by our names."""

TABLE_3: Mapping[str, tuple[HeuristicOutcome, HeuristicOutcome]] = {
    "accuracy": (HeuristicOutcome(75.60, 104.77), HeuristicOutcome(75.39, 110.8)),
    "precision": (HeuristicOutcome(76.22, 129.17), HeuristicOutcome(76.53, 30.0)),
    "wra": (HeuristicOutcome(75.80, 12.13), HeuristicOutcome(69.89, 29.97)),
    "laplace": (HeuristicOutcome(76.89, 118.83), HeuristicOutcome(76.80, 246.8)),
    "correlation": (HeuristicOutcome(77.57, 47.5), HeuristicOutcome(58.09, 40.4)),
}
"""Classic heuristics with measured and with predicted coverage."""

SECTION_5_3: Mapping[str, HeuristicOutcome] = {
    "final-linear-4": HeuristicOutcome(77.95, 95.63),
    "final-mlp-1": HeuristicOutcome(78.37, 53.97),
}
"""Heuristics that predict the precision of the final rule."""

FORMULA = (
    "h = 0.0001 · P + 0.0001 · N + 0.7485 · P/(P+N) − 0.0001 · p − 0.0009 · n + 0.165 · p/P "
    "+ 0 · n/N + 0.3863 · p/(p+n) + 0.0267"
)
"""The learned linear formula of section 5.1, its terms in the order of the features."""

FIGURE_1_SPACE = 48, 60
"""Positives and negatives of Figure 1, which has 60 x 48 examples."""

FIGURE_1_TEXT = (
    "“Although the 3D surfaces looks fairly similar to each other (except for the stronger "
    "non-linear behavior of the neural net), the isometric lines reveal that the learned "
    "heuristics are, in fact, quite different. […] both heuristics have a non-linear shape of the "
    "isometrics in common, which bends the lines towards the N-axis.”"
)
"""What section 5.4 says of Figure 1."""

TABLE_3_TEXT = (
    "“For three of the five heuristics, no significant change could be observed, but for WRA and "
    "the Correlation heuristic, the performance degrades substantially.”"
)
"""What section 5.2 says of predicted coverage."""

LENGTH_TEXT = (
    "“We have also performed experiments that include the length of the rule […], but this did not "
    "have a notic[e]able effect on the performance.”"
)
"""What section 3 says of rule length as a feature."""

FEATURE_TEXT = (
    "“The most important feature was the a priori distribution of the examples in the training "
    "data followed by the precision of the rule. Interestingly, while [p/P] has a non-negligible "
    "influence on the result, [n/N] is practically ignored.”"
)
"""What section 5.1 says of the features."""

CORRELATION_TEXT = "“Correlation […] implements a similar bias.”"
"""What section 6 says of the bent isometrics."""
