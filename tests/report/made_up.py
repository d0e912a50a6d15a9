"""Small models about loans, with rows to check them."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct import RuleTreeClassifier
from conjunct.data import Table, read_table
from conjunct.model import (
    Condition,
    Node,
    Promise,
    Promises,
    Round,
    Rule,
    RuleList,
    RuleSet,
    ScoreCard,
    ScoredRule,
    SearchRecord,
    Tree,
)

KINDS: Any = {"income": "numeric", "city": "nominal"}
POOR = Condition("income", "<=", 20.0)
RICH = Condition("income", ">", 20.0)
RHINE = Condition("city", "=", "Köln")
ROUNDS = (Round(1, 1, 20, 0, 3.5), Round(1, 2, 10, 1, 2.0), Round(2, 1, 66, 0, 3.5))
RECORD = SearchRecord("layered", 2, 96, 3, 2, 4, 0, 160, ROUNDS)
FACTS: Any = {"target": "status", "n_rows": 14, "promises": Promises(8.0, 5)}

ROWS: dict[str, list[Any]] = {
    "income": [10, 11, 12.5, 30, 31, 25, None, 15],
    "city": ["Bonn", "Bonn", "Köln", "Köln", "Bonn", "Ulm", "Köln", None],
    "status": ["bad", "bad", "good", "good", "good", "bad", "good", "bad"],
}


def card(**facts: Any) -> ScoreCard:
    rules = (
        ScoredRule((POOR,), 0, (4, 1), RECORD, Promise(0.4, 0.7, 0.03), points=(2.5, 0)),
        ScoredRule((RHINE,), 0, (1, 8), RECORD, Promise(0.25, 0.5), points=(-1.25, 0)),
    )
    seen = {"city": ("Bonn", "Köln", "Ulm")}
    facts = {**FACTS, "seen": seen, **facts}
    return ScoreCard.of(rules, ("bad", "good"), (5, 9), KINDS, base=(-1.25, 0), **facts)


def rule_list(**facts: Any) -> RuleList:
    rules = (
        Rule((POOR, RHINE), 1, (1, 3), RECORD, Promise(0.3, 0.8)),
        Rule((POOR,), 0, (4, 0), RECORD, Promise(0.1, 0.6)),
    )
    return RuleList(rules, ("bad", "good"), 1, (5, 9), KINDS, **{**FACTS, **facts})


def rule_set(**facts: Any) -> RuleSet:
    rules = (Rule((POOR,), 0, (4, 1), RECORD), Rule((RHINE,), 1, (1, 8), RECORD))
    return RuleSet(rules, ("bad", "good"), 1, (5, 9), KINDS, **{**FACTS, **facts})


def tree(**facts: Any) -> Tree:
    root = Node((5, 9), 1, (POOR, RICH), (1, 2), 1, 0.5, 0.01, 2, 3, 6)
    nodes = (root, Node((4, 1), 0), Node((1, 8), 1))
    return Tree.of(nodes, ("bad", "good"), {"income": "numeric"}, **{**FACTS, **facts})


MODELS = {"card": card, "list": rule_list, "set": rule_set, "tree": tree}


def grown(n_leaves: int) -> tuple[Tree, Table]:
    """Return a tree with more leaves than that, grown on noise, and its rows."""
    random = np.random.default_rng(0)
    n_rows = 3 * n_leaves
    columns = {f"column {at}": random.random(n_rows).round(3) for at in range(12)}
    labels = random.choice(list("abcdef"), n_rows)
    table = read_table({**columns, "class": labels}, target="class")
    tree = RuleTreeClassifier(promises=False, pruning=None).fit_table(table).rules_
    assert isinstance(tree, Tree)
    assert len(tree) > n_leaves
    return tree, table
