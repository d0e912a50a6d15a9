"""FOIL's search for one rule: add the condition with the highest gain until no negative is left."""

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
    """A body that is being grown or pruned, and what was tried for it.

    Parameters
    ----------
    body : Tests
        Its conditions on codes, in the order in which they were added.
    positives, negatives : int
        Number of rows that it covers.
    totals : tuple of int
        Positives and negatives of the rows that it was grown from.
    rounds : tuple of Round
        One round for each condition that was added or removed.
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
        """Return the body and its search record; its score is its gain over the empty body."""
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
    negative or no condition gains anything. Ties go to the condition with fewer negatives, then the
    lower column, then ``≤`` before ``>``, then the lower code.

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
    """Return the position of the best refinement, or None if none gains anything."""
    negatives, positives = found.values.T
    gains = foil_gain(positives, negatives, *totals)
    highest = gains.max(initial=0.0)
    if highest == 0.0:
        return None
    tied = np.flatnonzero(gains == highest)
    column, op, code = found.tests[tied].T
    return int(tied[np.lexsort((code, op, column, negatives[tied]))[0]])


def _longer_sets(language: Language, body: Tests) -> AttributeSets:
    """Return the sets of attributes that the body can have after one more condition."""
    own = frozenset(language.columns.attribute[body[:, 0]].tolist())
    usable = np.flatnonzero(language.attribute_keys).tolist()
    return frozenset(own | {further} for further in usable if further not in own)
