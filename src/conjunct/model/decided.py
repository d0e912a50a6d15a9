"""What a model says about its training rows, counted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from conjunct.count.counts import as_numbers
from conjunct.data.table import Column, Table
from conjunct.errors import ModelError
from conjunct.model.distribution import Distribution, read_distribution, weight_of
from conjunct.model.json_fields import Fields
from conjunct.model.points import exact_sums, in_points, whole
from conjunct.types import Count, Flags, Floats, Ints

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


@dataclass(frozen=True, slots=True)
class Decided:
    """What a model says about its training rows, as counts of rows or their weight.

    Parameters
    ----------
    of : str
        Fingerprint of the model that said it, see `fingerprint`. A model whose rules were changed
        since has another one, and the counts are not used for it.
    covered : tuple of int or float
        Rows that each rule holds for; those that come to each leaf of a tree.
    predicted : tuple of int or float
        Rows by predicted class.
    first : tuple of int or float
        Lists and trees: rows by the rule that decides, the last count for no rule.
    score : Distribution or None
        Cards of two classes: rows by score, without the base points.
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


def read_decided(read: Fields) -> Decided | None:
    """Read what `Decided.to_dict` returned, or None."""
    if read.value is None:
        return None
    read.only(Decided.__slots__)
    score = read.object("score")
    return Decided(
        of=read.text("of"),
        covered=read.counts("covered"),
        predicted=read.counts("predicted"),
        first=read.counts("first"),
        score=None if score.value is None else read_distribution(score),
    )


def check_decided(rules: Rules) -> None:
    """Refuse counts that are said to be of these rules, and cannot be."""
    decided = decided_by(rules)
    if decided is None:
        return
    n_first = 0 if rules.ADDS_UP else len(rules) + 1
    found = len(decided.covered), len(decided.predicted), len(decided.first)
    if found != (len(rules), len(rules.classes), n_first):
        raise ModelError("training.decided does not fit the rules and classes of the model")


def decided_by(rules: Rules) -> Decided | None:
    """Return what a model says about its training rows; None where it is not known any more."""
    decided = None if rules.training is None else rules.training.decided
    return None if decided is None or decided.of != fingerprint(rules) else decided


def fingerprint(rules: Rules) -> str:
    """Return 16 letters that depend on all that decides about rows, and on nothing else.

    Names of classes have no part in it.
    """
    decides: list[Any] = [rules.KIND, rules.missing, rules.default, list(rules.class_counts)]
    for rule in rules:
        body = [[one.attribute, one.op, _number(one.value)] for one in rule.conditions]
        points = [float(one) for one in getattr(rule, "points", ())]
        decides.append([body, rule.head, list(rule.counts), points])
    threshold = getattr(rules, "threshold", None)
    decides += [list(getattr(rules, "base", ())), threshold and float(threshold.points)]
    decides += [[node.usual, list(node.children)] for node in getattr(rules, "nodes", ())]
    text = json.dumps(decides, default=lambda number: number.item())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _number(value: str | float | None) -> str | float | None:
    """Return a number as a real one, however it was given."""
    return value if value is None or isinstance(value, str) else float(value)


def count_decided(rules: Rules, table: Table, weights: Floats | None) -> Decided:
    """Count what a model says about rows.

    Parameters
    ----------
    rules : Rules
    table : Table
        With the columns that the rules use.
    weights : ndarray of float or None
        How often each row counts, more than 0; their sums must be exact.
    """
    classes = as_numbers(np.bincount(rules.decide(table), weights, len(rules.classes)))
    covered = tuple(weight_of(holds, weights) for holds in covers_of(rules, table))
    first, score = first_of(rules, table), scores_of(rules, table)
    return Decided(
        of=fingerprint(rules),
        covered=covered,
        predicted=classes,
        first=() if first is None else as_numbers(np.bincount(first, weights, len(rules) + 1)),
        score=None if score is None else Distribution.of(score, weights),
    )


def covers_of(rules: Rules, table: Table) -> Iterator[Flags]:
    """Yield for each rule which rows it holds for; of a tree, which rows come to the leaf."""
    found = first_of(rules, table) if rules.KIND == "tree" else None
    if found is None:
        yield from rules.covers(table)
    else:
        yield from (found == number for number in range(len(rules)))


def first_of(rules: Any, table: Table) -> Ints | None:
    """Return for each row the position of the rule that decides, one after the last for no rule.

    None where several rules decide together.
    """
    if rules.ADDS_UP:
        return None
    found = rules.first_match(table)
    return np.where(found < 0, len(rules), found)


def scores_of(rules: Any, table: Table) -> Column | None:
    """Return the scores that a card of two classes gives, as a column; None for other models."""
    if rules.KIND != "score card" or len(rules.classes) != 2:
        return None
    (ours,), decimals = rules.scored, rules.n_decimals
    sums = exact_sums(rules, table)[:, ours] - whole(rules.base[ours], decimals)
    return Column("score", "numeric", in_points(sums, decimals))
