"""What the rules of a card are expected to get wrong, by the card itself."""

from __future__ import annotations

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.problem import Problem
from conjunct.types import Floats, Rows


def class_probabilities(problem: Problem, draft: Draft) -> Floats:
    """Return the probability of every class for every row, ``(classes, rows)``."""
    shares = draft.odds / draft.sums
    if len(problem.channels) > 1:
        return np.asarray(shares)
    both = np.concatenate((1.0 - shares, shares))
    return both[-problem.engine.n_classes :]


def expected_share(probabilities: Floats, share: Floats, rows: Rows, head: int) -> float:
    """Return the share of a class that the card expects among some rows."""
    return float(np.average(probabilities[head, rows], weights=share[rows]))
