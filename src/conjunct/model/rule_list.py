"""A theory of ordered rules: the first rule that holds decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from conjunct.data.table import Table
from conjunct.model.covered_sums import first_of
from conjunct.model.explanation import Explanation, Explanations, explain_first
from conjunct.model.json_form import rules_json
from conjunct.model.probability import class_distribution
from conjunct.model.rules import Rules
from conjunct.model.unreachable import unreachable
from conjunct.types import Count, Floats, Ints


@dataclass(frozen=True, slots=True)
class RuleList(Rules):
    """Rules in order, and a class for the rows that none of them covers.

    The first rule whose body holds decides, so the order matters. The other parameters are those
    of `Rules`.

    Parameters
    ----------
    reached : bool
        Whether the counts of a rule include only the rows that no earlier rule covers; otherwise
        they include all rows that its body covers.

    Examples
    --------
    >>> from conjunct.data.table import Column
    >>> from conjunct.model import Condition, Promise, Rule, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> body, promise = (Condition("island", "=", "Dream"),), Promise(0.4524, 0.5712)
    >>> rule = Rule(body, 1, (56, 68), record, promise)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (152, 68), {"island": "nominal"})
    >>> print(rules.to_text(footer=False))
    #  rule               class      rows  wrong  expected  at most
    1  if island = Dream  Chinstrap   124     56    45.2 %   57.2 %
       otherwise          Adelie      152 of 220 rows
    >>> island = Column("island", "nominal", np.array([0, 1, -1]), ("Biscoe", "Dream"))
    >>> rules.predict(Table((island,), n_rows=3)).tolist()
    ['Adelie', 'Chinstrap', 'Adelie']
    """

    KIND: ClassVar[str] = "rule list"
    ADDS_UP: ClassVar[bool] = False

    reached: bool = False

    @property
    def default_counts(self) -> tuple[Count, ...]:
        """Training rows that no rule covers, by class: those behind the default class.

        All training rows if no row is left, or if the uncovered rows are not known because rules
        also count rows that earlier rules cover.
        """
        counted = self.class_counts, *(rule.counts for rule in self.rules)
        # Sums of weights may be inexact in their last digits.
        left = tuple(
            max(round(every - sum(own), 9), 0) for every, *own in zip(*counted, strict=True)
        )
        return left if self.reached and any(left) else self.class_counts

    @property
    def unprinted(self) -> tuple[int, ...]:
        """Positions of rules that can never decide: an earlier one holds wherever they do."""
        return unreachable(self.rules, self.missing)

    @property
    def combination(self) -> str:
        """Sentences on what happens if one or several rules hold."""
        if len(self) == 1:
            return "It decides if it holds."
        counted = "for that rule alone" if self.reached else "for every rule that holds"
        said = f"The first rule that holds decides; a row counts {counted}."
        numbers = [str(position + 1) for position in self.unprinted]
        if not numbers:
            return said
        if len(numbers) == 1:
            return (
                f"{said} Rule {numbers[0]} is not printed: an earlier rule holds wherever it does."
            )
        listed = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
        return f"{said} Rules {listed} are not printed: an earlier rule holds wherever they do."

    def first_match(self, table: Table) -> Ints:
        """Return, for every row, the position of the first rule that holds; -1 if none does."""
        return first_of(self.covers(table), table.n_rows)

    def _decide(self, table: Table) -> Ints:
        return np.asarray(self._heads()[self.first_match(table)])

    def deciding(self, table: Table) -> list[tuple[int, ...]]:
        """Return, for every row, the position of the deciding rule; empty for the default."""
        return [() if found < 0 else (found,) for found in self.first_match(table).tolist()]

    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row.

        A row gets the smoothed class distribution of the training rows that the deciding rule
        covers, or of those that no rule covers; see
        `conjunct.model.probability.class_distribution`. Rows sum to 1, and the most probable class
        is the one that `predict` returns.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
        """
        counts = np.array([*(rule.counts for rule in self.rules), self.default_counts])
        of_rules = class_distribution(counts, self._heads())
        return np.asarray(of_rules[self._in_blocks(self.first_match, self.table_of(source))])

    def explain(self, source: Any) -> Explanations[Explanation]:
        """Return, for every row, the rule that decided and the values it tested.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        explanations : Explanations
            A sequence that computes each explanation on access.
        """
        table = self.table_of(source)
        explain = partial(explain_first, self, table, self.first_match(table))
        return Explanations(explain, table.n_rows)

    def to_json(self) -> str:
        """Return the model as readable JSON, which `load_model` reads back exactly."""
        return rules_json(self, reached=self.reached)

    def _heads(self) -> Ints:
        """Return the head of every rule, then the default, so that position -1 picks it."""
        return np.array([*(rule.head for rule in self.rules), self.default], dtype=np.int64)
