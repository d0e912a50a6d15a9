"""Counts of what a model decides about its training rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data.table import Column, Table
from conjunct.errors import ModelError
from conjunct.model.condition import Condition
from conjunct.model.covered_sums import first_of
from conjunct.model.distribution import Distribution, read_distribution, weight_of
from conjunct.model.json_fields import Fields
from conjunct.model.points import exact_sums, in_points, whole
from conjunct.model.row_blocks import by_blocks
from conjunct.types import Count, Flags, Floats, Ints

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


@dataclass(frozen=True, slots=True)
class DecidedCounts:
    """What a model decides about its training rows, as numbers of rows or sums of weights.

    Parameters
    ----------
    of : str
        Fingerprint of the model that was counted, see `fingerprint`. If the rules have changed
        since, the fingerprint differs and the counts are not used.
    covered : tuple of int or float
        Rows that each rule covers; for a tree, rows that reach each leaf.
    predicted : tuple of int or float
        Rows by predicted class.
    first : tuple of int or float
        For lists and trees, rows by deciding rule; the last count is of rows without a rule.
    score : Distribution or None
        For cards of two classes, rows by score, without the base points.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> from conjunct.data import shipped_table
    >>> model = RuleTreeClassifier(max_depth=1, promises=False).fit_table(shipped_table())
    >>> sum(model.rules_.training.decided.predicted)
    344
    """

    of: str
    covered: tuple[Count, ...]
    predicted: tuple[Count, ...]
    first: tuple[Count, ...] = ()
    score: Distribution | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        counts = {name: list(getattr(self, name)) for name in ("covered", "predicted", "first")}
        return {"of": self.of, **counts, "score": self.score and self.score.to_dict()}


def read_decided(read: Fields) -> DecidedCounts | None:
    """Read what `DecidedCounts.to_dict` returned, or None."""
    if read.value is None:
        return None
    read.only(DecidedCounts.__slots__)
    score = read.object("score")
    return DecidedCounts(
        of=read.text("of"),
        covered=read.counts("covered"),
        predicted=read.counts("predicted"),
        first=read.counts("first"),
        score=None if score.value is None else read_distribution(score),
    )


def check_decided(rules: Rules) -> None:
    """Refuse counts that claim to be of these rules and cannot be."""
    decided = decided_by(rules)
    if decided is None:
        return
    n_first = 0 if rules.ADDS_UP else len(rules) + 1
    found = len(decided.covered), len(decided.predicted), len(decided.first)
    if found != (len(rules), len(rules.classes), n_first):
        raise ModelError("training.decided does not fit the rules and classes of the model")


def decided_by(rules: Rules) -> DecidedCounts | None:
    """Return the counts of a model's decisions in training; None if they are no longer valid."""
    decided = None if rules.training is None else rules.training.decided
    return None if decided is None or decided.of != fingerprint(rules) else decided


def fingerprint(rules: Rules) -> str:
    """Return 16 hexadecimal digits that depend on everything that affects decisions, and no more.

    The names of the classes do not matter.
    """
    decides: list[Any] = [rules.KIND, rules.missing, rules.default, list(rules.class_counts)]
    threshold = getattr(rules, "threshold", None)
    decides += [list(getattr(rules, "base", ())), threshold and float(threshold.points)]
    for node in getattr(rules, "nodes", ()):
        decides += [_tests(node.branches), node.head, node.usual, *node.children, *node.counts]
    for rule in () if rules.KIND == "tree" else rules:
        points = map(float, getattr(rule, "points", ()))
        decides += [_tests(rule.conditions), rule.head, [*rule.counts], [*points]]
    text = json.dumps(decides, default=lambda number: number.item())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _tests(conditions: Iterable[Condition]) -> list[Any]:
    return [[one.attribute, one.op, _number(one.value)] for one in conditions]


def _number(value: str | float | None) -> str | float | None:
    """Return a number as a float, so that 3 and 3.0 give the same fingerprint."""
    return value if value is None or isinstance(value, str) else float(value)


def count_decided(
    rules: Rules, table: Table, weights: Floats | None, are_own: bool = False
) -> DecidedCounts:
    """Count what a model decides about rows.

    Parameters
    ----------
    rules : Rules
    table : Table
        A table with the columns that the rules use.
    weights : ndarray of float or None
        How often each row counts, above 0; sums of weights must be exact.
    are_own : bool, default=False
        Whether these rows, with these weights, gave the counts of the rules. The leaf of each row
        of a tree then need not be found again.
    """
    score = scores_of(rules, table)
    covered, first = _covered_and_first(rules, table, weights, are_own)
    return DecidedCounts(
        of=fingerprint(rules),
        covered=covered,
        predicted=count_predicted(rules, table, weights, first),
        first=first,
        score=None if score is None else Distribution.of(score, weights),
    )


def _covered_and_first(
    rules: Rules, table: Table, weights: Floats | None, are_own: bool
) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """Return the results of `count_covered` and of `count_first`; each rule is tested once."""
    if rules.KIND == "tree":
        own = as_numbers(np.array([*(rule.covered for rule in rules), 0])) if are_own else None
        first = own or count_first(rules, table, weights)
        return first[:-1], first
    if rules.ADDS_UP:
        return count_covered(rules, table, weights), ()
    covered: list[Count] = []

    def counted() -> Iterator[Flags]:
        for holds in rules.covers(table):
            covered.append(weight_of(holds, weights))
            yield holds

    first = _by_position(first_of(counted(), table.n_rows), len(rules), weights)
    return tuple(covered), first


def count_covered(rules: Rules, table: Table, weights: Floats | None) -> tuple[Count, ...]:
    """Count the rows that each rule covers; for a tree, the rows that reach each leaf."""
    if rules.KIND == "tree":
        return count_first(rules, table, weights)[:-1]
    return tuple(weight_of(holds, weights) for holds in rules.covers(table))


def count_first(rules: Any, table: Table, weights: Floats | None) -> tuple[Count, ...]:
    """Count rows by deciding rule; the last count is of rows without a rule.

    The result is empty for models in which several rules decide together.
    """
    if rules.ADDS_UP:
        return ()
    return _by_position(rules.first_match(table), len(rules), weights)


def _by_position(found: Ints, n_rules: int, weights: Floats | None) -> tuple[Count, ...]:
    """Count rows by the position of a rule; the last count is of rows without a rule, at -1."""
    decides = np.where(found < 0, n_rules, found)
    return as_numbers(np.bincount(decides, weights, n_rules + 1))


def count_predicted(
    rules: Rules, table: Table, weights: Floats | None, first: Sequence[Count]
) -> tuple[Count, ...]:
    """Count rows by predicted class; if one rule decides, from the result of `count_first`."""
    if rules.ADDS_UP:
        return as_numbers(np.bincount(rules.decide(table), weights, len(rules.classes)))
    heads = [*(rule.head for rule in rules), rules.default]
    return as_numbers(np.bincount(heads, first, len(rules.classes)))


def scores_of(rules: Any, table: Table) -> Column | None:
    """Return the scores of a card of two classes as a column; None for other models."""
    if rules.KIND != "score card" or len(rules.classes) != 2:
        return None
    (ours,), decimals = rules.scored, rules.n_decimals
    base = whole(rules.base[ours], decimals)

    def scores(rows: Table) -> Floats:
        return in_points(exact_sums(rules, rows)[:, ours] - base, decimals)

    return Column("score", "numeric", by_blocks(scores, table, rules.attributes, 2))
