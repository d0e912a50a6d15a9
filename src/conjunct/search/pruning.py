"""Pruning: removing conditions from a grown body."""

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
"""The pruning strategies. If theories cost the same, that of the earlier strategy is taken."""


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
    conditions, the last one added goes first.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions that may be used.
    cover : int
        The rows that the body was grown from.
    channels : Channels
        Which classes are positive (1) and negative (0).
    rule : FoilRule
        The rule to prune; it has at least one condition.
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
