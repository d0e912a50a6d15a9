"""Count new rows in the cells in which the training rows were counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.data.table import Column, Table
from conjunct.model.days import day_columns
from conjunct.model.decided import (
    count_covered,
    count_first,
    count_predicted,
    decided_by,
    scores_of,
)
from conjunct.model.distribution import Distribution
from conjunct.model.notation import label_text
from conjunct.model.shift import Shift
from conjunct.types import Count, Floats

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

ROUNDING = 1e-9
"""Relative rounding error allowed in sums of weights."""


def recounted(rules: Rules, table: Table) -> Iterator[Shift]:
    """Yield a `Shift` for everything that was counted in training and can be counted again.

    Shifts without rows in training or without new rows are left out.

    Parameters
    ----------
    rules : Rules
    table : Table
        New rows, perhaps with weights.
    """
    for shift in _shifts(rules, table):
        if sum(shift.before) and sum(shift.after):
            yield shift


def _shifts(rules: Rules, table: Table) -> Iterator[Shift]:
    weights = table.weights
    yield from _of_decisions(rules, table, weights)
    yield from _of_rules(rules, table, weights)
    if rules.training is None:
        return
    days = day_columns(rules.forms, rules.training)
    for name in rules.attributes:
        trained = rules.training.attributes.get(name)
        if trained is not None and trained.kind == rules.kinds[name]:
            labels = trained.labels(days.get(name, float))
            column, n_rows = table.column(name), rules.training.rows
            yield from _of_attribute(trained, labels, n_rows, column, table)


def _of_decisions(rules: Rules, table: Table, weights: Floats | None) -> Iterator[Shift]:
    """Yield the shifts of scores, predicted classes and deciding rules."""
    decided, scores = decided_by(rules), scores_of(rules, table)
    spread = _trained_scores(rules) if rules.training is None else None
    if decided is not None:
        spread = decided.score
    if scores is not None and spread is not None:
        now = spread.count(scores, weights).cells
        yield Shift("score", "", spread.labels(), spread.counts, now)
    if decided is None:
        return
    labels = tuple(map(label_text, rules.classes))
    first = count_first(rules, table, weights)
    predicted = count_predicted(rules, table, weights, first)
    yield Shift("class", "", labels, decided.predicted, predicted)
    if first:
        cells = (*(f"rule {number}" for number in range(1, len(rules) + 1)), "no rule")
        yield Shift("deciding rule", "", cells, decided.first, first)


def _trained_scores(rules: Any) -> Distribution | None:
    """Return the recorded scores of a card that has no other facts about its training."""
    scores = getattr(rules, "scores", ())
    if not scores:
        return None
    values, counts = zip(*((score, sum(rows)) for score, rows in scores), strict=True)
    return Distribution.of(Column("score", "numeric", np.array(values)), np.array(counts, float))


def _of_rules(rules: Rules, table: Table, weights: Floats | None) -> Iterator[Shift]:
    decided = decided_by(rules)
    if decided is not None and rules.training is not None:
        before, total = decided.covered, rules.training.rows
        after = count_covered(rules, table, weights)
    else:
        before, total = tuple(rule.covered for rule in rules), sum(rules.class_counts)
        # The counts of a rule may include only the rows that no earlier rule covers.
        reached = getattr(rules, "reached", False)
        after = (count_first if reached else count_covered)(rules, table, weights)[: len(rules)]
    for number, (trained, now) in enumerate(zip(before, after, strict=True), start=1):
        shares = (trained, _rest(total, trained)), (now, _rest(table.n_counted, now))
        yield Shift("rule", str(number), ("holds", "does not hold"), *shares)


def _of_attribute(
    trained: Distribution, cells_of: tuple[str, ...], n_trained: Count, column: Column, table: Table
) -> Iterator[Shift]:
    cells, missing, unseen = trained.count(column, table.weights)
    if trained.counts:
        labels = (*cells_of, *map(label_text, unseen))
        before = (*trained.counts, *[0] * len(unseen))
        yield Shift("values", column.name, labels, before, cells, tuple(unseen))
    # Sums of weights may be inexact in their last digits.
    before = trained.missing, _rest(n_trained, trained.missing)
    after = missing, _rest(table.n_counted, missing)
    yield Shift("missing", column.name, ("missing", "known"), before, after)


def _rest(total: Count, part: Count) -> Count:
    """Return the rows outside a part; a remainder within rounding error is 0."""
    rest = total - part
    return rest if rest > ROUNDING * total else 0
