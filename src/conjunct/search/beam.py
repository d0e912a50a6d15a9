"""Beam search. Quinlan & Cameron-Jones (1995), section 2."""

from __future__ import annotations

import numpy as np

from conjunct.choose.endings import Ending, Stage
from conjunct.model.record import Round
from conjunct.search.bits import BitSpace
from conjunct.search.result import BeamResult
from conjunct.search.space import ROOT, Level, SearchSpace
from conjunct.types import Ints


def beam_search(
    space: SearchSpace | BitSpace, width: int, ending: Ending | None = None
) -> BeamResult | None:
    """Extend the best `width` conjuncts by one condition at a time until none is left.

    A candidate enters the beam only if some refinement of it could beat the best one found so
    far, itself included, in the order in which they are scored; and it is refined only if some
    refinement could beat the best one of its whole level. The best candidate met on the way is
    returned: highest score, then fewest errors, then fewest conditions, then first in the order
    of the beam.

    Parameters
    ----------
    space : SearchSpace or BitSpace
        Where conjuncts and counts are kept.
    width : int
        How many conjuncts stay at each level.
    ending : Ending or None
        Cuts the search off at one of its rounds.

    Returns
    -------
    BeamResult or None
        None if no condition can be tried.
    """
    return beam_searches(space, [width], keep=False, ending=ending)[0]


def beam_searches(
    space: SearchSpace | BitSpace,
    widths: list[int],
    keep: bool = True,
    ending: Ending | None = None,
) -> list[BeamResult | None]:
    """Run beams of several widths side by side: the results of each alone, counted together.

    Parameters
    ----------
    space : SearchSpace or BitSpace
        Where conjuncts and counts are kept.
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
    if isinstance(space, BitSpace):
        return space.beams(widths, keep or len(widths) > 1, ending)
    beams = [_Beam(width) for width in widths]
    for _ in range(space.max_conditions):
        going = [beam for beam in beams if beam.nodes.size]
        if not going:
            break
        floor = min(space.score(b.best) if b.best >= 0 else -np.inf for b in going)
        space.expand(np.concatenate([beam.nodes for beam in going]), floor)
        found = space.survey(
            [beam.nodes for beam in going],
            [beam.width for beam in going],
            [beam.best for beam in going],
        )
        nodes = space.nodes_of(np.concatenate([one.picks for one in found]))
        ends = np.cumsum([len(one.picks) for one in found[:-1]])
        for beam, one, own in zip(going, found, np.split(nodes, ends), strict=True):
            beam.advance(one, own)
    return [beam.result(space, ending) for beam in beams]


class _Beam:
    """A beam on its way: its nodes, the best candidate so far and what it took."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.nodes = np.array([ROOT])
        self.best = -1
        self._levels: list[Level] = []

    def advance(self, level: Level, nodes: Ints) -> None:
        """Take in a level and go on with the nodes of its candidates."""
        self.nodes = nodes
        self.best = level.best
        self._levels.append(level)

    def result(self, space: SearchSpace, ending: Ending | None) -> BeamResult | None:
        """Return what the beam found, None if no condition could be tried or is worth it."""
        levels = self._levels
        if self.best < 0:
            return None
        last = len(levels)
        if ending is not None:
            last = ending.last([space.empty, *(_stage(space, level) for level in levels)])
            if not last:
                return None
            levels = levels[: last + 1]
        best = levels[last - 1].best
        return BeamResult(
            space.body(best),
            *space.counts(best),
            space.score(best),
            combinations=sum(level.combinations for level in levels),
            rounds=tuple(
                Round(
                    self.width,
                    number,
                    level.scored,
                    level.pruned,
                    level.covered / max(level.scored, 1),
                )
                for number, level in enumerate(levels, start=1)
            ),
            cut=any(level.selected == self.width for level in levels),
        )


def _stage(space: SearchSpace, level: Level) -> Stage:
    counts, score = space.counts(level.best), space.score(level.best)
    purest = level.purest_positives, level.purest_negatives
    return Stage(level.scored, level.covered, *counts, score, *purest, level.combinations)
