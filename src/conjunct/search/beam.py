"""Beam search of one width. Quinlan & Cameron-Jones (1995), section 2."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.model.record import Round
from conjunct.search.space import ROOT, SearchSpace


@dataclass(frozen=True)
class BeamResult:
    """The best candidate that one width found, and what it took.

    Parameters
    ----------
    pick : int
        Number of the candidate in its search space.
    positives, negatives : int
        Rows that it covers.
    combinations : int
        Distinct attribute sets considered, h_w.
    rounds : tuple of Round
        One a level.
    cut : bool
        Whether the width ever kept a candidate out; if not, a wider beam finds the same.
    """

    pick: int
    positives: int
    negatives: int
    combinations: int
    rounds: tuple[Round, ...]
    cut: bool


def beam_search(space: SearchSpace, width: int) -> BeamResult | None:
    """Extend the best `width` conjuncts by one condition at a time until none is left.

    A candidate stays only if some refinement of it could beat the best one known after its
    whole level has been scored. The best candidate met on the way is returned: highest score,
    then fewest errors, then fewest conditions, then first in the order of the beam.

    Parameters
    ----------
    space : SearchSpace
        Where conjuncts and counts are kept.
    width : int
        How many conjuncts stay at each level.

    Returns
    -------
    BeamResult or None
        None if no condition can be tried.
    """
    nodes = np.array([ROOT])
    best = -1
    combinations, cut = 0, False
    rounds: list[Round] = []
    most = space.limits.max_conditions
    while nodes.size and (most is None or len(rounds) < most):
        space.expand(nodes, space.score(best) if best >= 0 else -np.inf)
        level = space.survey(nodes, width, best)
        best = level.best
        if best < 0:
            return None
        combinations += level.combinations
        mean = level.covered / max(level.scored, 1)
        rounds.append(Round(width, len(rounds) + 1, level.scored, level.pruned, mean))
        cut = cut or len(level.picks) == width
        nodes = space.nodes_of(level.picks)
    if best < 0:
        return None
    return BeamResult(best, *space.counts(best), combinations, tuple(rounds), cut)
