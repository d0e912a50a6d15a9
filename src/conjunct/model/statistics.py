"""How the rules of a model do on rows of known class, and whether they keep their promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betaincinv

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model.class_positions import class_positions
from conjunct.model.rule_list import RuleList
from conjunct.types import Count, Flags, Floats

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

CONFIDENCE = 0.95
"""Confidence of the intervals of models that promise nothing."""


@dataclass(frozen=True)
class RuleStatistics:
    """How one rule does on new rows.

    Parameters
    ----------
    rows, wrong : int or float
        Rows that count for the rule, and those that it gets wrong; sums of weights if rows have
        weights.
    low, high : float or None
        Confidence limits of the share of wrong rows (Clopper and Pearson 1934), for this rule by
        itself; None without rows.
    kept : bool or None
        Whether the rule kept its bound, see `rule_statistics`; None without a bound or rows.

    Examples
    --------
    >>> RuleStatistics(20, 5, 0.087, 0.491, True).share
    0.25
    """

    rows: Count
    wrong: Count
    low: float | None
    high: float | None
    kept: bool | None

    @property
    def share(self) -> float | None:
        """Share of its rows that are wrong; None without rows."""
        return float(self.wrong / self.rows) if self.rows else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**asdict(self), "share": self.share}


def rule_statistics(
    rules: Rules, table: Table, labels: Any, weights: Any = None
) -> tuple[RuleStatistics, ...]:
    """Return how each rule does on rows of known class.

    A row counts for rules as in training: only for the deciding rule in a tree and in a list whose
    rules were counted in order, otherwise for every rule that holds. A label that the model does
    not know is not the head of any rule.

    A rule breaks its promise if even the lower limit of its error on these rows (Clopper and
    Pearson 1934, one-sided) is above the bound. The limits are corrected for the number of rules
    with a bound: if all bounds hold in truth, then with the confidence of the promises no rule is
    said to break its own.

    Parameters
    ----------
    rules : Rules
    table : Table
        The rows, with the columns that the rules use.
    labels : array-like of shape (n_rows,)
        The class of each row.
    weights : array-like of shape (n_rows,) or None
        How much each row counts. The limits treat sums of weights as numbers of rows.
    """
    actual = class_positions(rules.classes, labels)
    if len(actual) != table.n_rows:
        raise ModelError(f"there are {len(actual):,} classes for {table.n_rows:,} rows")
    counted = None if weights is None else np.asarray(weights, dtype=np.float64)
    found = []
    for rule, rows in zip(rules, rows_of_rules(rules, table), strict=True):
        ours = actual == rule.head
        wrong = rows & (ours if rule.against else ~ours)
        found.append((_amount(rows, counted), _amount(wrong, counted)))
    return _judged(rules, found)


def default_statistics(
    rules: Rules, table: Table, labels: Any, weights: Any = None
) -> RuleStatistics:
    """Return how the default does on the rows that no rule covers; it promises nothing.

    Parameters
    ----------
    rules, table, labels, weights
        As for `rule_statistics`.
    """
    rows = np.ones(table.n_rows, dtype=np.bool_)
    for holds in rows_of_rules(rules, table):
        rows &= ~holds
    wrong = rows & (class_positions(rules.classes, labels) != rules.default)
    counted = None if weights is None else np.asarray(weights, dtype=np.float64)
    found = _amount(rows, counted), _amount(wrong, counted)
    return _with_limits(*found, 1.0 - confidence_of(rules), None)


def rows_of_rules(rules: Rules, table: Table) -> Iterator[Flags]:
    """Yield, for each rule, the rows that count for it, as in training."""
    if isinstance(rules, RuleList) and rules.reached:
        first = rules.first_match(table)
        yield from (np.asarray(first == position) for position in range(len(rules)))
    else:
        yield from rules.covers(table)


def lower_limit(rows: Any, wrong: Any, level: float) -> Floats:
    """Return the error rate at which this many errors or more have the probability `level`.

    It is the lower limit of Clopper and Pearson; 0 without errors.

    Examples
    --------
    >>> float(lower_limit(20, 5, 0.025).round(3)), float(lower_limit(20, 0, 0.025))
    (0.087, 0.0)
    """
    rows, wrong = np.asarray(rows, float), np.asarray(wrong, float)
    some = wrong > 0
    limit = betaincinv(np.where(some, wrong, 1.0), rows - np.where(some, wrong, 0.0) + 1.0, level)
    return np.asarray(np.where(some, limit, 0.0))


def _judged(rules: Rules, found: list[tuple[Count, Count]]) -> tuple[RuleStatistics, ...]:
    doubt = 1.0 - confidence_of(rules)
    shared = doubt / max(sum(rule.at_most is not None for rule in rules), 1)
    told = []
    for rule, (rows, wrong) in zip(rules, found, strict=True):
        kept = None
        if rule.at_most is not None and rows:
            kept = bool(lower_limit(rows, wrong, shared) <= rule.at_most)
        told.append(_with_limits(rows, wrong, doubt, kept))
    return tuple(told)


def _with_limits(rows: Count, wrong: Count, doubt: float, kept: bool | None) -> RuleStatistics:
    if not rows:
        return RuleStatistics(rows, wrong, None, None, None)
    low = float(lower_limit(rows, wrong, doubt / 2))
    high = 1.0 - float(lower_limit(rows, rows - wrong, doubt / 2))
    return RuleStatistics(rows, wrong, low, high, kept)


def confidence_of(rules: Rules) -> float:
    """Return the confidence of a model's bounds and intervals."""
    return CONFIDENCE if rules.promises is None else rules.promises.confidence


def statistics_columns(told: tuple[RuleStatistics, ...]) -> dict[str, list[Any]]:
    """Return the columns of a frame of statistics that `to_frame` does not have."""
    nan = float("nan")
    return {
        "new_rows": [one.rows for one in told],
        "new_wrong": [one.wrong for one in told],
        "new_share": [nan if one.share is None else one.share for one in told],
        "new_low": [nan if one.low is None else one.low for one in told],
        "new_high": [nan if one.high is None else one.high for one in told],
        "kept": [one.kept for one in told],
    }


def _amount(rows: Flags, weights: Floats | None) -> Count:
    if weights is None:
        return int(np.count_nonzero(rows))
    total = float(weights[rows].sum())
    return int(total) if total.is_integer() else total
