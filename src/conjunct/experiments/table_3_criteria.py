"""Criteria in place of r_w in the setting of Table 3.

Quinlan & Cameron-Jones (1995) end by asking for "a single metric that embodies all three factors:
accuracy, theory complexity, and extent of search".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.findings import Grid
from conjunct.experiments.study import Results, Row
from conjunct.experiments.table_3_judged import p_text
from conjunct.types import Floats

LABELS = {"layered": "r_w", "length": "r_w with h·2^length", "gumbel": "Gumbel null", "poe": "POE"}
"""The criteria by the names of their rows; the first one is what the others are compared with."""

NOTE = (
    "Layered search with each criterion on the same halves. With h·2^length, h is taken times 2 to "
    "the number of conditions. Gumbel null: extreme-value correction from the same search on ten "
    "tables with permuted classes. POE: process-oriented evaluation with the number of candidates."
)


class CriterionCompared(NamedTuple):
    """All trials on one table: a line a trial, a column a criterion."""

    table: str
    error: Floats
    conditions: Floats
    seconds: Floats


def compared(results: Results) -> list[CriterionCompared]:
    """Return the tables whose trials have all criteria, in the order of the study."""
    found = []
    for facts in results.tables:
        trials = [{row["search"]: row for row in one} for one in results.rows[facts.name]]
        complete = [trial for trial in trials if trial.keys() >= LABELS.keys()]
        if complete:
            columns = (_column(complete, name) for name in CriterionCompared._fields[1:])
            found.append(CriterionCompared(facts.name, *columns))
    return found


def _column(trials: Sequence[dict[str | int | float | None, Row]], name: str) -> Floats:
    return np.array([[trial[one][name] for one in LABELS] for trial in trials], np.float64)


def criteria_grid(tables: Sequence[CriterionCompared]) -> Grid:
    """Return error and theory size by criterion, and the ratios to r_w.

    Parameters
    ----------
    tables : sequence of CriterionCompared
        At least one.
    """
    errors = [100.0 * one.error.mean(axis=0) for one in tables]
    sizes = [one.conditions.mean(axis=0) for one in tables]
    lines = [
        (one.table, *(f"{value:.1f}" for value in (*error, *size)))
        for one, error, size in zip(tables, errors, sizes, strict=True)
    ]
    ratios = (*mean_ratios(errors), *mean_ratios(sizes))
    lines.append(("ratio to r_w", *(f"{ratio:.3f}" for ratio in ratios)))
    data = [
        (one.table, len(one.error), *error.tolist(), *size.tolist())
        for one, error, size in zip(tables, errors, sizes, strict=True)
    ]
    heads = [f"{kind}_{name}" for kind in ("error", "conditions") for name in LABELS]
    return Grid(
        name="criteria",
        title="Layered search by other criteria: error rate (%) and theory size (conditions)",
        columns=("table", *LABELS.values(), *(f"size, {label}" for label in LABELS.values())),
        lines=tuple(lines),
        data_columns=("table", "trials", *heads),
        data=tuple(data),
        notes=(NOTE, "Ratio to r_w: the average over tables of the ratio to the number of r_w."),
    )


def criteria_sentences(tables: Sequence[CriterionCompared]) -> list[str]:
    """Say of each criterion what it does in place of r_w."""
    errors, sizes, seconds = (
        mean_ratios([getattr(one, name).mean(axis=0) for one in tables])
        for name in ("error", "conditions", "seconds")
    )
    sentences = []
    for place, label in enumerate(LABELS.values()):
        better, worse, trials = _versus(tables, place)
        if place and not math.isnan(errors[place]):
            sentences.append(
                f"In place of r_w, {label} makes {errors[place]:.3f} times the errors with "
                f"{sizes[place]:.2f} times the conditions in {seconds[place]:.1f} times the time; "
                f"of {trials:,} trials it errs less in {better:,} and more in {worse:,} "
                f"(p = {p_text(sign_test(better, worse))})."
            )
    return sentences


def mean_ratios(lines: Sequence[Floats]) -> list[float]:
    """Return the average over tables of the ratio to the first number; NaN where all that is 0.

    Examples
    --------
    >>> mean_ratios([np.array([20.0, 30.0]), np.array([10.0, 5.0]), np.array([0.0, 1.0])])
    [1.0, 1.0]
    """
    ratios = [line / line[0] for line in lines if line[0] > 0]
    return np.mean(ratios, axis=0).tolist() if ratios else [math.nan] * len(LABELS)


def _versus(tables: Sequence[CriterionCompared], place: int) -> tuple[int, int, int]:
    """Count the trials in which a criterion errs less and more than r_w, and all."""
    errors = np.concatenate([one.error for one in tables])
    less, more = (errors[:, place] < errors[:, 0], errors[:, place] > errors[:, 0])
    return int(less.sum()), int(more.sum()), len(errors)
