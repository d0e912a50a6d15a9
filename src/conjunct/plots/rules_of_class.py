"""The rules of a fitted model for one class, counted on rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import column_or_1d

from conjunct.errors import DataError, ModelError
from conjunct.model import Condition, RefinementPath, Rules
from conjunct.plots.coverage_path import CoveragePath
from conjunct.types import Flags

MOST_NAMED = 8
"""Largest number of rules that a sentence lists."""


class RulesOfClass(NamedTuple):
    """The rules for a class in the coverage space of some rows.

    Parameters
    ----------
    P, N : int
        Numbers of rows of the class and of other classes.
    paths : tuple of CoveragePath
        One for each rule of the class.
    title : str
        Target and class.
    left_out : str
        A sentence that lists the numbers of rules for other classes; empty without any.
    """

    P: int
    N: int
    paths: tuple[CoveragePath, ...]
    title: str
    left_out: str = ""


def count_rules(estimator: Any, X: Any, y: Any, label: Any = None) -> RulesOfClass:
    """Count the rows that each rule of a class covers, by itself, after each of its conditions.

    Parameters
    ----------
    estimator : classifier
        A fitted classifier with rules in ``rules_``.
    X : data frame, array or Table
        Rows with the columns that the rules use.
    y : array of shape (n_rows,)
        The classes of the rows.
    label : label or None
        The class; None takes the class that most rules predict, the first one in a tie.
    """
    rules = _rules_of(estimator)
    head = _head(rules, label)
    table = rules.table_of(np.asarray(X) if isinstance(X, list | tuple) else X)
    positive = _positive(y, rules.classes[head], table.n_rows)
    ordered = conditions_in_order(estimator, rules)
    paths = tuple(
        CoveragePath.of(place + 1, ordered[place], table, positive, rules.missing)
        for place, rule in enumerate(rules)
        if rule.head == head and not rule.against
    )
    P = int(np.count_nonzero(positive))
    title = f"{rules.target} = {rules.classes[head]}"
    drawn = {path.number for path in paths}
    others = [number for number in range(1, len(rules) + 1) if number not in drawn]
    return RulesOfClass(P, len(positive) - P, paths, title, _left_out(others))


def _left_out(numbers: list[int]) -> str:
    if not numbers:
        return ""
    listed = ", ".join(map(str, numbers[:MOST_NAMED]))
    more = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    noun = "rule" if len(numbers) == 1 else "rules"
    return f"Not drawn, as not for this class: {noun} {listed}{more}."


def conditions_in_order(estimator: Any, rules: Rules) -> list[Sequence[Condition]]:
    """Return, for each rule, its conditions in the order in which the search added them.

    That order is known for a model with refinement paths in ``paths_``; others use printing order.
    """
    paths: Sequence[RefinementPath] | None = getattr(estimator, "paths_", None)
    if paths is None:
        return [rule.conditions for rule in rules]
    return [[step.condition for step in path.steps[: path.kept]] for path in paths]


def _rules_of(estimator: Any) -> Rules:
    rules = getattr(estimator, "rules_", None)
    if not isinstance(rules, Rules):
        raise ModelError(
            f"{type(estimator).__name__} has no rules in rules_; "
            "give a classifier that learns rules"
        )
    if not len(rules):
        raise ModelError(f"the {type(estimator).__name__} has learned no rules; nothing to draw")
    return rules


def _head(rules: Rules, label: Any) -> int:
    """Return the position of the class to draw; refuse one without rules."""
    heads = [rule.head for rule in rules if not rule.against]
    if not heads:
        raise ModelError("all rules oppose a class, and none supports one; nothing to draw")
    if label is None:
        return max(heads, key=heads.count)
    if label in rules.classes and rules.classes.index(label) in heads:
        return rules.classes.index(label)
    known = ", ".join(repr(rules.classes[head]) for head in dict.fromkeys(heads))
    raise ModelError(f"no rule is for class_={label!r}; there are rules for {known}")


def _positive(y: Any, label: Any, n_rows: int) -> Flags:
    """Return which rows are of a class; refuse labels that do not fit."""
    positive: Flags = np.asarray(column_or_1d(y), dtype=object) == label
    if len(positive) != n_rows:
        raise DataError(
            f"X has {n_rows} rows, but y has {len(positive)}; give one class for each row"
        )
    if positive.all() or not positive.any():
        some = "all" if positive.any() else "none"
        raise DataError(f"{some} of the rows are of class {label!r}; give rows of both kinds")
    return positive
