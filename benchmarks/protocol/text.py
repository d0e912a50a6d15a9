"""Runs as text for people: table by table, their means, and two runs beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.model.notation import count_text
from protocol.runs import MEASURES, Run

HEADINGS = {
    "error": "error %",
    "log_loss": "log loss",
    "auc": "AUC %",
    "conditions": "conditions",
    "points": "points",
    "rules": "rules",
    "seconds": "CPU s",
}
_PERCENT = ("error", "auc")
_DECIMALS = {"error": 2, "auc": 2, "log_loss": 4, "seconds": 3}


class Difference(NamedTuple):
    """Means of the differences between two runs over the tables that both have."""

    mean: float
    standard_error: float
    n_lower: int
    n_higher: int
    tables: tuple[str, ...]


def difference(one: Run, other: Run, measure: str) -> Difference | None:
    """Return the mean difference of two runs over their tables, and its standard error."""
    both = tuple(
        name
        for name in one.tables
        if measure in one.tables[name] and measure in other.tables.get(name, {})
    )
    if not both:
        return None
    found = np.array([_mean_on([name], one, measure) for name in both])
    found -= [_mean_on([name], other, measure) for name in both]
    spread = float(np.std(found, ddof=1) / np.sqrt(len(found))) if len(found) > 1 else np.nan
    return Difference(
        float(found.mean()), spread, int((found < 0).sum()), int((found > 0).sum()), both
    )


def as_text(run: Run, about: str = "") -> str:
    """Return a run as one line per table, then the means and their standard errors over seeds."""
    rows = [["", *HEADINGS.values()]]
    for name, values in run.tables.items():
        means = [np.mean(values[one]) if one in values else None for one in MEASURES]
        rows.append([name, *map(cell, MEASURES, means)])
    rows.append(["mean", *(cell(one, run.mean(one)) for one in MEASURES)])
    rows.append(["± over seeds", *(cell(one, run.standard_error(one)) for one in MEASURES)])
    lines = [f"{run.name}: {count_text(len(run.tables), 'table')}{about}", *_aligned(rows)]
    lines += [f"missing: {name}: {why}" for name, why in run.missing.items()]
    return "\n".join(lines)


def compared_text(one: Run, other: Run) -> str:
    """Return the difference of two runs, one line per measure."""
    rows = [["", one.name, other.name, "difference", "± over tables", "lower", "higher", "tables"]]
    for measure in MEASURES:
        found = difference(one, other, measure)
        if found is None:
            continue
        means = [_mean_on(found.tables, run, measure) for run in (one, other)]
        shown = [cell(measure, value) for value in (*means, abs(found.mean), found.standard_error)]
        shown[2] = ("−" if found.mean < 0 else "+") + shown[2]
        counts = [found.n_lower, found.n_higher, len(found.tables)]
        rows.append([HEADINGS[measure], *shown, *map(str, counts)])
    return "\n".join([f"{one.name} less {other.name}, on the tables of both:", *_aligned(rows)])


def cell(measure: str, value: float | None) -> str:
    """Return a value as text for people.

    Examples
    --------
    >>> cell("error", 0.2034), cell("log_loss", 0.41), cell("auc", None), cell("rules", 7.25)
    ('20.34', '0.4100', '–', '7.2')
    """
    if value is None or np.isnan(value):
        return "–"
    shown = 100 * value if measure in _PERCENT else value
    return f"{shown:,.{_DECIMALS.get(measure, 1)}f}"


def _mean_on(names: Sequence[str], run: Run, measure: str) -> float:
    return float(np.mean([np.mean(run.tables[name][measure]) for name in names]))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *(map(str.rjust, row[1:], widths[1:]))]).rstrip()
        for row in rows
    ]
