"""What every theory of rules has in common; how the rules decide about a row is left open."""

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

    Base of `RuleList`, where the first rule that holds decides, of `RuleSet`, where the rows that
    all rules that hold cover are added up, and of `ScoreCard`, where their points are.

    Parameters
    ----------
    rules : tuple of Rule
        Numbered in this order, from 1.
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
        What was done to the data or during learning, one sentence each.
    promises : Promises or None
        How the promises of the rules were made; None where they make none.
    forms : dict of str to str
        How numeric attributes were written, such as ``1.234,5`` or ``DD.MM.YYYY``; none that were
        plain numbers. Tables to predict are read the same way.
    training : TrainingFacts or None
        When, from what and how the rules were learned; None where it is not known. It has no part
        in comparisons: the same rules are equal, whoever learned them.
    edits : tuple of Edit
        What people changed, in order, with their reasons.
    learner : callable or None
        Learns the rules again, see `promise`. It is not saved, and has no part in comparisons.

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
    """What a saved model calls itself."""
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
            raise ModelError(f"default is {self.default}, which is none of {n_classes} classes")
        if len(self.class_counts) != n_classes:
            raise ModelError(f"class_counts has {len(self.class_counts)} for {n_classes} classes")
        if self.missing not in MISSING:
            raise ModelError(f"missing must be 'fails' or 'value', not {self.missing!r}")
        fitting: set[int] = set()
        for number, rule in enumerate(self.rules, start=1):
            self._check_rule(number, rule, fitting)
        n_counted = sum(self.class_counts) + sum(rule.covered for rule in self.rules)
        if n_counted > np.iinfo(np.int64).max:
            raise ModelError("the counts of the rules are too large to be added up")

    def _check_rule(self, number: int, rule: Rule, fitting: set[int]) -> None:
        """Refuse what does not fit; conditions that did, by their id, are not looked at again."""
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
    def default_counts(self) -> tuple[Count, ...]:
        """Training rows by class, behind the default class."""
        return self.class_counts

    @property
    def n_conditions(self) -> int:
        """Theory size: conditions of all rules together."""
        return sum(rule.n_conditions for rule in self.rules)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes that the rules use, in order of first use."""
        return tuple(dict.fromkeys(name for rule in self.rules for name in rule.attributes))

    @property
    def unprinted(self) -> tuple[int, ...]:
        """Positions of rules that are left out where rules are printed: they can never decide."""
        return ()

    @property
    @abstractmethod
    def combination(self) -> str:
        """In words, what happens where one or several rules hold."""

    def consequence(self, position: int) -> str:
        """Return what stands after "then" where one rule is put in words; the first is 0."""
        return label_text(self.classes[self.rules[position].head])

    def decide(self, table: Table) -> Ints:
        """Return for every row the position of the predicted class."""
        return self._in_blocks(self._decide, table)

    @abstractmethod
    def _decide(self, table: Table) -> Ints:
        """Decide about the rows of a block."""

    def _in_blocks(self, work: Callable[[Table], AnyArray], table: Table) -> AnyArray:
        return by_blocks(work, table, self.attributes, len(self.classes))

    @abstractmethod
    def deciding(self, table: Table) -> list[tuple[int, ...]]:
        """Return for every row the positions of the rules that decide; none for the default."""

    def covers(self, table: Table) -> Iterator[Flags]:
        """Yield for one rule after the other which rows it covers."""
        return body_covers([rule.conditions for rule in self.rules], table, self.missing)

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
        return np.asarray(_label_array(self.classes)[self.decide(self.table_of(source))])

    @abstractmethod
    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row, in the order of `classes`."""

    @abstractmethod
    def explain(self, source: Any) -> Explanations[Any]:
        """Return for every row what decided, by which of its values."""

    def explain_row(self, table: Table, row: int) -> Any:
        """Explain one row of a table, the first being 0, without looking at the others.

        Returns
        -------
        explanation : Explanation, SetExplanation, CardExplanation or TreeExplanation
            What `explain` gives for the row.
        """
        row = range(table.n_rows)[row]
        columns = [column for column in table.columns if column.name in self.attributes]
        cells = tuple(replace(column, values=column.values[row : row + 1]) for column in columns)
        alone = replace(table, columns=cells, target=None, n_rows=1)
        return replace(self.explain(alone)[0], row=row + 1)

    @property
    def written(self) -> dict[str, str]:
        """The form, else the kind, of each attribute that the rules use: `kinds` to read with."""
        return {name: self.forms.get(name, self.kinds[name]) for name in self.attributes}

    def table_of(
        self,
        source: Any,
        *,
        delimiter: str | None = None,
        encoding: str | None = None,
        sheet: str | None = None,
    ) -> Table:
        """Return the source as a table that has the columns the rules use, of their kinds.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
        delimiter, encoding, sheet : str, optional
            As in `read_table`.
        """
        used = self.written
        if not isinstance(source, Table):
            # Without rules only the number of rows matters, and any column tells it.
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
        """Return the same rules with all that they promise, see :doc:`/guide/promises`.

        The search is repeated on parts of the rows, which takes about six times as long as `fit`.

        Parameters
        ----------
        X, y, sample_weight
            The rows that the rules were learned from, as `fit` got them.
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
    """Return the classes as an array that holds exactly them, of Python objects if need be."""
    labels: AnyArray = np.array(classes)
    if labels.tolist() != list(classes):
        labels = np.empty(len(classes), dtype=object)
        labels[:] = classes
    return labels
