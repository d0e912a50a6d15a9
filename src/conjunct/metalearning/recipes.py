"""The ways in which heuristics are learned that the study compares, by name."""

from __future__ import annotations

from dataclasses import dataclass

from conjunct.evaluate import FEATURES
from conjunct.evaluate.features import LENGTH
from conjunct.evaluate.learned import Target

WITH_LENGTH = (*FEATURES, LENGTH)
"""The eight features of the paper, and the number of conditions."""

MAIN = 4
"""How many features the paper's best linear heuristic has: the most important ones."""

LOG_FEATURES = (
    *("log(P+1)", "log(N+1)", "P/(P+N)", "log(p+1)", "log(n+1)", "p/P", "n/N", "p/(p+n)"),
)
"""The eight features with counts by their logarithms."""


@dataclass(frozen=True)
class Recipe:
    """How a heuristic is learned.

    Parameters
    ----------
    target : {"precision", "final precision", "coverage"}
        What is predicted.
    nodes : int
        Logistic nodes of the network; 0 is linear regression with features chosen by AIC.
    epochs : int or None
        How often a network goes through the examples, in small batches; None fits it to the end.
    features : tuple of str
        What it is predicted from.
    classic : str or None
        What scores predicted coverage.
    most : int or None
        Take only that many of the features: those with the largest influence on the predicted
        precision of a rule, by the examples at hand. None takes all.
    """

    target: Target
    nodes: int = 0
    epochs: int | None = 1
    features: tuple[str, ...] = FEATURES
    classic: str | None = None
    most: int | None = None

    @property
    def learner(self) -> str:
        """Its learner in words.

        Examples
        --------
        >>> Recipe("precision", nodes=5).learner
        'network of 5 nodes, 1 epoch'
        """
        if not self.nodes:
            return "linear regression, features by AIC"
        each = " for each count" if self.target == "coverage" else ""
        length = "to the end" if self.epochs is None else f"{self.epochs} epoch"
        return f"network of {self.nodes} node{'s' * (self.nodes > 1)}{each}, {length}"


RECIPES: dict[str, Recipe] = {
    "learned": Recipe("final precision", nodes=1, epochs=None, features=LOG_FEATURES),
    "precision-linear": Recipe("precision"),
    "precision-mlp-1": Recipe("precision", nodes=1),
    "precision-mlp-5": Recipe("precision", nodes=5),
    "precision-mlp-10": Recipe("precision", nodes=10),
    "coverage-linear": Recipe("coverage", classic="correlation"),
    "coverage-mlp-1": Recipe("coverage", nodes=1, classic="correlation"),
    "final-linear": Recipe("final precision"),
    "final-linear-4": Recipe("final precision", most=MAIN),
    "final-mlp-1": Recipe("final precision", nodes=1),
    "precision-linear-length": Recipe("precision", features=WITH_LENGTH),
    "final-mlp-1-length": Recipe("final precision", nodes=1, features=WITH_LENGTH),
}
"""The default first; the others are those of Janssen & Fürnkranz (2007)."""
