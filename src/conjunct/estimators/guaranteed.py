"""Score cards whose threshold guarantees a rate on new rows, chosen on held-out rows."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from conjunct.choose import safe_threshold, threshold_grid
from conjunct.count import Fold
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.promising import HELD_OUT_SEED
from conjunct.estimators.remembered import remembering, settings_of
from conjunct.estimators.statements import Progress, ignore
from conjunct.model import ScoreCard
from conjunct.model.card_order import default_of
from conjunct.model.notation import percent_text
from conjunct.model.threshold import Rate, Threshold
from conjunct.types import Flags

HOLD_OUT = 0.3
"""Default share of the rows that is held out."""


def learn_guaranteed(
    classifier: Any, table: Table, rate: Rate, limit: float, progress: Progress = ignore
) -> ScoreCard:
    """Learn a card of two classes, and choose the lowest threshold that guarantees a rate.

    If no threshold guarantees it with the confidence of the classifier, the card has no rules, and
    a note says so.

    Parameters
    ----------
    classifier : ScoreCardClassifier
        The learner; the threshold is chosen on the share `hold_out` of the rows.
    table : Table
        A table with a target of two classes.
    rate : {"false positive rate", "precision"}
        The rate to guarantee.
    limit : float
        Limit of the rate, see `conjunct.choose.safe_threshold`.
    progress : callable
        Called with the share of the work done.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier, read_table
    >>> rows = {"size": list(range(400)), "kind": ["low"] * 200 + ["high"] * 200}
    >>> table = read_table(rows, target="kind")
    >>> card = learn_guaranteed(ScoreCardClassifier(), table, "false positive rate", 0.1)
    >>> card.threshold.rate, card.threshold.held_out
    ('false positive rate', 134)
    """
    if table.target is None or len(table.target.levels) != 2:
        raise DataError(
            f"a {rate} can be guaranteed only for two classes; {table.name} has more or fewer"
        )
    if table.weights is not None:
        raise DataError(
            f"a {rate} can be guaranteed only if every row counts once; leave out the weights of "
            f"{table.name}"
        )
    fold = Fold.of_share(HELD_OUT_SEED, classifier.hold_out or HOLD_OUT)
    held = _rows_of(fold, table)
    new, rest = (table.take(np.flatnonzero(rows)) for rows in (held, ~held))
    classifier.set_params(hold_out=None).fit_table(rest, progress)
    card: ScoreCard = classifier.rules_
    (ours,) = card.scored
    assert new.target is not None
    points = safe_threshold(
        card.sums(new)[:, ours],
        new.target.values == ours,
        threshold_grid(card.sums(rest)[:, ours]),
        rate,
        limit,
        classifier.confidence,
    )
    if points is None:
        return _remembering(classifier, _without_rules(card, rate, limit, new.n_rows), rest)
    facts = Threshold(points, rate, limit, classifier.confidence, new.n_rows)
    return _remembering(classifier, replace(card, threshold=facts), rest)


def _remembering(classifier: Any, card: ScoreCard, table: Table) -> ScoreCard:
    """Return a card that was changed after learning, with the facts about its training."""
    return remembering(card, table, type(classifier).__name__, settings_of(classifier))


def _rows_of(fold: Fold, table: Table) -> Flags:
    """Return which rows of a table are in a fold, as engines do."""
    assert table.target is not None
    labels = table.target.values
    ranks = np.zeros(table.n_rows, np.int64)
    for label in np.unique(labels).tolist():
        own = np.flatnonzero(labels == label)
        ranks[own] = np.arange(len(own))
    return fold.has(ranks)


def _without_rules(card: ScoreCard, rate: Rate, limit: float, n_rows: int) -> ScoreCard:
    note = (
        f"No threshold keeps a {rate} of {percent_text(limit)} with the confidence asked for, by "
        f"{n_rows:,} rows held out. So the model has no rules; hold out more rows or ask for less."
    )
    counts, (ours,) = card.class_counts, card.scored
    base = [0.0, 0.0]
    base[ours] = round(math.log((counts[ours] + 0.5) / (counts[1 - ours] + 0.5)), 2)
    empty = replace(
        card,
        rules=(),
        kinds={},
        base=tuple(base),
        unit=1.0,
        default=default_of(base, counts),
        notes=(*card.notes, note),
        scores=(),
        checked=None,
        scale=None,
    )
    return empty if card.scale is None else empty.scaled(card.scale, card.classes[ours])
