"""Rows of single-rule trials, written by hand so that averages can be worked out on paper."""

from __future__ import annotations

from conjunct.experiments.study import Results
from conjunct.experiments.trial import Row

from .reading import facts

Facts = tuple[str, float, int, int, int, int, int, int]
NAMES = ("class", "weight", "width", "covered", "errors", "combinations", "test_covered")


def row(facts: Facts) -> Row:
    """Take the facts of `NAMES`, and the errors on test rows."""
    named = dict(zip((*NAMES, "test_errors"), facts, strict=True))
    return {**named, "classes": 2, "scored": 10 * facts[5], "length": 1}


TRIALS = [
    [
        row(("a", 0.75, 1, 8, 0, 10, 10, 1)),
        row(("a", 0.75, 2, 18, 0, 100, 10, 3)),
        row(("b", 0.25, 1, 3, 0, 10, 4, 2)),
        row(("b", 0.25, 2, 4, 0, 100, 0, 0)),
    ],
    [
        row(("a", 0.75, 1, 8, 1, 10, 20, 4)),
        row(("a", 0.75, 2, 8, 0, 50, 10, 4)),
        row(("b", 0.25, 1, 8, 0, 10, 5, 1)),
        row(("b", 0.25, 2, 8, 0, 20, 5, 2)),
    ],
]
"""Test errors: class a 0.1 and 0.3, then 0.2 and 0.4; b 0.5 and none, then 0.2 and 0.4."""


def results(
    trials: list[list[Row]], names: tuple[str, ...] = ("promoters",), **more: object
) -> Results:
    """Give the same trials to every table."""
    stand_ins = {"kr-vs-kp": "chess endgame"}
    tables = tuple(facts(name, stands_in_for=stand_ins.get(name)) for name in names)
    return Results(tables, dict.fromkeys(names, trials), len(trials), **more)
