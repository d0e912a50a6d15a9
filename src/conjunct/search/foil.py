"""FOIL's search for one rule: grow it by the highest gain, and prune it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from conjunct.count import Channels, CountingEngine, Tests
from conjunct.evaluate import foil_gain
from conjunct.model.record import Round
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language
from conjunct.search.outcome import Outcome, greedy_record
from conjunct.search.refinements import Refinements

AttributeSets = frozenset[frozenset[int]]
Pruning = Literal["correctness-preserving", "unpruned", "p - n"]
PRUNINGS: tuple[Pruning, ...] = ("correctness-preserving", "unpruned", "p - n")
"""The pruning strategies. If theories cost the same, that of the earlier strategy is taken."""


@dataclass(frozen=True, eq=False)
class FoilRule:
    """A body that is being grown or pruned, and what was tried for it.

    `totals` are the positives and negatives of the rows that it was grown from, `rounds` has one
    round for each condition that was added or removed, `tried` the sets of attributes considered.
    """

    body: Tests
    positives: int
    negatives: int
    totals: tuple[int, int]
    rounds: tuple[Round, ...] = ()
    tried: AttributeSets = frozenset()

    def outcome(self) -> Outcome:
        """Return the body and its search record; its score is its gain over the empty body."""
        covered = self.positives + self.negatives
        record = greedy_record("foil", self.rounds, len(self.tried), covered, self.negatives)
        gain = float(foil_gain(self.positives, self.negatives, *self.totals))
        return Outcome(self.body[np.argsort(self.body[:, 0])], gain, record)


def grow_foil_rule(start: GrowingBody) -> FoilRule | None:
    """Grow a body by FOIL's gain; return None if no condition gains anything.

    The condition with the highest gain over the body so far is added, until the body covers no
    negative or no condition gains anything. Ties go to the condition with fewer negatives, then the
    lower column, then ``≤`` before ``>``, then the lower code. The covers of `start` are released.
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


def prune_foil_rule(
    engine: CountingEngine,
    language: Language,
    cover: int,
    channels: Channels,
    rule: FoilRule,
    pruning: Pruning,
) -> FoilRule:
    """Remove conditions one by one, following a strategy; at least one condition stays.

    Pfahringer (1995), section 4. ``"correctness-preserving"``: conditions are removed while the
    body covers no more negatives than the grown body did; the condition whose removal adds most
    positives goes first. ``"p - n"``: conditions are removed while positives minus negatives do
    not fall; the condition whose removal raises the difference most goes first. Of equal
    conditions, the last one added goes first. `cover` has the rows that the body was grown from.
    """
    most_negatives = rule.negatives
    while pruning != "unpruned" and len(rule.body) > 1:
        shorter = _shorter(engine, language, cover, channels, rule)
        values = [_value(one, pruning, most_negatives) for one in shorter]
        best = values.index(max(values))
        rule = replace(rule, rounds=shorter[best].rounds, tried=shorter[best].tried)
        if values[best] < _value(rule, pruning, most_negatives):
            break
        rule = shorter[best]
    return rule


def _value(rule: FoilRule, pruning: Pruning, most_negatives: int) -> float:
    if pruning == "p - n":
        return rule.positives - rule.negatives
    return rule.positives if rule.negatives <= most_negatives else -np.inf


def _shorter(
    engine: CountingEngine, language: Language, cover: int, channels: Channels, rule: FoilRule
) -> list[FoilRule]:
    """Return the bodies with one condition fewer, first the one without the last condition."""
    bodies = [np.delete(rule.body, place, axis=0) for place in range(len(rule.body))][::-1]
    counts = engine.tally(np.array([cover]), bodies, channels)[0]
    mean = counts.sum().item() / len(bodies)
    rounds = (*rule.rounds, Round(1, len(rule.body) - 1, len(bodies), 0, mean))
    attributes = language.columns.attribute
    tried = rule.tried | {frozenset(attributes[body[:, 0]].tolist()) for body in bodies}
    return [
        FoilRule(body, positives, negatives, rule.totals, rounds, tried)
        for body, (negatives, positives) in zip(bodies, counts.tolist(), strict=True)
    ]
