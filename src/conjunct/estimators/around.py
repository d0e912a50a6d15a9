"""Learning under a user's constraints: rules to keep, columns to leave out, columns to use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone

from conjunct.data import Table
from conjunct.errors import DataError, ModelError, nearest
from conjunct.estimators.kept import kept_rules
from conjunct.estimators.refit import recounted
from conjunct.estimators.rows_of_model import rows_of_model
from conjunct.estimators.statements import Progress
from conjunct.model import Rules, ScoreCard, Tree, WrittenRule, parse_rule
from conjunct.model.condition import body_cover
from conjunct.model.made_rule import class_name
from conjunct.types import Flags

Learn = Callable[[Any, Table, Progress], Rules]
"""Takes an estimator, a table and a progress callback, and returns the learned rules."""


def learn_around(
    estimator: Any,
    table: Table,
    keep: Sequence[str],
    require: Sequence[str],
    learn: Learn,
    progress: Progress,
) -> Rules:
    """Learn rules around given ones, and make sure that required columns are used.

    A score card includes the given rules and fits their points. In a list or set they come first,
    and the other rules are learned from the rows that they do not cover. If the rules do not use a
    required column, the best rule on that column alone is kept, and everything is learned again.

    Parameters
    ----------
    estimator : RuleClassifier
        A learner of lists, sets or cards; a ScoreCardClassifier gets the rules as its `keep`.
    table : Table
        A table with a target.
    keep : sequence of str
        Rules to keep.
    require : sequence of str
        Names of columns that the rules must use.
    learn : callable
        Function that learns from a table.
    progress : callable
        Called with the share of the work done.
    """
    for name in require:
        table.column(name)  # refuses other names
    rules = _kept(estimator, table, keep, learn, progress)
    unused = [name for name in require if name not in rules.attributes]
    if not unused:
        return rules
    best = [_best_rule(estimator, table, name, learn) for name in unused]
    rules = _kept(estimator, table, [*keep, *best], learn, progress)
    for name in unused:
        if name not in rules.attributes:
            raise DataError(f"column {name!r} cannot be required: its best rule gets no points")
    return rules


def without_columns(table: Table, names: Sequence[str]) -> Table:
    """Return a table without some columns, with a note for each of them.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> without_columns(shipped_table(), ["sex"]).notes[-1]
    "Left out 'sex': it is forbidden."
    """
    for name in names:
        if name not in table.names:
            raise DataError(f"{table.name} has no column {name!r}; {nearest(name, table.names)}")
    columns = tuple(column for column in table.columns if column.name not in names)
    if not columns:
        raise DataError(f"all columns of {table.name} are forbidden; leave one to learn from")
    notes = (f"Left out {name!r}: it is forbidden." for name in dict.fromkeys(names))
    return replace(table, columns=columns, notes=(*table.notes, *notes))


def forbidden_rules(table: Table, forbid: Sequence[str]) -> tuple[str, ...]:
    """Return the forbidden texts that are rules: they begin with "if" and are not column names.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> forbidden_rules(shipped_table(), ["sex", "if year > 2008"])
    ('if year > 2008',)
    """
    rules = [text for text in forbid if text.startswith("if ") and text not in table.names]
    for text in rules:
        try:
            for condition in parse_rule(text).conditions:
                table.column(condition.attribute)  # refuses other names
        except (DataError, ModelError) as error:
            raise DataError(f"forbidden rule {text!r:.60}: {error}") from None
    return tuple(rules)


def without_rules(rules: Rules, table: Table, forbid: Sequence[str]) -> Rules:
    """Return a theory without forbidden rules, and with the other rules refitted.

    Parameters
    ----------
    rules : Rules
        A list, set or card.
    table : Table
        The rows that it was learned from.
    forbid : sequence of str
        Forbidden rules; only their conditions matter. Rules that were not learned have no effect.
    """
    bodies = {frozenset(rule.conditions) for rule in rules}
    found = [text for text in forbid if frozenset(parse_rule(text).conditions) in bodies]
    if not found:
        return rules
    edited = rules
    for text in found:
        edited = edited.forbid_rule(text, reason="forbidden before learning")
    return edited.refit(table)


def _kept(
    estimator: Any, table: Table, keep: Sequence[str], learn: Learn, progress: Progress
) -> Rules:
    """Learn around rules to keep, with the estimator itself and no clone, so it can be stopped."""
    if "keep" in estimator.get_params(deep=False):
        return learn(estimator.set_params(keep=tuple(keep)), table, progress)
    if not keep:
        return learn(estimator, table, progress)
    return _first_of_all(estimator, table, keep, learn, progress)


def _first_of_all(
    estimator: Any, table: Table, keep: Sequence[str], learn: Learn, progress: Progress
) -> Rules:
    """Put given rules before those that are learned from the rows they do not cover."""
    written = kept_rules(keep)
    covered = np.zeros(table.n_rows, bool)
    for number, rule in enumerate(written, start=1):
        covered |= _cover(rule, table, estimator.missing, number)
    if covered.all():
        raise DataError("the rules to keep cover all rows; no row is left to learn from")
    learned = learn(estimator, table.take(np.flatnonzero(~covered)), progress)
    if isinstance(learned, Tree):
        raise ModelError("a tree cannot keep rules; learn a list, a set or a score card")
    rules = learned
    for number, rule in enumerate(written, start=1):
        try:
            rules = rules.add(str(rule), at=number)
        except ModelError as error:
            raise DataError(f"kept rule {number}: {error}") from None
    notes = tuple(f"Given and kept: {rule}." for rule in written)
    same_classes = range(len(written), len(rules))
    counted = recounted(rules, rows_of_model(rules, table), same_classes)
    return replace(counted, edits=(), notes=(*learned.notes, *notes))


def _cover(rule: WrittenRule, table: Table, missing: Any, number: int) -> Flags:
    try:
        cover = body_cover(rule.conditions, table, missing)
    except (DataError, ModelError) as error:
        raise DataError(f"kept rule {number}: {error}") from None
    if not cover.any():
        raise DataError(f"kept rule {number} covers no row: {rule}")
    return cover


def _best_rule(estimator: Any, table: Table, name: str, learn: Learn) -> str:
    """Return the best rule on one column, as text."""
    alone = replace(table, columns=(table.column(name),))
    small = clone(estimator)
    if "keep" in small.get_params(deep=False):
        cuts = {own: at for own, at in (small.cuts or {}).items() if own == name}
        # Learn a single rule whose points are not rounded to 0.
        small.set_params(size=1, points="real", keep=(), monotonic_cst=None, cuts=cuts or None)
    rules = learn(small, alone, lambda share: None)
    if not len(rules):
        raise DataError(f"column {name!r} cannot be required: no rule is found in it alone")
    first = rules[0]
    needs_class = not isinstance(rules, ScoreCard) or len(rules.classes) > 2
    head = class_name(rules.classes[first.head]) if needs_class else None
    return str(WrittenRule(first.conditions, head))
