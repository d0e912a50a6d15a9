"""How a model does on rows of known class: errors, scores by class, calibration."""

from __future__ import annotations

from typing import Any

import numpy as np

from conjunct.data.table import Table
from conjunct.model import Rules, ScoreCard
from conjunct.model.notation import amount_text, count_text, label_text, percent_text
from conjunct.model.points import exact_sums, in_points, whole
from conjunct.model.weighted_counts import plain_count, weighted_counts
from conjunct.report.known_rows import KnownRows
from conjunct.types import AnyArray, Flags, Floats, Ints

MOST_THRESHOLDS = 200
MOST_BINS = 10


def checks_data(rules: Rules, known: KnownRows) -> dict[str, Any] | None:
    """Return the checks; None if no row has a class that the model knows."""
    assert known.classes is not None
    if not len(known.told):
        return None
    table, classes = known.table.take(known.told), known.classes[known.told]
    decided, shares = rules.decide(table), rules.predict_proba(table)
    n_classes = len(rules.classes)
    weights = table.weights
    cells = weighted_counts(classes * n_classes + decided, n_classes**2, weights)
    confusion = cells.reshape(n_classes, n_classes)
    ours = _positive(rules)
    if ours is None:
        chances = np.take_along_axis(shares, decided[:, None], axis=1)[:, 0]
        calibration = {"of": "", "bins": _bins(chances, decided == classes, weights)}
    else:
        calibration = {
            "of": label_text(rules.classes[ours]),
            "bins": _bins(shares[:, ours], classes == ours, weights),
        }
    return {
        "said": _said(rules, confusion),
        "confusion": confusion.tolist(),
        "calibration": calibration,
        "scores": _scores(rules, table, classes, shares),
    }


def _positive(rules: Rules) -> int | None:
    """For two classes, return the class to score: the one with points, or else the rarer one."""
    if len(rules.classes) != 2:
        return None
    if isinstance(rules, ScoreCard):
        return rules.scored[0]
    return 1 if rules.class_counts[1] <= rules.class_counts[0] else 0


def _said(rules: Rules, confusion: AnyArray) -> str:
    rows = plain_count(confusion.sum())
    wrong = plain_count(confusion.sum() - confusion.trace())
    counts = confusion.sum(axis=1)
    most = int(counts.argmax())
    always = f"always {label_text(rules.classes[most])}: "
    always += percent_text(1 - plain_count(counts[most]) / rows)
    share = percent_text(wrong / rows)
    return f"{amount_text(wrong)} of {count_text(rows, 'row')} wrong ({share}; {always})."


def _bins(chances: Floats, happened: Flags, weights: Floats | None = None) -> list[list[float]]:
    """Return mean probability, observed share and rows of about ten groups, lowest first.

    Rows with equal probability stay together.
    """
    order = np.argsort(chances, kind="stable")
    rising = chances[order]
    starts = {0}
    for edge in np.linspace(0, len(rising), MOST_BINS + 1)[1:-1].astype(int).tolist():
        starts.add(int(np.searchsorted(rising, rising[edge], side="left")))
    bins = []
    for part in np.split(order, sorted(starts)[1:]):
        own = None if weights is None else weights[part]
        rows = plain_count(weighted_counts(np.zeros(len(part), np.int64), 1, own)[0])
        means = (np.average(one[part], weights=own) for one in (chances, happened))
        bins.append([*map(float, means), rows])
    return bins


def _scores(rules: Rules, table: Table, classes: Ints, shares: Floats) -> list[dict[str, Any]]:
    """Return, for each class that can be called, its thresholds and the rows at each of them."""
    ours = _positive(rules)
    if isinstance(rules, ScoreCard) and ours is not None:
        sums = exact_sums(rules, table)[:, ours] - whole(rules.base[ours], rules.n_decimals)
        scores = in_points(sums, rules.n_decimals)
        return [
            {
                "class": ours,
                "of": "score",
                **_thresholds(scores, classes == ours, rules.cut, table.weights),
            }
        ]
    called = range(len(rules.classes)) if ours is None else [ours]
    return [
        {
            "class": one,
            "of": "probability",
            **_thresholds(shares[:, one], classes == one, 0.5, table.weights),
        }
        for one in called
    ]


def _thresholds(
    values: Floats, ours: Flags, start: float, weights: Floats | None = None
) -> dict[str, Any]:
    """Return the possible thresholds, and the number of rows from each one to the next.

    ``start`` is the position of the model's own threshold; after the last one no row is called.
    """
    distinct = np.unique(values)
    if len(distinct) > MOST_THRESHOLDS:
        spread = np.linspace(0, len(distinct) - 1, MOST_THRESHOLDS).astype(int)
        at_start = min(int(np.searchsorted(distinct, start)), len(distinct) - 1)
        distinct = distinct[sorted({*spread.tolist(), at_start})]
    place = np.searchsorted(distinct, values, side="right") - 1
    groups = place + len(distinct) * ours
    n_others, n_ours = np.split(weighted_counts(groups, 2 * len(distinct), weights), 2)
    return {
        "at": distinct.tolist(),
        "ours": n_ours.tolist(),
        "others": n_others.tolist(),
        "start": int(np.searchsorted(distinct, start)),
    }
