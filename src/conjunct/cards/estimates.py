"""What a card says of its rows, and how often new rows will contradict one of its rules."""

from __future__ import annotations

import numpy as np

from conjunct.cards.draft import Draft
from conjunct.cards.problem import Problem
from conjunct.choose import ucf_error
from conjunct.types import Floats


def class_probabilities(problem: Problem, draft: Draft) -> Floats:
    """Return the probability of every class for every row, ``(classes, rows)``."""
    shares = draft.odds / draft.sums
    if len(problem.channels) > 1:
        return np.asarray(shares)
    both = np.concatenate((1.0 - shares, shares))
    return both[-problem.engine.n_classes :]


def contradicted_share(covered: int, errors: int) -> float:
    """Return the share of new rows in the cover of a rule that is expected to contradict it.

    It is U_CF at 25 %, the rate at which so few errors or fewer are seen one time in four: r_w of a
    rule that was chosen from two. Hundreds are tried, but most are worse, many cover nearly the
    same rows, and a rule of a card had to save more than its price besides; to count them all, as
    r_w does elsewhere, would be far too careful. The weights of the card do not matter here: what
    the ridge makes of them suits the whole card, not each rule. ``conjunct reproduce honesty``
    holds this estimate and others against unseen rows.

    Parameters
    ----------
    covered, errors : int
        Training rows that the rule covers, and those of them that contradict it.

    Examples
    --------
    Two rows without error are seen one time in four where every second row is one.

    >>> round(contradicted_share(2, 0), 9)
    0.5
    """
    return float(ucf_error(covered, errors))
