"""Beam search. Quinlan & Cameron-Jones (1995), section 2."""

from __future__ import annotations

import numpy as np

from conjunct.choose import Ending, Stage
from conjunct.count import Beams, Level
from conjunct.model.record import Round
from conjunct.search.result import BeamResult


def beam_search(beams: Beams, width: int, ending: Ending | None = None) -> BeamResult | None:
    """Extend the best `width` conjuncts by one condition at a time until none is left.

    A candidate enters the beam only if some refinement of it could beat the best one found so
    far, itself included, in the order in which they are scored; and it is refined only if some
    refinement could beat the best one of its whole level. The best candidate met on the way is
    returned: highest score, then fewest errors, then fewest conditions, then first in the order
    of the beam.

    Parameters
    ----------
    beams : Beams
        The problem, and what is known of it.
    width : int
        How many conjuncts stay at each level.
    ending : Ending or None
        Cuts the search off at one of its rounds.

    Returns
    -------
    BeamResult or None
        None if no condition can be tried.
    """
    return beam_searches(beams, [width], keep=False, ending=ending)[0]


def beam_searches(
    beams: Beams, widths: list[int], keep: bool = True, ending: Ending | None = None
) -> list[BeamResult | None]:
    """Run beams of several widths: the results of each alone, counted together.

    Parameters
    ----------
    beams : Beams
        The problem, and what is known of it.
    widths : list of int
        The widths.
    keep : bool
        Whether wider beams follow, which will meet the same conjuncts again.
    ending : Ending or None
        Cuts each search off at one of its rounds.

    Returns
    -------
    list of BeamResult or None
        One a width.
    """
    found = beams.run(widths, keep)
    return [
        _result(beams, width, levels, ending) for width, levels in zip(widths, found, strict=True)
    ]


def _result(
    beams: Beams, width: int, levels: list[Level], ending: Ending | None
) -> BeamResult | None:
    """Return what a beam found, None if no condition could be tried or is worth it."""
    last = len(levels)
    if levels and ending is not None:
        last = ending.last([_empty(beams), *map(_stage, levels)])
    if not last:
        return None
    levels, best = levels[: last + 1], levels[last - 1]
    return BeamResult(
        beams.body(best),
        best.positives,
        best.negatives,
        best.score,
        combinations=sum(level.combinations for level in levels),
        rounds=tuple(
            Round(width, number, level.scored, level.pruned, level.covered / max(level.scored, 1))
            for number, level in enumerate(levels, start=1)
        ),
        cut=any(level.selected == width for level in levels),
    )


def _empty(beams: Beams) -> Stage:
    """Return the stage before any round: the body without conditions."""
    p, n = beams.totals
    score = float(beams.request.score(np.array([p]), np.array([n]))[0]) if p else -np.inf
    return Stage(1, p + n, p, n, score, p, n)


def _stage(level: Level) -> Stage:
    return Stage(
        level.scored,
        level.covered,
        level.positives,
        level.negatives,
        level.score,
        level.purest_positives,
        level.purest_negatives,
        level.combinations,
    )
