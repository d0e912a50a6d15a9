"""The problem of finding one rule: its rows, class, conditions and score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from conjunct.count import BeamRequest, Channels, CountingEngine, two_counts
from conjunct.evaluate import Heuristic
from conjunct.search.language import Language
from conjunct.types import Floats, Ints


@dataclass(frozen=True, eq=False)
class RuleProblem:
    """The input of a search for one rule: rows, class, conditions, and the score of a body."""

    engine: CountingEngine
    cover: int
    channels: Channels
    language: Language
    heuristic: Heuristic

    @cached_property
    def totals(self) -> tuple[int, int]:
        """Positives and negatives among the rows to search."""
        return two_counts(self.engine, self.cover, self.channels)

    def request(self) -> BeamRequest:
        """Return the request for beam searches, which an engine may run in a fast way."""
        totals = self.totals
        weights = getattr(self.heuristic, "weights", None)  # of a `LinearFraction`
        key = (totals, self.heuristic) if weights is None else weights(*totals)

        def score(positives: Ints, negatives: Ints) -> Floats:
            return np.asarray(self.heuristic(positives, negatives, *totals), float)

        return BeamRequest(
            self.cover,
            self.channels,
            self.language.columns,
            self.language.attribute_keys,
            score,
            key,
            self.language.limits.min_coverage,
            self.language.max_conditions,
        )
