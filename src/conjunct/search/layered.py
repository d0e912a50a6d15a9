"""Searches for one rule by beams: of one width, or of growing widths (layered search)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.choose import ESTIMATES, Chosen, Ending
from conjunct.count import Beams
from conjunct.model.record import Round, SearchRecord
from conjunct.search.beam import beam_search, beam_searches
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
        What the record calls it.
    ending : Ending or None
        Cuts the search off at one of its rounds; None lets it go on while it could pay.
    """

    width: int = 1
    name: str = "greedy"
    ending: Ending | None = None

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the best rule met, or None if no condition can be tried."""
        beams = open_beams(problem.engine, problem.request())
        result = beam_search(beams, self.width, self.ending)
        if result is None:
            return None
        return outcome(beams, self.name, result, result.rounds)


@dataclass(frozen=True)
class LayeredSearch:
    """Beams of width 1, 2, 4, …; the width with the lowest corrected error wins.

    The search ends when `patience` widths in a row have brought no lower corrected error
    (r_w, see `conjunct.choose.layered_error`), or when a wider beam could not differ.
    Quinlan & Cameron-Jones (1995), sections 3 and 4.

    Parameters
    ----------
    max_width : int
        The widest beam.
    patience : int
        Widths without a lower corrected error before the search ends.
    name : str
        What the record calls it.
    criterion : str
        Name of the corrected error, of `conjunct.choose.ESTIMATES`: ``"layered"`` is r_w,
        ``"poe"`` process-oriented evaluation.
    """

    max_width: int = 512
    patience: int = 2
    name: str = "layered"
    criterion: str = "layered"

    def find(self, problem: RuleProblem) -> Outcome | None:
        """Return the rule with the lowest corrected error, or None if no condition can be tried."""
        beams = open_beams(problem.engine, problem.request())
        best: BeamResult | None = None
        lowest, waited, n_tried = 2.0, -1, 0
        rounds: list[Round] = []
        widths = [2**power for power in range(self.max_width.bit_length())]
        while n_tried < len(widths) and waited < self.patience:
            # That many widths are tried whatever they bring, so they are searched together.
            certain = widths[n_tried:][: self.patience - waited]
            n_tried += len(certain)
            results = beam_searches(beams, certain)
            for result, error in zip(results, corrected(results, self.criterion), strict=True):
                if result is None:
                    return None
                rounds.extend(result.rounds)
                waited = 0 if error < lowest else waited + 1
                if error < lowest:
                    best, lowest = result, error
                if not result.cut:
                    n_tried = len(widths)
                    break
        assert best is not None
        return outcome(beams, self.name, best, tuple(rounds))


def corrected(results: list[BeamResult | None], criterion: str) -> list[float]:
    """Return the corrected error of the best rule of each width; 1 where there is none."""
    errors = np.ones(len(results))
    found = [result for result in results if result is not None]
    if found:
        facts = [
            (
                one.positives + one.negatives,
                one.negatives,
                2,
                one.combinations,
                sum(level.scored for level in one.rounds),
                len(one.body),
            )
            for one in found
        ]
        chosen = Chosen(*np.array(facts).T)
        errors[[result is not None for result in results]] = ESTIMATES[criterion].error(chosen)
    return [float(error) for error in errors]


def outcome(beams: Beams, name: str, result: BeamResult, rounds: tuple[Round, ...]) -> Outcome:
    """Put a beam's result and the rounds of the whole search together."""
    record = SearchRecord(
        search=name,
        width=result.rounds[0].width,
        scored=beams.n_scored,
        pruned=sum(one.pruned for one in rounds),
        combinations=result.combinations,
        covered=result.positives + result.negatives,
        errors=result.negatives,
        rounds=rounds,
    )
    return Outcome(result.body, result.score, record)
