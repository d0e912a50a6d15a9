"""A theory of ordered rules: the first that holds decides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from conjunct.data import read_table
from conjunct.data.table import Kind, Table
from conjunct.errors import ModelError, nearest
from conjunct.model.condition import MISSING, Missing
from conjunct.model.explanation import Explanation, Explanations
from conjunct.model.frame import rules_frame
from conjunct.model.html import rules_html
from conjunct.model.json_form import rules_json, write_text
from conjunct.model.notation import Label
from conjunct.model.probability import class_distribution
from conjunct.model.rule import Rule
from conjunct.model.text import rules_text
from conjunct.types import AnyArray, Floats, Ints


@dataclass(frozen=True, slots=True)
class RuleList:
    """Rules in order, and a class for the rows that none of them covers.

    Parameters
    ----------
    rules : tuple of Rule
        The first rule whose body holds decides, so a learner sorts them before.
    classes : tuple of str, int, float or bool
        The labels that heads and counts refer to by position.
    default : int
        Position of the class of rows that no rule covers.
    class_counts : tuple of int
        Training rows by class, behind the default class.
    kinds : dict of str to {"numeric", "nominal"}
        Kinds of the attributes that the rules use.
    missing : {"fails", "value"}
        What a missing cell does, see `Condition.holds`.
    target : str
        Name of the column that is predicted.
    n_rows : int
        Number of training rows.
    notes : tuple of str
        What was done to the data or during learning, one sentence each.

    Examples
    --------
    >>> from conjunct.data.table import Column
    >>> from conjunct.model import Condition, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("island", "=", "Dream"),), 1, (56, 68), 0.4524, 0.5012, record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (152, 68), {"island": "nominal"})
    >>> print(rules.to_text(footer=False))
    #  rule               class      covers  wrong   error  corrected  tried
    1  if island = Dream  Chinstrap     124     56  45.2 %     50.1 %     48
       otherwise          Adelie        152 of 220 rows
    >>> island = Column("island", "nominal", np.array([0, 1, -1]), ("Biscoe", "Dream"))
    >>> rules.predict(Table((island,), n_rows=3)).tolist()
    ['Adelie', 'Chinstrap', 'Adelie']
    """

    rules: tuple[Rule, ...]
    classes: tuple[Label, ...]
    default: int
    class_counts: tuple[int, ...]
    kinds: dict[str, Kind]
    missing: Missing = "fails"
    target: str = "class"
    n_rows: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n_classes = len(self.classes)
        if len(set(self.classes)) != n_classes:
            raise ModelError("the same class is listed twice in classes")
        if any(isinstance(label, float) and not math.isfinite(label) for label in self.classes):
            raise ModelError("a class that is a number must be finite")
        if not 0 <= self.default < n_classes:
            raise ModelError(f"default is {self.default}, which is none of {n_classes} classes")
        if len(self.class_counts) != n_classes:
            raise ModelError(f"class_counts has {len(self.class_counts)} for {n_classes} classes")
        if self.missing not in MISSING:
            raise ModelError(f"missing must be 'fails' or 'value', not {self.missing!r}")
        for number, rule in enumerate(self.rules, start=1):
            self._check_rule(number, rule)

    def _check_rule(self, number: int, rule: Rule) -> None:
        if len(rule.counts) != len(self.classes):
            raise ModelError(
                f"rule {number} has {len(rule.counts)} counts for {len(self.classes)} classes"
            )
        for condition in rule.conditions:
            kind = self.kinds.get(condition.attribute)
            if kind is None:
                raise ModelError(f"rule {number} uses {condition.attribute!r}, not in kinds")
            if condition.kind not in (None, kind):
                raise ModelError(
                    f"rule {number} tests {condition.attribute!r} as {condition.kind}, "
                    f"but it is {kind} in kinds"
                )

    def __len__(self) -> int:
        """Return the number of rules, without the default."""
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        """Go through the rules in order."""
        return iter(self.rules)

    def __getitem__(self, position: int) -> Rule:
        """Return one rule; the first has position 0."""
        return self.rules[position]

    def __str__(self) -> str:
        return rules_text(self)

    def _repr_html_(self) -> str:
        return rules_html(self)

    @property
    def n_conditions(self) -> int:
        """Theory size: conditions of all rules together."""
        return sum(rule.n_conditions for rule in self.rules)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes that the rules use, in order of first use."""
        return tuple(dict.fromkeys(name for rule in self.rules for name in rule.attributes))

    def first_match(self, table: Table) -> Ints:
        """Return for every row the position of the first rule that holds, -1 for none."""
        columns = {name: table.column(name) for name in self.attributes}
        found = np.full(table.n_rows, -1, dtype=np.int64)
        for position, rule in enumerate(self.rules):
            holds = found < 0
            for condition in rule.conditions:
                holds &= condition.holds(columns[condition.attribute], self.missing)
            found[holds] = position
        return found

    def predict(self, source: Any) -> AnyArray:
        """Return the predicted label of every row.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
            Only the columns that the rules use are needed; others are ignored, in any order.

        Returns
        -------
        labels : ndarray
            Of the type of the classes.
        """
        heads = [*(rule.head for rule in self.rules), self.default]
        # Position -1, no rule, picks the last entry: the default.
        of_rules = _label_array(self.classes)[heads]
        return np.asarray(of_rules[self.first_match(self.table_of(source))])

    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row.

        It is the smoothed class distribution of the training rows that the deciding rule
        covers, see `conjunct.model.probability.class_distribution`. Rows sum to 1, and the most
        probable class is the one that `predict` returns.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
        """
        of_rules = [class_distribution(rule.counts, rule.head) for rule in self.rules]
        of_default = class_distribution(self.class_counts, self.default)
        return np.array([*of_rules, of_default])[self.first_match(self.table_of(source))]

    def explain(self, source: Any) -> Explanations:
        """Return for every row which rule decided, by which of its values.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        explanations : Explanations
            A sequence that works each row out when it is asked for.
        """
        table = self.table_of(source)
        return Explanations(self, table, self.first_match(table))

    def explain_row(self, table: Table, row: int) -> Explanation:
        """Explain one row of a table, the first being 0, without looking at the others."""
        row = range(table.n_rows)[row]
        columns = [column for column in table.columns if column.name in self.attributes]
        cells = tuple(replace(column, values=column.values[row : row + 1]) for column in columns)
        alone = replace(table, columns=cells, target=None, n_rows=1)
        return replace(self.explain(alone)[0], row=row + 1)

    def table_of(
        self, source: Any, *, delimiter: str | None = None, encoding: str | None = None
    ) -> Table:
        """Return the source as a table that has the columns the rules use, of their kinds.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
        delimiter, encoding : str, optional
            As in `read_table`.
        """
        used = {name: self.kinds[name] for name in self.attributes}
        if not isinstance(source, Table):
            # Without rules only the number of rows matters, and any column tells it.
            return read_table(
                source,
                columns=list(used) or None,
                kinds=used,
                delimiter=delimiter,
                encoding=encoding,
            )
        for name in used:
            self._check_column(source, name)
        return source

    def _check_column(self, table: Table, name: str) -> None:
        if name not in table.names:
            raise ModelError(
                f"{table.name} has no column {name!r}, which the model needs; "
                f"{nearest(name, table.names)}"
            )
        kind = table.column(name).kind
        if kind != self.kinds[name]:
            raise ModelError(
                f"column {name!r} of {table.name} is {kind}, but the model learned it as "
                f"{self.kinds[name]}; read the table again with kinds={{{name!r}: "
                f"{self.kinds[name]!r}}}"
            )

    def to_text(self, width: int = 100, footer: bool = True) -> str:
        """Return the rules as a table of plain text, see `conjunct.model.text.rules_text`."""
        return rules_text(self, width=width, footer=footer)

    def to_frame(self) -> Any:
        """Return a pandas (or else polars) data frame with one row for each rule."""
        return rules_frame(self)

    def to_json(self) -> str:
        """Return the model as readable JSON, which `load_model` reads back exactly."""
        return rules_json(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the JSON to a file; a crash leaves either the old file or the new one."""
        write_text(path, self.to_json())


def _label_array(classes: tuple[Label, ...]) -> AnyArray:
    """Return the classes as an array that holds exactly them, of Python objects if need be."""
    labels: AnyArray = np.array(classes)
    if labels.tolist() != list(classes):
        labels = np.empty(len(classes), dtype=object)
        labels[:] = classes
    return labels
