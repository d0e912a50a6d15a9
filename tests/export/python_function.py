"""The Python function of a model, run row by row."""

from __future__ import annotations

from typing import Any

from conjunct.data.table import Table
from conjunct.model import Rules, ScoreCard

from .agreement import Answers, as_texts, rows_of


def answers(rules: Rules, table: Table) -> Answers:
    """Run the function on every row."""
    space: dict[str, Any] = {}
    exec(rules.to_python(), space)
    rows = (dict(zip(table.names, row, strict=True)) for row in rows_of(table, table.names))
    found = [space["predict"](row) for row in rows]
    labels = [one[0] for one in found]
    if as_texts(rules):
        labels = [one if isinstance(one, str) else str(one) for one in labels]
    shares = [[one[1][label] for label in rules.classes] for one in found]
    return Answers(labels, shares, [_scores(rules, one) for one in found])


def _scores(rules: Rules, found: Any) -> list[float]:
    if not isinstance(rules, ScoreCard):
        return []
    return list(found[2].values()) if isinstance(found[2], dict) else [found[2]]
