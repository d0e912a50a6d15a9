"""What was counted in training, counted again in new rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data.table import Column, Table
from conjunct.model.decided import covers_of, decided_by, first_of, scores_of
from conjunct.model.distribution import Distribution, weight_of
from conjunct.model.notation import label_text
from conjunct.model.shift import Shift
from conjunct.types import Count, Floats

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


def recounted(rules: Rules, table: Table) -> Iterator[Shift]:
    """Yield all that was counted in training and can be counted in new rows.

    Parameters
    ----------
    rules : Rules
    table : Table
        New rows, perhaps with weights.
    """
    weights = table.weights
    yield from _of_decisions(rules, table, weights)
    yield from _of_rules(rules, table, weights)
    if rules.training is None:
        return
    for name in rules.attributes:
        trained = rules.training.attributes.get(name)
        if trained is not None and trained.kind == rules.kinds[name]:
            yield from _of_attribute(trained, rules.training.rows, table.column(name), table)


def _of_decisions(rules: Rules, table: Table, weights: Floats | None) -> Iterator[Shift]:
    """Yield what moved in scores, predicted classes and the rules that decide."""
    decided, scores = decided_by(rules), scores_of(rules, table)
    spread = _trained_scores(rules) if decided is None else decided.score
    if scores is not None and spread is not None:
        now = spread.count(scores, weights).cells
        yield Shift("score", "", spread.labels(), spread.counts, now)
    if decided is None:
        return
    labels = tuple(map(label_text, rules.classes))
    now = _counted(rules.decide(table), len(labels), weights)
    yield Shift("class", "", labels, decided.predicted, now)
    first = first_of(rules, table)
    if first is not None:
        cells = (*(f"rule {number}" for number in range(1, len(rules) + 1)), "no rule")
        now = _counted(first, len(cells), weights)
        yield Shift("deciding rule", "", cells, decided.first, now)


def _trained_scores(rules: Any) -> Distribution | None:
    """Return the scores of a card that counted them but does not know its training otherwise."""
    scores = getattr(rules, "scores", ())
    if not scores:
        return None
    values, counts = zip(*((score, sum(rows)) for score, rows in scores), strict=True)
    return Distribution.of(Column("score", "numeric", np.array(values)), np.array(counts, float))


def _of_rules(rules: Rules, table: Table, weights: Floats | None) -> Iterator[Shift]:
    decided = decided_by(rules)
    if decided is not None and rules.training is not None:
        before, total = decided.covered, rules.training.rows
        covers = covers_of(rules, table)
    else:
        before, total = tuple(rule.covered for rule in rules), sum(rules.class_counts)
        covers = _counted_covers(rules, table)
    for number, (trained, holds) in enumerate(zip(before, covers, strict=True), start=1):
        now = weight_of(holds, weights)
        shares = (trained, max(total - trained, 0)), (now, table.n_counted - now)
        yield Shift("rule", str(number), ("holds", "does not hold"), *shares)


def _counted_covers(rules: Any, table: Table) -> Iterator[Any]:
    """Yield for each rule the rows that its counts are of."""
    first = first_of(rules, table) if getattr(rules, "reached", False) else None
    if first is None:
        return covers_of(rules, table)
    return (first == number for number in range(len(rules)))


def _of_attribute(
    trained: Distribution, n_trained: Count, column: Column, table: Table
) -> Iterator[Shift]:
    cells, missing, unseen = trained.count(column, table.weights)
    if trained.known and sum(cells):
        labels = (*trained.labels(), *map(label_text, unseen))
        before = (*trained.counts, *[0] * len(unseen))
        yield Shift("values", column.name, labels, before, cells, tuple(unseen))
    before = trained.missing, n_trained - trained.missing
    after = missing, table.n_counted - missing
    yield Shift("missing", column.name, ("missing", "known"), before, after)


def _counted(places: Any, n_places: int, weights: Floats | None) -> tuple[Count, ...]:
    return as_numbers(np.bincount(places, weights, n_places))
