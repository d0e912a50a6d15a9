"""The same search on rows with permuted classes, where all that it finds is chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from conjunct.choose import rule_ratio
from conjunct.count import Beams, CountingEngine
from conjunct.search.beam import beam_searches
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams

N_PERMUTATIONS = 10
"""Number of tables with permuted classes. The mean of the best likelihood ratio G over them has a
standard error of 2.57 / √10 = 0.8."""


@dataclass(eq=False)
class ChanceSearches:
    """Beam searches for rules of the same class on permuted tables.

    A search starts from all rows, whatever earlier rules of the class cover. How much the best of
    many candidates gains by chance depends on the candidates and hardly on the rows left. So each
    width is searched once per class.

    Parameters
    ----------
    engines : sequence of CountingEngine
        Engines over permuted tables, see `conjunct.count.permuted.permuted_table`.
    """

    engines: Sequence[CountingEngine]
    _class: bytes = field(default=b"", init=False)
    _beams: list[Beams] = field(default_factory=list, init=False)
    _known: dict[int, float] = field(default_factory=dict, init=False)

    def mean_ratios(self, problem: RuleProblem, widths: list[int]) -> list[float]:
        """Return the mean likelihood ratio of the best rules found by chance, for each width.

        Parameters
        ----------
        problem : RuleProblem
            The search on the true classes.
        widths : list of int
            Beam widths.
        """
        if self._class != problem.channels.tobytes():
            self._class, self._known = problem.channels.tobytes(), {}
            self._beams = [self._open(problem, engine) for engine in self.engines]
        new = [width for width in widths if width not in self._known]
        if new:
            ratios = np.array([_ratios(beams, new) for beams in self._beams])
            self._known.update(zip(new, ratios.mean(axis=0).tolist(), strict=True))
        return [self._known[width] for width in widths]

    def _open(self, problem: RuleProblem, engine: CountingEngine) -> Beams:
        own = replace(problem, engine=engine, cover=engine.root())
        return open_beams(engine, own.request())


def _ratios(beams: Beams, widths: list[int]) -> list[float]:
    """Return the likelihood ratio of the best rule of each width; 0 if there is no rule."""
    positives, negatives = beams.totals
    return [
        0.0
        if one is None
        else float(
            rule_ratio(
                one.positives + one.negatives, one.negatives, positives + negatives, positives
            )
        )
        for one in beam_searches(beams, widths)
    ]
