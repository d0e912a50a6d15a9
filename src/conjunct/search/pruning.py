"""Conditions taken away again from a grown body."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from conjunct.count import CountingEngine
from conjunct.model.record import Round
from conjunct.search.foil import Grown
from conjunct.search.language import Language

Pruning = Literal["correctness-preserving", "unpruned", "p - n"]
PRUNINGS: tuple[Pruning, ...] = ("correctness-preserving", "unpruned", "p - n")
"""The strategies; of theories that cost the same the first one is taken."""


def prune(
    engine: CountingEngine, language: Language, head: int, grown: Grown, pruning: Pruning
) -> Grown:
    """Take conditions away one by one, as a strategy says; at least one stays.

    Pfahringer (1995), section 4. ``"correctness-preserving"``: a condition may go as long as the
    body covers no more negatives than the grown one; the one whose loss adds most positives goes
    first. ``"p - n"``: a condition goes while the positives less the negatives do not fall; the
    one whose loss raises them most goes first. Of equal ones the last one added goes.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the body was grown from.
    language : Language
        The conditions.
    head : int
        The positive class.
    grown : Grown
        With at least one condition.
    pruning : {"correctness-preserving", "unpruned", "p - n"}
        The strategy.
    """
    most_negatives = grown.negatives
    while pruning != "unpruned" and len(grown.body) > 1:
        shorter = _shorter(engine, language, head, grown)
        values = [_value(one, pruning, most_negatives) for one in shorter]
        best = values.index(max(values))
        grown = replace(grown, rounds=shorter[best].rounds, tried=shorter[best].tried)
        if values[best] < _value(grown, pruning, most_negatives):
            break
        grown = shorter[best]
    return grown


def _value(grown: Grown, pruning: Pruning, most_negatives: int) -> float:
    if pruning == "p - n":
        return grown.positives - grown.negatives
    return grown.positives if grown.negatives <= most_negatives else -np.inf


def _shorter(engine: CountingEngine, language: Language, head: int, grown: Grown) -> list[Grown]:
    """Return the bodies with one condition less, that without the last one added first."""
    bodies = [np.delete(grown.body, place, axis=0) for place in range(len(grown.body))][::-1]
    counts = [engine.class_counts(body) for body in bodies]
    mean = sum(map(sum, counts)) / len(bodies)
    rounds = (*grown.rounds, Round(1, len(grown.body) - 1, len(bodies), 0, mean))
    attributes = language.columns.attribute
    tried = grown.tried | {frozenset(attributes[body[:, 0]].tolist()) for body in bodies}
    return [
        Grown(body, one[head], sum(one) - one[head], grown.totals, rounds, tried)
        for body, one in zip(bodies, counts, strict=True)
    ]
