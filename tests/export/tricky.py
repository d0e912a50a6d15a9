"""Small models, each with one thing that an export can easily get wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model import (
    Condition,
    Node,
    Rule,
    RuleList,
    Rules,
    RuleSet,
    ScoreCard,
    ScoredRule,
    Tree,
)
from conjunct.model.threshold import Threshold

from .hostile import RECORD

KINDS: Any = {"a": "numeric", "b": "nominal"}
LOW, HIGH = Condition("a", "<=", 5.0), Condition("a", ">", 5.0)
LOWER, ANY = Condition("a", "<=", 3.0), Condition("a", "<=", 10.0)
IS_X, NOT_X = Condition("b", "=", "x"), Condition("b", "!=", "x")


def table() -> Table:
    """Return every number, also on cuts or missing, with every category, also new or missing."""
    numbers = [1.0, 3.0, 4.0, 5.0, 7.0, 11.0, np.nan]
    codes = [0, 1, 2, -1]
    pairs = [(one, other) for one in numbers for other in codes]
    a = Column("a", "numeric", np.array([one for one, _ in pairs]))
    b = Column(
        "b", "nominal", np.array([one for _, one in pairs], dtype=np.int32), ("x", "X", "new")
    )
    return Table((a, b))


def card(*given: tuple[Condition, tuple[float, ...]], base: Any, **facts: Any) -> ScoreCard:
    classes = facts.pop("classes", tuple("rst"[: len(base)]))
    rules = [
        ScoredRule(
            (one,),
            max(range(len(base)), key=points.__getitem__),
            (1,) * len(base),
            RECORD,
            points=points,
        )
        for one, points in given
    ]
    counts = facts.pop("counts", (5, 7, 3)[: len(base)])
    return ScoreCard.of(rules, classes, counts, KINDS, base=base, **facts)


def tree(usual: int, branches: tuple[Condition, ...], missing: Any = "fails") -> Tree:
    leaves = [Node((1, 2, 3), 2), Node((4, 0, 1), 0), Node((0, 6, 2), 1)][: len(branches)]
    children = tuple(range(1, len(branches) + 1))
    root = Node((5, 8, 6), 1, branches, children, usual)
    return Tree.of((root, *leaves), ("r", "s", "t"), KINDS, missing=missing)


def rule_set(missing: Any) -> RuleSet:
    bodies = [(NOT_X,), (LOW,), (Condition("b", "=", None),), (HIGH, Condition("b", "!=", None))]
    counts = [(2, 5, 0), (5, 2, 0), (0, 1, 9), (3, 3, 3)]
    rules = [Rule(body, 0, one, RECORD) for body, one in zip(bodies, counts, strict=True)]
    return RuleSet(tuple(rules), ("r", "s", "t"), 2, (9, 8, 1), KINDS, missing=missing)


def rule_list(**facts: Any) -> RuleList:
    rules = (Rule((NOT_X, LOW), 0, (2, 6), RECORD), Rule((), 1, (0, 3), RECORD))
    labels = facts.pop("classes", ("r", "s"))
    return RuleList(rules[: facts.pop("n", 2)], labels, 0, (4, 9), KINDS, **facts)


THRESHOLD = Threshold(2.5, "precision", 0.5, 0.95, 300)
TWO = ((LOW, (0.0, 1.5)), (IS_X, (0.0, 1.0)))
MODELS: dict[str, Rules] = {
    "usual branch first, others overlap": tree(0, (LOW, ANY, LOWER)),
    "usual branch first, ranges overlap": tree(0, (ANY, HIGH)),
    "usual branch in the middle": tree(1, (LOWER, LOW, ANY)),
    "usual branch last": tree(2, (LOWER, LOW, ANY)),
    "overlap on categories": tree(0, (NOT_X, Condition("b", "!=", "X"), IS_X), "value"),
    "missing branch": tree(1, (Condition("b", "=", None), NOT_X, IS_X), "value"),
    "missing and differs overlap": tree(0, (NOT_X, Condition("b", "=", None)), "value"),
    "tree of one leaf": Tree.of((Node((1, 2), 1),), ("r", "s"), {}),
    "threshold": card(*TWO, base=(0.0, 0.0), threshold=THRESHOLD),
    "threshold for the first class": card(
        (LOW, (1.5, 0.0)), (IS_X, (1.0, 0.0)), base=(0.0, 0.0), threshold=THRESHOLD
    ),
    "ties of two, frequent class has points": card(*TWO, base=(0.0, -1.0)),
    "ties of two, rare class has points": card(*TWO, base=(0.0, -1.0), counts=(9, 2)),
    "ties of three": card((LOW, (1, 0, 0)), (NOT_X, (0, 0, 1)), base=(0, 0, 0), unit=3.0),
    "ties of three, value": card((NOT_X, (0, 2, 0)), base=(1, 0, 2), missing="value"),
    "beyond 32 bits": card((LOW, (0.0, 2e9)), (IS_X, (0.0, 2e9)), base=(0.0, 1e9), unit=1e9),
    "steep": card((LOW, (0.0, 900.0)), (IS_X, (0.0, -5000.0)), base=(0.0, 1.0)),
    "steep, three classes": card((LOW, (0, 900, 0)), (IS_X, (0, 0, 5000)), base=(0, 0, 1)),
    "scaled": card(*TWO, base=(0.0, -1.0)).scaled((600, 50, 20)),
    "scaled for the class with points": card(*TWO, base=(0.0, -1.0)).scaled((600, 50, 20), "s"),
    "scaled, ties at the even score": card(*TWO, base=(0.0, -1.0)).scaled((0, 1, 10)),
    "scaled, below zero": card((LOW, (2.0, 0.0)), base=(-1.0, 0.0)).scaled((-50.5, 0.3, 7)),
    "scaled threshold": replace(
        card(*TWO, base=(0.0, 0.0)).scaled((100, 2, 5)), threshold=THRESHOLD
    ),
    "set": rule_set("fails"),
    "set, missing is a value": rule_set("value"),
    "set without rules": RuleSet((), ("r", "s"), 1, (9, 8), {}),
    "card without rules": ScoreCard.of((), ("r", "s"), (7, 3), {}, base=(0, -0.85)),
    "list": rule_list(),
    "list, missing is a value": rule_list(missing="value", n=1),
    "list without rules": rule_list(n=0),
    "truth values": rule_list(classes=(False, True), n=1),
    "whole numbers": rule_list(classes=(-3, 10**12), n=1),
    "numbers": rule_list(classes=(0.1, -2.5), n=1),
}
