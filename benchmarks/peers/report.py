"""The results as text: Markdown for people, CSV for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from conjunct.experiments.atomic import write_text
from conjunct.model.notation import count_text
from peers.picture import save_picture
from peers.summary import MEASURES, Standing

HEADINGS = {
    "error": "error %",
    "rules": "rules",
    "conditions": "conditions",
    "seconds": "CPU s",
    "brier": "Brier",
    "ece": "ECE",
}
"""Measures that people see, with their headings."""


def cell(name: str, value: float | None) -> str:
    """Return a value as people read it.

    Examples
    --------
    >>> cell("error", 0.2034), cell("conditions", 17.24), cell("conditions", 83909.2)
    ('20.3', '17.2', '83,909')
    >>> cell("seconds", 0.0312), cell("brier", 0.1417), cell("ece", None)
    ('0.031', '0.142', '–')
    """
    if value is None:
        return "–"
    match name:
        case "error":
            return f"{100 * value:.1f}"
        case "rules" | "conditions":
            return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
        case "seconds":
            return f"{value:.3f}" if value < 1 else f"{value:.1f}"
        case _:
            return f"{value:.3f}"


def ranked(found: Sequence[Standing]) -> list[Standing]:
    """Return learners with a name by their mean error, those with missing tables last."""
    named = [one for one in found if one.learner.is_named]
    return sorted(named, key=lambda one: (not one.is_complete, one.means.get("error", 1.0)))


def mean_rows(found: Sequence[Standing]) -> list[list[str]]:
    """Return the cells of the table of means, a row a learner, with what is missing in the last."""
    return [
        [
            f"{one.learner.name} {one.version}".strip(),
            *(cell(name, one.means.get(name)) for name in HEADINGS),
            one.note,
        ]
        for one in ranked(found)
    ]


def table_rows(found: Sequence[Standing], measure: str) -> list[list[str]]:
    """Return the cells of the table of one measure, a row a learner and a column a table."""
    return [
        [
            one.learner.name,
            *(cell(measure, table.values.get(measure)) for table in one.tables.values()),
        ]
        for one in ranked(found)
    ]


def as_markdown(found: Sequence[Standing]) -> str:
    """Return the means, then error and conditions table by table."""
    tables = list(found[0].tables)
    parts = [f"Means over {count_text(len(tables), 'table')}.", ""]
    parts += _markdown(["learner", *HEADINGS.values(), "missing"], mean_rows(found))
    for measure in ("error", "conditions"):
        parts += ["", f"{HEADINGS[measure]} table by table.", ""]
        parts += _markdown(["learner", *tables], table_rows(found, measure))
    return "\n".join(parts)


def as_csv(found: Sequence[Standing]) -> str:
    """Return everything, a line a learner and table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["learner", "version", "table", *MEASURES, "missing"])
    for one in found:
        for name, table in one.tables.items():
            values = [table.values.get(measure, "") for measure in MEASURES]
            writer.writerow([one.learner.name, one.version, name, *values, table.why])
    return text.getvalue()


def write_files(found: Sequence[Standing], folder: Path) -> list[Path]:
    """Write table and picture into a folder, and return their paths."""
    return [
        write_text(folder / "table.md", as_markdown(found) + "\n"),
        write_text(folder / "table.csv", as_csv(found)),
        *save_picture(found, folder),
    ]


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    marks = ["---", *["---:"] * (len(headings) - 1)]
    return [f"| {' | '.join(line)} |" for line in (headings, marks, *rows)]
