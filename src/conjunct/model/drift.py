"""How far new rows are from those that a model was learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data import read_table
from conjunct.data.table import Column, Table
from conjunct.errors import DataError
from conjunct.model.decided import covers_of, decided_by, first_of, scores_of
from conjunct.model.distribution import Distribution, weight_of
from conjunct.model.drift_text import drift_text
from conjunct.model.frame import frame_of
from conjunct.model.notation import label_text
from conjunct.model.periods import Periods, periods_of
from conjunct.model.stability import (
    Verdict,
    chance_index,
    chance_limit,
    stability_index,
    stability_parts,
    verdict_of,
)
from conjunct.types import Count, Floats

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

About = Literal["score", "class", "deciding rule", "rule", "values", "missing"]
NO_FACTS = (
    "The model does not know how its training rows were spread: it was saved by an older version, "
    "or was not learned here. The shares of its rules can be told; learn it again for the rest."
)
CHANGED = (
    "The rules were changed after learning: their shares are told by the rows that they counted, "
    "and nothing can be told of the classes that the changed model gave to the training rows."
)


@dataclass(frozen=True, slots=True)
class Shift:
    """One thing that was counted in training, and is counted again in new rows.

    Parameters
    ----------
    about : {"score", "class", "deciding rule", "rule", "values", "missing"}
        What was counted: rows by score, by predicted class, by the rule that decides; the rows
        that a rule holds for; rows by value or bin of an attribute; its missing cells.
    name : str
        Of the attribute, or the number of the rule; else empty.
    cells : tuple of str
        What each count is of.
    before, after : tuple of int or float
        Rows in training, and new rows.
    unseen : tuple of str
        Values of an attribute that training did not have.

    Examples
    --------
    >>> shift = Shift("missing", "age", ("missing", "known"), (10, 90), (40, 60))
    >>> round(shift.index, 3), shift.verdict, shift.most
    (0.538, 'moved', 0)
    """

    about: About
    name: str
    cells: tuple[str, ...]
    before: tuple[Count, ...]
    after: tuple[Count, ...]
    unseen: tuple[str, ...] = ()

    @property
    def index(self) -> float:
        """The population stability index."""
        return stability_index(self.before, self.after)

    @property
    def by_chance(self) -> float:
        """Which index to expect if nothing changed."""
        return chance_index(self.before, self.after)

    @property
    def limit(self) -> float:
        """The index that chance alone stays below in 95 of 100 cases."""
        return chance_limit(self.before, self.after)

    @property
    def verdict(self) -> Verdict:
        """What the index says."""
        return verdict_of(self.index, self.limit)

    @property
    def most(self) -> int:
        """Position of the cell that adds most to the index."""
        return int(stability_parts(self.before, self.after).argmax())

    def share(self, cell: int) -> tuple[float, float]:
        """Return the share of the rows in a cell, in training and now."""
        return self.before[cell] / sum(self.before), self.after[cell] / sum(self.after)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {
            "about": self.about,
            "name": self.name,
            "psi": self.index,
            "by_chance": self.by_chance,
            "limit": self.limit,
            "verdict": self.verdict,
            "cells": list(self.cells),
            "before": list(self.before),
            "after": list(self.after),
            "unseen": list(self.unseen),
        }


class PeriodShifts(NamedTuple):
    """What moved in one period.

    Parameters
    ----------
    period : str
        Its name; empty for all rows.
    rows : int or float
        New rows, or what they weigh.
    shifts : tuple of Shift
    """

    period: str
    rows: Count
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class Drift:
    """How far new rows are from the training rows of a model; prints as text.

    Parameters
    ----------
    source : str
        Name of the table with the new rows.
    trained : str
        Name of the training table; empty where it is not known.
    n_trained : int or float
        Training rows.
    periods : tuple of PeriodShifts
        One for all rows, or one for each period in order.
    bodies : tuple of str
        The rules in words.
    notes : tuple of str
        What cannot be told, and how dates were put together.
    """

    source: str
    trained: str
    n_trained: Count
    periods: tuple[PeriodShifts, ...]
    bodies: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return drift_text(self)

    def to_text(self, width: int = 100) -> str:
        """Return the text that is printed, in lines of a width."""
        return drift_text(self, width)

    def to_frame(self) -> Any:
        """Return a pandas (or else polars) data frame with one row for each thing that was counted.

        Columns: period (empty for all rows), about, name, rows, psi, by_chance, limit, verdict,
        and the cell that adds most to the index with its share in training and now.
        """
        found: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        for period, rows, shifts in self.periods:
            for shift in shifts:
                cell = shift.most
                facts = shift.to_dict()
                facts |= {"period": period, "rows": rows, "cell": shift.cells[cell]}
                facts["before"], facts["after"] = shift.share(cell)
                for name, column in found.items():
                    column.append(facts[name])
        return frame_of(found, "A data frame of the drift")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        periods = [
            {"period": period, "rows": rows, "shifts": [shift.to_dict() for shift in shifts]}
            for period, rows, shifts in self.periods
        ]
        return {
            "table": self.source,
            "trained_on": self.trained,
            "training_rows": self.n_trained,
            "rules": list(self.bodies),
            "periods": periods,
            "notes": list(self.notes),
        }


_COLUMNS = (
    *("period", "about", "name", "rows", "psi", "by_chance", "limit", "verdict"),
    *("cell", "before", "after"),
)


def drift_of(rules: Rules, source: Any, by: Any = None, **reading: Any) -> Drift:
    """Compare new rows with the training rows of a model.

    Parameters
    ----------
    rules : Rules
    source : Table or anything that `read_table` reads
        With the columns that the rules use.
    by : str, sequence or None
        A column of the table, or a value for each row: rows are compared period by period.
    **reading
        How to read the table, see `Rules.table_of`.
    """
    table, periods = _opened(rules, source, by, reading)
    notes = [] if periods is None or not periods.note else [periods.note]
    facts = rules.training
    if facts is None:
        notes.append(NO_FACTS)
    elif decided_by(rules) is None:
        notes.append(CHANGED)
    parts = [("", np.ones(table.n_rows, np.bool_))]
    if periods is not None:
        parts = list(zip(periods.names, periods.rows, strict=True))
    found = []
    for name, rows in parts:
        part = table if len(parts) == 1 else table.take(np.flatnonzero(rows))
        found.append(PeriodShifts(name, part.n_counted, tuple(_shifts(rules, part))))
    return Drift(
        source=table.name,
        trained="" if facts is None else facts.source,
        n_trained=sum(rules.class_counts) if facts is None else facts.rows,
        periods=tuple(found),
        bodies=tuple(rule.body for rule in rules),
        notes=tuple(notes),
    )


def _opened(
    rules: Rules, source: Any, by: Any, reading: dict[str, Any]
) -> tuple[Table, Periods | None]:
    """Return the new rows, and which of them are of which period."""
    if by is None:
        return rules.table_of(source, **reading), None
    if not isinstance(by, str):
        table = rules.table_of(source, **reading)
        given = read_table({"by": list(by)}, columns=["by"], kinds={"by": "nominal"})
        if given.n_rows != table.n_rows:
            raise DataError(f"by has {given.n_rows:,} values for {table.n_rows:,} rows")
        return table, periods_of(given.column("by"))
    if isinstance(source, Table):
        table, column = rules.table_of(source), source.column(by)
        return table, periods_of(column, column.form)
    kinds = {by: "nominal", **rules.written}
    table = read_table(source, columns=list(kinds), kinds=kinds, **reading)
    return table, periods_of(table.column(by), rules.forms.get(by, ""))


def _shifts(rules: Rules, table: Table) -> Iterator[Shift]:
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
