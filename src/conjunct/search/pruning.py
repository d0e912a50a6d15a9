"""Conditions taken away again from a grown body."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from conjunct.count import Channels, CountingEngine
from conjunct.model.record import Round
from conjunct.search.foil import FoilRule
from conjunct.search.language import Language

Pruning = Literal["correctness-preserving", "unpruned", "p - n"]
PRUNINGS: tuple[Pruning, ...] = ("correctness-preserving", "unpruned", "p - n")
"""The strategies; of theories that cost the same the first one is taken."""


def prune_foil_rule(
    engine: CountingEngine,
    language: Language,
    cover: int,
    channels: Channels,
    rule: FoilRule,
    pruning: Pruning,
) -> FoilRule:
    """Take conditions away one by one, as a strategy says; at least one stays.

    Pfahringer (1995), section 4. ``"correctness-preserving"``: a condition may go as long as the
    body covers no more negatives than the grown one; the one whose loss adds most positives goes
    first. ``"p - n"``: a condition goes while the positives less the negatives do not fall; the
    one whose loss raises them most goes first. Of equal ones the last one added goes.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions.
    cover : int
        The rows that the body was grown from.
    channels : Channels
        Which classes are positive (1) and negative (0).
    rule : FoilRule
        With at least one condition.
    pruning : {"correctness-preserving", "unpruned", "p - n"}
        The strategy.
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
    """Return the bodies with one condition less, that without the last one added first."""
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
