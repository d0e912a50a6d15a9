"""Examine a model on rows that it has not seen: its measures, and those of each rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.evaluate import Predicted, measured
from conjunct.evaluate.measures import always_majority, rarer
from conjunct.model import Rules
from conjunct.model.class_positions import UNKNOWN, class_positions
from conjunct.model.notation import Label, label_text
from conjunct.model.statistics import RuleStatistics, default_statistics, rule_statistics

MOST_NAMED = 5
"""Largest number of unknown classes that a sentence names."""


class LabelledRows(NamedTuple):
    """Rows of known class.

    Parameters
    ----------
    table : Table
        The attributes of the rows.
    labels : list of str
        The classes of the rows.

    Examples
    --------
    >>> from conjunct import read_table
    >>> known = known_rows(read_table({"age": [20, 50], "ill": ["no", "yes"]}), "ill")
    >>> known.labels, known.table.names
    (['no', 'yes'], ('age',))
    """

    table: Table
    labels: list[str]


@dataclass(frozen=True)
class Examination:
    """How a model does on new rows.

    Parameters
    ----------
    majority, model : dict of str to float or None
        Measures of the class frequencies in training, and of the model.
    positive : str, int, float, bool or None
        The positive class of recall and precision.
    rules : tuple of RuleStatistics
        How each rule does.
    default : RuleStatistics or None
        How the default does; None if no row can reach it.
    unknown : tuple of str
        The label of every row whose class the model does not know.

    Examples
    --------
    >>> from conjunct import read_table
    >>> from conjunct.model import RuleList
    >>> rules = RuleList((), ("no", "yes"), 0, (3, 1), {}).add("if age > 40 then yes")
    >>> known = known_rows(read_table({"age": [20, 50], "ill": ["no", "yes"]}), "ill")
    >>> found = examine(rules, known)
    >>> found.model["error"], found.majority["error"]
    (0.0, 0.5)
    """

    majority: dict[str, float | None]
    model: dict[str, float | None]
    positive: Label | None
    rules: tuple[RuleStatistics, ...]
    default: RuleStatistics | None
    unknown: tuple[str, ...]

    def unknown_text(self) -> str:
        """Return the labels that the model does not know, as text."""
        return listed(self.unknown)


def known_rows(table: Table, target: str) -> LabelledRows:
    """Separate the column of classes from a table, and drop the rows without a class.

    Parameters
    ----------
    table : Table
        A table that has the classes as a nominal column.
    target : str
        Name of that column.
    """
    classes = table.column(target)
    rows = np.flatnonzero(classes.values >= 0)
    if not len(rows):
        raise DataError(f"no row of {table.name} has a class in column {target!r}")
    kept = table.take(rows)
    columns = tuple(column for column in kept.columns if column.name != target)
    labels = [classes.levels[code] for code in classes.values[rows].tolist()]
    return LabelledRows(replace(kept, columns=columns, n_rows=len(rows)), labels)


def examine(rules: Rules, known: LabelledRows, positive: str | None = None) -> Examination:
    """Measure a model on rows that it has not seen, along with the class frequencies in training.

    Parameters
    ----------
    rules : Rules
        The model.
    known : LabelledRows
        The rows. Those of a class that the model does not know count as wrong.
    positive : str or None, default=None
        The positive class of recall and precision; None means the rarer one of two.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> birds = shipped_table()
    >>> rules = RuleTreeClassifier(max_depth=1).fit_table(birds).rules_
    >>> labels = [birds.target.levels[code] for code in birds.target.values]
    >>> found = examine(rules, LabelledRows(birds, labels))
    >>> round(found.majority["error"], 3), round(found.model["error"], 3)
    (0.558, 0.209)
    """
    said, unknown = _said(rules, known, positive)
    counts = np.zeros(said.probabilities.shape[1])
    counts[: len(rules.classes)] = rules.class_counts
    rows = known.table, known.labels, known.table.weights
    return Examination(
        majority=measured(always_majority(said, counts)),
        model=measured(said),
        positive=None if said.positive is None else rules.classes[said.positive],
        rules=rule_statistics(rules, *rows),
        default=None if rules.KIND == "tree" else default_statistics(rules, *rows),
        unknown=unknown,
    )


def _said(
    rules: Rules, known: LabelledRows, positive: str | None
) -> tuple[Predicted, tuple[str, ...]]:
    """Return the model's predictions, with probability 0 for classes that it does not know."""
    actual = class_positions(rules.classes, known.labels)
    shares = rules.predict_proba(known.table)
    unknown = tuple(label for label, at in zip(known.labels, actual, strict=True) if at == UNKNOWN)
    if len(unknown) == len(actual):
        raise DataError(
            f"no row of {known.table.name} has a class that the model knows "
            f"({listed(map(str, rules.classes))}), but {listed(unknown)}; name the column of the "
            "classes (--target)"
        )
    if unknown:
        shares = np.column_stack([shares, np.zeros(len(actual))])
        actual = np.where(actual == UNKNOWN, len(rules.classes), actual)
    ours = _positive(rules, positive)
    decided = rules.decide(known.table)
    return Predicted(actual, decided, shares, known.table.weights, positive=ours), unknown


def _positive(rules: Rules, name: str | None) -> int | None:
    if name is None:
        return rarer(np.array(rules.class_counts))
    place = int(class_positions(rules.classes, [name])[0])
    if place == UNKNOWN:
        classes = ", ".join(repr(str(one)) for one in rules.classes)
        raise DataError(f"{name!r} is not a class of the model; the classes are {classes}")
    return place


def listed(labels: Any) -> str:
    """List the first few distinct labels."""
    names: Sequence[str] = sorted(set(labels))
    more = ", …" if len(names) > MOST_NAMED else ""
    return f"{', '.join(map(label_text, names[:MOST_NAMED]))}{more}"
