"""RIPPER: a decision list with the rules of the rarest class first. Cohen (1995)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, class_counts
from conjunct.cover.loop import rows_left
from conjunct.cover.rare_first import rare_first
from conjunct.cover.ripper_class import RipperClass, RipperOptions
from conjunct.model import Rule
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.outcome import as_rule


class RipperTheory(NamedTuple):
    """Rules in their order, and the class of the rows that none of them covers."""

    rules: list[Rule]
    default: int


def learn_ripper(
    engine: CountingEngine,
    options: RipperOptions,
    random: np.random.Generator,
    progress: Callable[[float], None] | None = None,
) -> RipperTheory:
    """Learn the rules of one class after the other, from the rarest to the most frequent.

    Each class is separated from all remaining rows: those that no rule of an earlier class covers.
    The most frequent class has no rules. If all conditions of a rule are pruned away, its class is
    predicted for all remaining rows, and the list ends.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    options : RipperOptions
        How the rules of a class are learned.
    random : Generator
        Draws the folds that rules are grown and pruned on.
    progress : callable or None
        Called after each class with the share of the rows that are done.
    """
    language = Language(engine.columns, Limits(("=", "<=", ">")), reuse="numeric")
    left = engine.root()
    counts = class_counts(engine, left)
    order = rare_first(counts)
    rules: list[Rule] = []
    default = order[-1]
    for place, head in enumerate(order[:-1]):
        share = counts[head] / sum(counts[one] for one in order[place:])
        for found in RipperClass(engine, language, left, head, share, options, random).rules():
            if not len(found.body):
                default = head
                break
            outcome = found.outcome(engine, language, left, head)
            rules.append(as_rule(engine, left, head, outcome))
            left = rows_left(engine, left, outcome.body)
        if default == head:
            break
        if progress is not None:
            progress(sum(counts[one] for one in order[: place + 1]) / sum(counts))
    engine.release(np.array([left]))
    return RipperTheory(rules, default)
