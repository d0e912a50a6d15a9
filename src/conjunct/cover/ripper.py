"""RIPPER: a decision list with the rules of the rarest class first. Cohen (1995)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from conjunct.count import CountingEngine, as_tests
from conjunct.cover.one_class import OneClass, Plan
from conjunct.cover.rare_first import rare_first
from conjunct.model import Rule
from conjunct.search import Language, Limits, as_rule


class Ripped(NamedTuple):
    """Rules in their order, and the class of the rows that none of them covers."""

    rules: list[Rule]
    default: int


def rip(
    engine: CountingEngine,
    plan: Plan,
    random: np.random.Generator,
    progress: Callable[[float], None] | None = None,
) -> Ripped:
    """Learn the rules of one class after the other, from the rarest to the most frequent.

    Each class is told from all rows that are left: those that no rule of an earlier class covers.
    The most frequent class has no rules. If all conditions of a rule are pruned away, its class is
    that of all rows that are left, and the list ends.

    Parameters
    ----------
    engine : CountingEngine
        The rows; those that a rule covers are removed.
    plan : Plan
        How the rules of a class are learned.
    random : Generator
        Splits rows into growing and pruning parts.
    progress : callable or None
        Called after each class with the share of the rows that are dealt with.
    """
    language = Language(engine.columns, Limits(("=", "<=", ">")))
    counts = engine.class_counts(as_tests([]))
    order = rare_first(counts)
    rules: list[Rule] = []
    for place, head in enumerate(order[:-1]):
        engine.begin(head)
        if engine.totals(engine.root())[0]:
            share = counts[head] / sum(counts[one] for one in order[place:])
            for draft in OneClass(engine, language, share, plan, random).rules():
                if not len(draft.tests):
                    return Ripped(rules, head)
                outcome = draft.outcome(engine, language, head)
                rules.append(as_rule(engine, head, outcome))
                engine.remove(outcome.body)
        if progress is not None:
            progress(sum(counts[one] for one in order[: place + 1]) / sum(counts))
    return Ripped(rules, order[-1])
