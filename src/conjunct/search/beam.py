"""Beam search. Quinlan & Cameron-Jones (1995), section 2."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.choose import Ending, Stage
from conjunct.count import Beams, Level, Tests
from conjunct.model.record import Round


@dataclass(frozen=True, eq=False)
class BeamResult:
    """The best candidate that a beam of one width found, and what was tried for it.

    `combinations` is the number of distinct attribute sets considered, h_w. `cut` tells whether the
    beam was ever full; if not, a wider beam finds the same.
    """

    body: Tests
    positives: int
    negatives: int
    score: float
    combinations: int
    rounds: tuple[Round, ...]
    cut: bool


def beam_search(beams: Beams, width: int, ending: Ending | None = None) -> BeamResult | None:
    """Extend the best `width` bodies by one condition at a time until none is left.

    Candidates are scored one after the other. A candidate enters the beam only if some refinement
    of it could beat the best candidate scored so far, itself included. It is refined only if some
    refinement could beat the best candidate of its whole level. The best candidate of the search is
    returned: highest score, then fewest errors, then fewest conditions, then first in the order
    of the beam. `ending` decides after which round the search ends early. Return None if no
    condition can be tried.
    """
    return beam_searches(beams, [width], keep=False, ending=ending)[0]


def beam_searches(
    beams: Beams, widths: list[int], keep: bool = True, ending: Ending | None = None
) -> list[BeamResult | None]:
    """Run beams of several widths together; each gives the same result as alone.

    `keep` tells whether wider beams will follow, which meet the same bodies again.
    """
    found = beams.run(widths, keep)
    return [
        _result(beams, width, levels, ending) for width, levels in zip(widths, found, strict=True)
    ]


def _result(
    beams: Beams, width: int, levels: list[Level], ending: Ending | None
) -> BeamResult | None:
    """Return the result of a beam, or None if no condition can be tried or is worth it."""
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
