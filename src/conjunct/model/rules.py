"""The base class of all theories; subclasses define how the rules decide about a row."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np

from conjunct.data import read_table
from conjunct.data.table import Kind, Table
from conjunct.errors import ModelError, nearest
from conjunct.model.condition import MISSING, Missing, body_covers
from conjunct.model.days import Day, day_columns
from conjunct.model.edit import Edit
from conjunct.model.edited import Edited
from conjunct.model.examined import Examined
from conjunct.model.explanation import Explanations
from conjunct.model.exported import Exported
from conjunct.model.frame import rules_frame
from conjunct.model.json_form import rules_json, write_text
from conjunct.model.notation import Label, label_text
from conjunct.model.printed.rules import rules_html, rules_text
from conjunct.model.promise import Promises
from conjunct.model.reasoned import Reasoned
from conjunct.model.row_blocks import by_blocks
from conjunct.model.rule import Rule
from conjunct.model.training import TrainingFacts
from conjunct.model.watched import Watched
from conjunct.types import AnyArray, Count, Flags, Floats, Ints


@dataclass(frozen=True, slots=True)
class Rules(Exported, Edited, Examined, Reasoned, Watched, ABC):
    """Rules, and a class for the rows that none of them covers.

    Base of `RuleList`, where the first rule that holds decides, of `RuleSet`, where the counts of
    all rules that hold are added up, and of `ScoreCard`, where their points are added up.

    Parameters
    ----------
    rules : tuple of Rule
        The rules, numbered in this order from 1.
    classes : tuple of str, int, float or bool
        The labels that heads and counts refer to by position.
    default : int
        Position of the class of rows that no rule covers.
    class_counts : tuple of int
        Training rows by class.
    kinds : dict of str to {"numeric", "nominal"}
        Kinds of the attributes that the rules use.
    missing : {"fails", "value"}
        What a missing cell does, see `Condition.holds`.
    target : str
        Name of the column that is predicted.
    n_rows : int
        Number of training rows.
    notes : tuple of str
        Sentences on what was done to the data or during learning.
    promises : Promises or None
        How the promises of the rules were made; None if they make none.
    forms : dict of str to str
        Forms of numeric attributes whose cells are not plain numbers, such as ``1.234,5`` or
        ``DD.MM.YYYY``. Tables to predict are read in the same way.
    training : TrainingFacts or None
        When, how and from what the rules were learned; None if it is not known. Comparisons ignore
        it: the same rules are equal, whatever they were learned from.
    edits : tuple of Edit
        Changes made by hand, in order, with their reasons.
    learner : callable or None
        Learns the rules again, see `promise`. It is not saved, and comparisons ignore it.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> rule = Rule((Condition("legs", "<=", 3.0),), 1, (2, 10), record)
    >>> rules = RuleList((rule,), ("beast", "bird"), 0, (31, 12), {"legs": "numeric"})
    >>> len(rules), rules.n_conditions, rules.attributes
    (1, 1, ('legs',))
    >>> rules.predict({"legs": [2, 4]}).tolist()
    ['bird', 'beast']
    """

    KIND: ClassVar[str]
    """Name of the kind of model, as saved and printed."""
    ADDS_UP: ClassVar[bool]
    """Whether several rules decide together, by a sum."""

    rules: tuple[Rule, ...]
    classes: tuple[Label, ...]
    default: int
    class_counts: tuple[int, ...]
    kinds: dict[str, Kind]
    missing: Missing = "fails"
    target: str = "class"
    n_rows: int = 0
    notes: tuple[str, ...] = ()
    promises: Promises | None = None
    forms: dict[str, str] = field(default_factory=dict)
    training: TrainingFacts | None = field(default=None, compare=False, repr=False)
    edits: tuple[Edit, ...] = ()
    learner: Callable[..., Any] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        n_classes = len(self.classes)
        if len(set(self.classes)) != n_classes:
            raise ModelError("the same class is listed twice in classes")
        if any(isinstance(label, float) and not math.isfinite(label) for label in self.classes):
            raise ModelError("a class that is a number must be finite")
        if not 0 <= self.default < n_classes:
            raise ModelError(f"default is {self.default}, which is not one of {n_classes} classes")
        if len(self.class_counts) != n_classes:
            raise ModelError(
                f"class_counts has {len(self.class_counts)} counts for {n_classes} classes"
            )
        if self.missing not in MISSING:
            raise ModelError(f"missing must be 'fails' or 'value', not {self.missing!r}")
        self._date_rules(day_columns(self.forms, self.training))
        fitting: set[int] = set()
        for number, rule in enumerate(self.rules, start=1):
            self._check_rule(number, rule, fitting)
        n_counted = sum(self.class_counts) + sum(rule.covered for rule in self.rules)
        if max(n_counted, self.n_rows) > np.iinfo(np.int64).max:
            raise ModelError("the counts of the rules are too large to be added up")

    def _date_rules(self, days: dict[str, type[Day]]) -> None:
        """Make the cut points of columns of dates print as dates; numbers do not change."""
        if days:
            dated = tuple(
                replace(rule, conditions=tuple(one.dated(days) for one in rule.conditions))
                for rule in self.rules
            )
            object.__setattr__(self, "rules", dated)

    def _check_rule(self, number: int, rule: Rule, fitting: set[int]) -> None:
        """Refuse a rule that does not fit; `fitting` holds ids of conditions already checked."""
        if len(rule.counts) != len(self.classes):
            raise ModelError(
                f"rule {number} has {len(rule.counts)} counts for {len(self.classes)} classes"
            )
        for condition in rule.conditions:
            if id(condition) in fitting:
                continue
            fitting.add(id(condition))
            kind = self.kinds.get(condition.attribute)
            if kind is None:
                raise ModelError(
                    f"rule {number} uses {condition.attribute!r}, which is not in kinds"
                )
            if isinstance(condition.value, Day) and condition.attribute not in self.forms:
                raise ModelError(
                    f"rule {number} compares {condition.attribute!r} with a date, but the model "
                    "does not read it as dates; compare it with a number"
                )
            if condition.kind not in (None, kind):
                raise ModelError(
                    f"rule {number} tests {condition.attribute!r} as {condition.kind}, "
                    f"but it is {kind} in kinds"
                )

    def __len__(self) -> int:
        """Return the number of rules, without the default."""
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        """Iterate over the rules in order."""
        return iter(self.rules)

    def __getitem__(self, position: int) -> Rule:
        """Return one rule; the first has position 0."""
        return self.rules[position]

    def __str__(self) -> str:
        return rules_text(self)

    def _repr_html_(self) -> str:
        return rules_html(self)

    @property
    def default_counts(self) -> tuple[Count, ...]:
        """Training rows behind the default class, by class."""
        return self.class_counts

    @property
    def n_conditions(self) -> int:
        """Theory size: the total number of conditions."""
        return sum(rule.n_conditions for rule in self.rules)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes that the rules use, in order of first use."""
        return tuple(dict.fromkeys(name for rule in self.rules for name in rule.attributes))

    @property
    def unprinted(self) -> tuple[int, ...]:
        """Positions of rules that are not printed, because they can never decide."""
        return ()

    @property
    @abstractmethod
    def combination(self) -> str:
        """Sentences on what happens if one or several rules hold."""

    def consequence(self, position: int) -> str:
        """Return the text after "then" for the rule at a position, from 0."""
        return label_text(self.classes[self.rules[position].head])

    def decide(self, table: Table) -> Ints:
        """Return, for every row, the position of the predicted class."""
        return self._in_blocks(self._decide, table)

    @abstractmethod
    def _decide(self, table: Table) -> Ints:
        """Decide about the rows of a block."""

    def _in_blocks(self, work: Callable[[Table], AnyArray], table: Table) -> AnyArray:
        return by_blocks(work, table, self.attributes, len(self.classes))

    @abstractmethod
    def deciding(self, table: Table) -> list[tuple[int, ...]]:
        """Return, for every row, the positions of the deciding rules; empty for the default."""

    def covers(self, table: Table) -> Iterator[Flags]:
        """Yield the cover of each rule in turn."""
        return body_covers([rule.conditions for rule in self.rules], table, self.missing)

    def predict(self, source: Any) -> AnyArray:
        """Return the predicted label of every row.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
            Only the columns that the rules use are needed, in any order; others are ignored.

        Returns
        -------
        labels : ndarray
            Labels of the type of the classes.
        """
        return np.asarray(_label_array(self.classes)[self.decide(self.table_of(source))])

    @abstractmethod
    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row, in the order of `classes`."""

    @abstractmethod
    def explain(self, source: Any) -> Explanations[Any]:
        """Return, for every row, the rules that decided and the values they tested."""

    def explain_row(self, table: Table, row: int) -> Any:
        """Explain the row at a position, from 0, without looking at the others.

        Returns
        -------
        explanation : Explanation, SetExplanation, CardExplanation or TreeExplanation
            The explanation that `explain` gives for the row.
        """
        row = range(table.n_rows)[row]
        columns = [column for column in table.columns if column.name in self.attributes]
        cells = tuple(replace(column, values=column.values[row : row + 1]) for column in columns)
        alone = replace(table, columns=cells, target=None, n_rows=1)
        return replace(self.explain(alone)[0], row=row + 1)

    @property
    def written(self) -> dict[str, str]:
        """The form, or else the kind, of each attribute in use: the `kinds` for `read_table`."""
        return {name: self.forms.get(name, self.kinds[name]) for name in self.attributes}

    def table_of(
        self,
        source: Any,
        *,
        delimiter: str | None = None,
        encoding: str | None = None,
        sheet: str | None = None,
    ) -> Table:
        """Return the source as a table with the columns that the rules use, of the right kinds.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
        delimiter, encoding, sheet : str, optional
            As in `read_table`.
        """
        used = self.written
        if not isinstance(source, Table):
            # Without rules only the number of rows matters, and any column has it.
            return read_table(
                source,
                columns=list(used) or None,
                kinds=used,
                delimiter=delimiter,
                encoding=encoding,
                sheet=sheet,
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

    def promise(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Return the same rules with their promises, see :doc:`/guide/promises`.

        The search is repeated on folds of the rows, which takes about six times as long as `fit`.

        Parameters
        ----------
        X, y, sample_weight
            The rows that the rules were learned from, as they were passed to `fit`.
        """
        if self.learner is None:
            raise ModelError(
                "how these rules were learned is not known any more; fit again with promises=True"
            )
        again: Self = self.learner(self, X, y, sample_weight)
        return again

    def to_text(self, width: int = 100, footer: bool = True, details: bool = False) -> str:
        """Return the rules as plain text, see `conjunct.model.printed.rules.rules_text`."""
        return rules_text(self, width, footer, details)

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
    """Return the classes as an array without converting them, of Python objects if need be."""
    labels: AnyArray = np.array(classes)
    if labels.tolist() != list(classes):
        labels = np.empty(len(classes), dtype=object)
        labels[:] = classes
    return labels
