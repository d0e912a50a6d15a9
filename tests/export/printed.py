"""The result of applying the printed model to each row by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.printed_card import read_card
from tests.printed_rules import Cell, decide, decide_by_sum, read_rule_set, read_rules
from tests.printed_tree import read_tree

from conjunct.data.table import Table
from conjunct.model import Rules, RuleSet, ScoreCard, Tree

from .agreement import Answers, rows_of

WIDE = 10**6
Row = dict[str, Cell]


def answers(rules: Rules, table: Table) -> Answers:
    """Read the print, and apply it; only cards print what probabilities and scores are."""
    rows = [dict(zip(table.names, row, strict=True)) for row in rows_of(table, table.names)]
    if isinstance(rules, ScoreCard):
        return _of_card(rules, rows)
    return Answers([_decider(rules)(row, rules.missing) for row in rows], None, None)


def _decider(rules: Rules) -> Callable[[Row, str], str]:
    if isinstance(rules, Tree):
        return read_tree(rules.to_text(width=WIDE)).decide
    if isinstance(rules, RuleSet):
        printed, order = read_rule_set(rules.to_text(width=WIDE))
        return lambda row, missing: decide_by_sum(printed, order, row, missing)
    listed = read_rules(rules.to_text(width=WIDE, footer=False))
    return lambda row, missing: decide(listed, row, missing)


def _of_card(card: ScoreCard, rows: list[Row]) -> Answers:
    printed = read_card(card.to_text(width=WIDE, details=True))
    labels = [printed.decide(row, card.missing) for row in rows]
    shares, scores = [], []
    for row in rows:
        chances, points = printed.chances(row, card.missing), printed.score(row, card.missing)
        shares.append([chances[str(label)] for label in card.classes])
        # Of two classes the base is in the formula, and the score is the sum on paper.
        start = {} if len(card.classes) == 2 else printed.base
        scored = [str(card.classes[at]) for at in card.scored]
        scores.append([float(points[label] + start.get(label, 0)) for label in scored])
    return Answers(labels, shares, scores)
