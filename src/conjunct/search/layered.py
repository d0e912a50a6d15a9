"""Searches for one rule with beams: of one width, or of growing widths (layered search)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from conjunct.choose import CRITERIA, Chosen, Criterion, Ending, Searched, rule_ratio
from conjunct.count import Beams, CountingEngine
from conjunct.count.deadline import TimeIsUpError
from conjunct.model.record import Round, SearchRecord
from conjunct.search.beam import BeamResult, beam_search, beam_searches
from conjunct.search.outcome import Outcome
from conjunct.search.rule_problem import RuleProblem
from conjunct.search.space import open_beams

N_PERMUTATIONS = 10
"""Number of tables with permuted classes. The mean of the best likelihood ratio G over them has a
standard error of 2.57 / √10 = 0.8."""


@dataclass(eq=False)
class ChanceSearches:
    """Beam searches for rules of the same class on rows with permuted classes.

    All that they find is chance. A search starts from all rows, whatever earlier rules of the class
    cover. How much the best of many candidates gains by chance depends on the candidates and hardly
    on the rows left. So each width is searched once per class. The `engines` are over permuted
    tables, see `conjunct.count.folds.permuted_table`.
    """

    engines: Sequence[CountingEngine]
    _class: bytes = field(default=b"", init=False)
    _beams: list[Beams] = field(default_factory=list, init=False)
    _known: dict[int, float] = field(default_factory=dict, init=False)

    def mean_ratios(self, problem: RuleProblem, widths: list[int]) -> list[float]:
        """Return the mean likelihood ratio of the best rules found by chance, for each width."""
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


@dataclass(frozen=True)
class BeamSearch:
    """Beam search of a fixed width: greedy search for width 1.

    `ending` decides after which round the search ends; None lets it continue while a better rule is
    possible. `chance` is the same search on permuted classes, if the record is to hold its result.
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
    sections 3 and 4. `chance` is the same search on permuted classes, for the criterion
    ``"gumbel"``.
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

    `totals` are the positives and negatives among the rows that were searched, `chance_ratios` the
    mean likelihood ratios that the same searches find on permuted classes.
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
