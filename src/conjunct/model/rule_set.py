"""A theory of unordered rules: the counts of all rules that hold are added up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from conjunct.data.table import Table
from conjunct.model.covered_sums import covered_sums
from conjunct.model.explanation import Explanations
from conjunct.model.notation import label_text
from conjunct.model.probability import class_distribution
from conjunct.model.set_explanation import SetExplanation, explain_sum
from conjunct.model.summed_rules import SummedRules
from conjunct.types import Flags, Floats, Ints


@dataclass(frozen=True, slots=True)
class RuleSet(SummedRules):
    """Rules without order, and a class for the rows that none of them covers.

    The counts of all rules that hold for a row are added up by class, and the class with the
    largest sum is predicted: the unordered rules of CN2 (Clark & Boswell 1991, "Rule induction
    with CN2: some recent improvements"). Ties go to the class with more training rows in
    `class_counts`, then to the class that `classes` lists first. The head of a rule is the class
    it was learned for, but its counts decide. The parameters are those of `Rules`; learners make
    the most frequent class the default.

    Examples
    --------
    Two rules hold for the third row: the sum of (2, 10) and (20, 1) is (22, 11).

    >>> from conjunct import read_table
    >>> from conjunct.model import Condition, Rule, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
    >>> flies = Rule((Condition("flies", "=", "yes"),), 1, (2, 10), record)
    >>> legs = Rule((Condition("legs", ">", 3.0),), 0, (20, 1), record)
    >>> kinds = {"flies": "nominal", "legs": "numeric"}
    >>> rules = RuleSet((flies, legs), ("beast", "bird"), 0, (31, 12), kinds)
    >>> print(rules.to_text(footer=False))
    #  rule            class  rows  wrong
    1  if flies = yes  bird     12      2
    2  if legs > 3     beast    21      1
       otherwise       beast    31 of 43 rows
    >>> rows = {"flies": ["yes", "no", "yes", "no"], "legs": [2, 4, 4, 2]}
    >>> rules.predict(rows).tolist()
    ['bird', 'beast', 'beast', 'beast']
    """

    KIND: ClassVar[str] = "rule set"

    @property
    def combination(self) -> str:
        """Sentences on what happens if one or several rules hold."""
        order = ", ".join(label_text(self.classes[one]) for one in self.by_frequency)
        if len(self) == 1:
            most = "If it holds, the class of most of its rows is predicted"
            return f"{most}; of equal ones the first of {order}."
        return (
            "The rows of all rules that hold are added up by class. The largest sum is predicted; "
            f"of equal sums the first of {order}."
        )

    def sums(self, table: Table) -> tuple[Ints, Flags]:
        """Add up the counts of the rules that hold.

        Returns
        -------
        sums : ndarray of int, shape (n_rows, n_classes)
            The class counts of the training table if no rule holds.
        covered : ndarray of bool, shape (n_rows,)
            Whether any rule holds.
        """
        counts = np.array([*(rule.counts for rule in self.rules), self.class_counts])
        start = np.zeros(len(self.classes), counts.dtype)
        sums, covered = covered_sums(self.covers(table), counts[:-1], start, table.n_rows)
        sums[~covered] = counts[-1]
        return sums, covered

    def _decide(self, table: Table) -> Ints:
        return self._decided(*self.sums(table))

    def predict_proba(self, source: Any) -> Floats:
        """Return the probability of every class for every row.

        A row gets the smoothed distribution of the summed counts of all rules that hold, see
        `conjunct.model.probability.class_distribution`. A training row that two rules cover
        counts twice, so rules that agree give overconfident probabilities. Rows sum to 1, and the
        most probable class is the one that `predict` returns.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        probabilities : ndarray of shape (n_rows, n_classes)
        """
        return self._in_blocks(self._probabilities, self.table_of(source))

    def _probabilities(self, table: Table) -> Floats:
        sums, covered = self.sums(table)
        return class_distribution(sums, self._decided(sums, covered))

    def explain(self, source: Any) -> Explanations[SetExplanation]:
        """Return, for every row, all rules that hold, their counts, and the sum that decided.

        Parameters
        ----------
        source : Table or anything that `read_table` reads

        Returns
        -------
        explanations : Explanations
            A sequence that computes each explanation on access.
        """
        table = self.table_of(source)
        explain = partial(explain_sum, self, table, self.matches(table), self.decide(table))
        return Explanations(explain, table.n_rows)

    def reason_weights(self, predicted: int) -> list[tuple[float, bool]]:
        """Return the number of training rows of the predicted class that each rule adds."""
        return [(rule.counts[predicted], True) for rule in self.rules]

    def _decided(self, sums: Ints, covered: Flags) -> Ints:
        """Return the class with the largest sum; the default if no rule holds."""
        return np.where(covered, self.largest(sums), self.default)
