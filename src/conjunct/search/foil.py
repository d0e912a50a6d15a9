"""FOIL's way to one rule: add the condition of highest gain until no negative is covered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.evaluate import FoilGain, foil_gain
from conjunct.model.record import Round, SearchRecord
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome
from conjunct.search.refinements import Refinements, Scorer

AttributeSets = frozenset[frozenset[int]]


@dataclass(frozen=True, eq=False)
class Grown:
    """A body on its way, and what was tried for it.

    Parameters
    ----------
    body : Tests
        Its conditions on codes, in the order in which they were added.
    positives, negatives : int
        Rows that it covers.
    totals : tuple of int
        Positives and negatives of the rows that it was grown from.
    rounds : tuple of Round
        One a condition that was added or taken away.
    tried : frozenset
        Sets of attributes that were considered.
    """

    body: Tests
    positives: int
    negatives: int
    totals: tuple[int, int]
    rounds: tuple[Round, ...] = ()
    tried: AttributeSets = frozenset()

    def outcome(self) -> Outcome:
        """Return the body and the record of its search; its score is its gain over no condition."""
        record = SearchRecord(
            search="foil",
            width=1,
            scored=sum(one.scored for one in self.rounds),
            pruned=0,
            combinations=len(self.tried),
            covered=self.positives + self.negatives,
            errors=self.negatives,
            rounds=self.rounds,
        )
        gain = float(foil_gain(self.positives, self.negatives, *self.totals))
        return Outcome(self.body[np.argsort(self.body[:, 0])], gain, record)


def grow(engine: CountingEngine, language: Language) -> Grown | None:
    """Grow a body by FOIL's gain, from the root of the class that the engine was set to.

    The condition with the highest gain over the body so far is added, until the body covers no
    negative or no condition gains anything. Of equal gains the one with fewer negatives wins, then
    the first in the order of `conjunct.search.refinements`.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    language : Language
        The conditions that may be used.

    Returns
    -------
    Grown or None
        None if no condition gains anything.
    """
    cover = engine.root()
    totals = engine.totals(cover)
    grown = Grown(as_tests([]), *totals, totals)
    while grown.negatives and len(grown.body) < language.max_conditions:
        longer = _with_best_condition(engine, language, cover, grown)
        if longer is None:
            break
        cover = int(engine.refine(np.array([cover]), longer.body[-1:])[0])
        grown = longer
    return grown if len(grown.body) else None


def _with_best_condition(
    engine: CountingEngine, language: Language, cover: int, grown: Grown
) -> Grown | None:
    """Return the body with one more condition, None if none gains anything."""
    attributes = language.columns.attribute
    own = attributes[grown.body[:, 0]]
    used = np.zeros((1, len(language.attribute_keys)), bool)
    used[0, own] = True
    scorer = Scorer(language, FoilGain(), (grown.positives, grown.negatives))
    nodes = used, np.zeros(1, np.uint64)
    found = scorer.plain_refinements(engine.count(np.array([cover])), nodes, -np.inf)
    gains, negatives = found.picks.merit[:, 0], found.picks.what[:, 4]
    if not len(gains) or gains.max() <= 0:
        return None
    best = found.picks.what[np.lexsort((negatives, -gains))[0]]
    usable = np.flatnonzero((language.attribute_keys != 0) & ~used[0]).tolist()
    sets = frozenset(frozenset((*own.tolist(), further)) for further in usable)
    return Grown(
        np.concatenate((grown.body, best[None, :3])),
        int(best[3]),
        int(best[4]),
        grown.totals,
        (*grown.rounds, _round(found, len(grown.body) + 1)),
        grown.tried | sets,
    )


def _round(found: Refinements, level: int) -> Round:
    scored, covered = found.sums[0, :2].tolist()
    return Round(width=1, level=level, scored=scored, pruned=0, mean_covered=covered / scored)
