"""FOIL's way to one rule: add the condition of highest gain until no negative is covered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.count import Tests
from conjunct.evaluate import foil_gain
from conjunct.model.record import Round, SearchRecord
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome
from conjunct.search.refinements import Refinements

AttributeSets = frozenset[frozenset[int]]


@dataclass(frozen=True, eq=False)
class FoilRule:
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
        One for each condition that was added or taken away.
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
            tried=sum(one.tried for one in self.rounds),
            pruned=0,
            combinations=len(self.tried),
            covered=self.positives + self.negatives,
            errors=self.negatives,
            rounds=self.rounds,
        )
        gain = float(foil_gain(self.positives, self.negatives, *self.totals))
        return Outcome(self.body[np.argsort(self.body[:, 0])], gain, record)


def grow_foil_rule(start: GrowingBody) -> FoilRule | None:
    """Grow a body by FOIL's gain.

    The condition with the highest gain over the body so far is added, until the body covers no
    negative or no condition gains anything. Of equal gains the one with fewer negatives wins, then
    the lower column, ``≤`` before ``>``, then the lower code.

    Parameters
    ----------
    start : GrowingBody
        Without conditions; its covers are released.

    Returns
    -------
    FoilRule or None
        None if no condition gains anything.
    """
    rounds: list[Round] = []
    tried: AttributeSets = frozenset()
    with start as grown:
        language = grown.language
        totals = grown.positives, grown.negatives
        while grown.negatives and len(grown.body) < language.max_conditions:
            found = grown.refinements()
            best = _highest_gain(found, (grown.positives, grown.negatives))
            if best is None:
                break
            rounds.append(grown.round())
            tried |= _longer_sets(language, grown.body)
            grown.add(found, best)
    if not rounds:
        return None
    return FoilRule(grown.body, grown.positives, grown.negatives, totals, tuple(rounds), tried)


def _highest_gain(found: Refinements, totals: tuple[int, int]) -> int | None:
    """Return the place of the best refinement, None if none gains anything."""
    negatives, positives = found.values.T
    gains = foil_gain(positives, negatives, *totals)
    highest = gains.max(initial=0.0)
    if highest == 0.0:
        return None
    tied = np.flatnonzero(gains == highest)
    column, op, code = found.tests[tied].T
    return int(tied[np.lexsort((code, op, column, negatives[tied]))[0]])


def _longer_sets(language: Language, body: Tests) -> AttributeSets:
    """Return the sets of attributes that one more condition makes."""
    own = frozenset(language.columns.attribute[body[:, 0]].tolist())
    usable = np.flatnonzero(language.attribute_keys).tolist()
    return frozenset(own | {further} for further in usable if further not in own)
