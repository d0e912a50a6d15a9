"""Searches for one rule with beams: of one width, or of growing widths (layered search)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conjunct.choose import CRITERIA, Chosen, Criterion, Ending, Searched
from conjunct.count import Beams
from conjunct.count.deadline import TimeIsUpError
from conjunct.model.record import Round, SearchRecord
from conjunct.search.beam import beam_search, beam_searches
from conjunct.search.chance import ChanceSearches
from conjunct.search.outcome import Outcome
from conjunct.search.result import BeamResult
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams


@dataclass(frozen=True)
class BeamSearch:
    """Beam search of a fixed width: greedy search for width 1.

    Parameters
    ----------
    width : int
        The width.
    name : str
        Name of the search in its record.
    ending : Ending or None
        Decides after which round the search ends; None lets it continue while a better rule is
        possible.
    chance : ChanceSearches or None
        The same search on permuted classes, if the record is to hold its result.
    """

    width: int = 1
    name: str = "greedy"
    ending: Ending | None = None
    chance: ChanceSearches | None = None

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the best rule met, or None if no condition can be tried."""
        beams = open_beams(problem.engine, problem.request())
        result = beam_search(beams, self.width, self.ending)
        if result is None:
            return None
        ratio = None if self.chance is None else self.chance.mean_ratios(problem, [self.width])[0]
        return outcome(beams, self.name, result, result.rounds, ratio)


@dataclass(frozen=True)
class LayeredSearch:
    """Beams of width 1, 2, 4, …; the width with the lowest corrected error wins.

    The search ends when a number of widths in a row, the criterion's patience, have brought no
    lower corrected error, or when a wider beam cannot differ. Quinlan & Cameron-Jones (1995),
    sections 3 and 4.

    Parameters
    ----------
    max_width : int
        Width of the widest beam.
    name : str
        Name of the search in its record.
    criterion : Criterion
        The corrected error, and how long to wait for a lower one.
    chance : ChanceSearches or None
        The same search on permuted classes, for the criterion ``"gumbel"``.
    """

    max_width: int = 512
    name: str = "layered"
    criterion: Criterion = CRITERIA["layered"]
    chance: ChanceSearches | None = None

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the rule with the lowest corrected error, or None if no condition can be tried."""
        beams = open_beams(problem.engine, problem.request())
        best: _Tried | None = None
        waited, n_tried = -1, 0
        rounds: list[Round] = []
        widths = [2**power for power in range(self.max_width.bit_length())]
        while n_tried < len(widths) and waited < self.criterion.patience:
            # These widths are tried whatever they find, so they are searched together.
            certain = widths[n_tried:][: self.criterion.patience - waited]
            n_tried += len(certain)
            try:
                found = self._tried(problem, beams, certain)
            except TimeIsUpError:
                if best is None:
                    raise
                break  # with the best of the narrower beams
            for tried in found:
                rounds.extend(tried.result.rounds)
                waited += 1
                if best is None or tried.error < best.error:
                    best, waited = tried, 0
                if not tried.result.cut:
                    n_tried = len(widths)
                    break
            if best is None:
                return None
        assert best is not None
        return outcome(beams, self.name, best.result, tuple(rounds), best.chance_ratio)

    def _tried(self, problem: RuleProblem, beams: Beams, widths: list[int]) -> Iterator[_Tried]:
        """Search with some widths; the result is empty if no condition can be tried."""
        results = [one for one in beam_searches(beams, widths) if one is not None]
        ratios: list[float | None] = [None] * len(results)
        if self.chance is not None and results:
            ratios = list(self.chance.mean_ratios(problem, widths))
        errors = corrected(results, self.criterion, beams.totals, ratios)
        return map(_Tried, results, errors, ratios)


class _Tried(NamedTuple):
    """The result of one width, its corrected error, and its likelihood ratio by chance."""

    result: BeamResult
    error: float
    chance_ratio: float | None


def corrected(
    results: Sequence[BeamResult],
    criterion: Criterion,
    totals: tuple[int, int],
    chance_ratios: Sequence[float | None],
) -> list[float]:
    """Return the corrected error of the best rule of each width.

    Parameters
    ----------
    results : sequence of BeamResult
        The rules.
    criterion : Criterion
        The corrected error.
    totals : tuple of int
        Positives and negatives among the rows that were searched.
    chance_ratios : sequence of float or None
        Mean likelihood ratios that the same searches find on permuted classes.
    """
    if not results:
        return []
    facts = [
        (
            one.positives + one.negatives,
            one.negatives,
            2,
            one.combinations,
            sum(level.tried for level in one.rounds),
            len(one.body),
        )
        for one in results
    ]
    rows, positives = np.array(sum(totals)), np.array(totals[0])
    chosen = Chosen(*np.array(facts).T)
    about = Searched(chosen, rows, positives, np.array(chance_ratios, float))
    return [float(error) for error in criterion(about)]


def outcome(
    beams: Beams,
    name: str,
    result: BeamResult,
    rounds: tuple[Round, ...],
    chance_ratio: float | None = None,
) -> Outcome:
    """Combine a beam's result with the rounds of the whole search."""
    record = SearchRecord(
        search=name,
        width=result.rounds[0].width,
        tried=beams.n_scored,
        pruned=sum(one.pruned for one in rounds),
        combinations=result.combinations,
        covered=result.positives + result.negatives,
        errors=result.negatives,
        rounds=rounds,
        chance_ratio=chance_ratio,
    )
    return Outcome(result.body, result.score, record)
