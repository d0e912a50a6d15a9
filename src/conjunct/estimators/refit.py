"""Refit edited rules: their counts, classes, points and promises on given rows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from conjunct.cards.refit import USUAL_RIDGE
from conjunct.errors import ModelError
from conjunct.estimators.bounded import AnyRules, with_promises_again
from conjunct.estimators.refitted_card import card_with_scores, refitted_card
from conjunct.estimators.rows_of_model import ModelRows, rows_of_model
from conjunct.model import Edit, Rule, RuleList, Rules, ScoreCard, Tree
from conjunct.model.notation import count_text
from conjunct.model.promise import NO_PROMISE


def refit(
    rules: Rules,
    X: Any,
    y: Any = None,
    sample_weight: Any = None,
    ridge: float | None = None,
) -> Rules:
    """Return the same rules with counts, classes, points and promises from the given rows.

    Parameters
    ----------
    rules : Rules
        A list, set or card.
    X, y, sample_weight
        The rows, see `Rules.refit`.
    ridge : float or None
        Ridge for a card; None takes the card's own.

    Examples
    --------
    >>> from conjunct.model import RuleList
    >>> rules = RuleList((), ("no", "yes"), 0, (0, 0), {}).add("if age > 60 then yes")
    >>> people = {"age": [20.0, 30.0, 61.0, 70.0, 80.0, 90.0]}
    >>> counted = refit(rules, people, ["no", "yes", "yes", "yes", "yes", "no"])
    >>> counted[0].counts, counted.class_counts, counted.default
    ((1, 3), (2, 4), 0)
    """
    if isinstance(rules, Tree):
        raise ModelError("a tree is refitted as a list of rules: call to_rules() first")
    if ridge is not None and not ridge >= 0:
        raise ModelError(f"ridge must be a number from 0 up, not {ridge!r}")
    rows = rows_of_model(rules, X, y, sample_weight)
    if isinstance(rules, ScoreCard):
        own = USUAL_RIDGE if rules.ridge is None else rules.ridge
        covers = list(rules.covers(rows.table))
        card = refitted_card(rules, rows, covers, own if ridge is None else ridge)
        fitted: Rules = card_with_scores(with_promises_again(_with_facts(card, rows), rows), rows)
    else:
        fitted = recounted(rules, rows)
    edit = Edit("refit", after=count_text(rows.table.n_rows, "row"))
    return replace(fitted, edits=(*rules.edits, edit), learner=None)


def recounted(rules: Rules, rows: ModelRows, same_classes: Collection[int] = ()) -> Rules:
    """Count the rows of every rule of a list or set, and make their promises again.

    Rules that are not locked get the class of most of their rows.

    Parameters
    ----------
    rules : Rules
        A list or set.
    rows : ModelRows
        The rows.
    same_classes : collection of int
        Positions of rules that keep their classes, as if they were locked.
    """
    left = np.ones(rows.table.n_rows, bool)
    counted = []
    is_first = isinstance(rules, RuleList) and rules.reached
    for at, (rule, cover) in enumerate(zip(rules.rules, rules.covers(rows.table), strict=True)):
        counts = rows.counts(cover & left if is_first else cover)
        counted.append(_counted(rule, counts, rule.locked or at in same_classes))
        left &= ~cover
    class_counts = rows.counts()
    others = rows.counts(left) if isinstance(rules, RuleList) and left.any() else class_counts
    default = rules.default
    if max(others) > others[default]:
        default = others.index(max(others))
    facts: dict[str, Any] = {
        "rules": tuple(counted),
        "class_counts": class_counts,
        "default": default,
    }
    return with_promises_again(_with_facts(replace(rules, **facts), rows), rows)


def _counted(rule: Rule, counts: tuple[Any, ...], is_locked: bool) -> Rule:
    head = rule.head
    if not is_locked and max(counts) > counts[head]:
        head = counts.index(max(counts))
    return replace(rule, counts=counts, head=head, promise=NO_PROMISE)


def _with_facts(rules: AnyRules, rows: ModelRows) -> AnyRules:
    """Return rules with the number of rows and the forms of columns of the table."""
    table = rows.table
    forms = {name: table.column(name).form for name in rules.attributes}
    return replace(
        rules,
        n_rows=table.n_counted,
        forms={name: form for name, form in forms.items() if form},
    )
