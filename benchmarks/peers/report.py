"""The results as text: Markdown for people, CSV for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from conjunct.files import write_text
from conjunct.model.notation import count_text
from peers.parts import Part
from peers.picture import save_pictures
from peers.summary import MEASURES, Standing

HEADINGS = {
    "error": "error %",
    "log_loss": "log loss",
    "auc": "AUC %",
    "rules": "rules",
    "conditions": "conditions",
    "points": "points",
    "seconds": "CPU s",
    "brier": "Brier",
    "ece": "ECE",
}
"""Measures in the tables for people, with their headings."""

WITH_SPREAD = ("error", "log_loss", "auc")
"""Measures printed with their standard errors."""


def cell(name: str, value: float | None) -> str:
    """Return a value as text for people.

    Examples
    --------
    >>> cell("error", 0.2034), cell("conditions", 17.24), cell("conditions", 83909.2)
    ('20.3', '17.2', '83,909')
    >>> cell("seconds", 0.0312), cell("brier", 0.1417), cell("ece", None), cell("auc", 0.8811)
    ('0.031', '0.142', '–', '88.1')
    """
    if value is None:
        return "–"
    match name:
        case "error" | "auc":
            return f"{100 * value:.1f}"
        case "rules" | "conditions" | "points":
            return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
        case "seconds":
            return f"{value:.3f}" if value < 1 else f"{value:.1f}"
        case _:
            return f"{value:.3f}"


def mean_cell(one: Standing, name: str) -> str:
    """Return the mean of a measure over tables, with its standard error if there is one."""
    spread = one.standard_errors.get(name) if name in WITH_SPREAD else None
    if not spread:
        return cell(name, one.means.get(name))
    digits = f"{100 * spread:.2f}" if name in ("error", "auc") else f"{spread:.3f}"
    return f"{cell(name, one.means.get(name))} ± {digits}"


def ranked(found: Sequence[Standing]) -> list[Standing]:
    """Return named learners with results, sorted by mean error; incomplete ones come last."""
    named = [one for one in found if one.learner.is_named]
    return sorted(named, key=lambda one: (not one.is_complete, one.means.get("error", 1.0)))


def mean_table(found: Sequence[Standing]) -> list[list[str]]:
    """Return headings, then one row per learner; measures without any value are left out."""
    rows = ranked(found)
    shown = [name for name in HEADINGS if any(name in one.means for one in rows)]
    cells = [
        [f"{one.learner.name} {one.version}".strip(), *(mean_cell(one, name) for name in shown)]
        for one in rows
    ]
    return [["learner", *(HEADINGS[name] for name in shown)], *cells]


def tables_table(found: Sequence[Standing], measure: str) -> list[list[str]]:
    """Return headings, then one row per learner and one column per table, for one measure."""
    rows = [
        [
            one.learner.name,
            *(cell(measure, table.values.get(measure)) for table in one.tables.values()),
        ]
        for one in ranked(found)
        if one.means
    ]
    return [["learner", *found[0].tables], *rows]


def comparable(found: Sequence[Standing]) -> list[Standing]:
    """Return the learners with results on every table: only their means can be compared."""
    return [one for one in found if one.is_complete]


def gaps(found: Sequence[Standing]) -> list[str]:
    """Return what is missing and why, one line per learner."""
    return [f"- {one.learner.name}: {one.note}" for one in found if one.note]


def as_markdown(parts: Sequence[Part]) -> str:
    """Return the means of each part, what is missing, then the errors table by table."""
    lines: list[str] = []
    for part in parts:
        two = part.on_two_classes()
        whole = two and len(two[0].tables) == len(part.tables)
        for found, kind in ((part.found, ""), ([] if whole else two, " with two classes")):
            if found:
                about = f"Means over {count_text(len(found[0].tables), 'table')}{kind}."
                lines += [f"{part.title}. {about}", "", *_markdown(mean_table(comparable(found)))]
                lines += ["", *gaps(found), ""]
        lines += [f"{HEADINGS['error']} table by table.", ""]
        lines += [*_markdown(tables_table(part.found, "error")), ""]
    return "\n".join(lines).rstrip()


def as_csv(parts: Sequence[Part]) -> str:
    """Return everything, one line for each part, learner and table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["part", "learner", "version", "table", "seeds", *MEASURES, "missing"])
    for part in parts:
        for one in part.found:
            for name, table in one.tables.items():
                values = [table.values.get(measure, "") for measure in MEASURES]
                seeds = max(len(table.by_seed), 1) if table.values else 0
                about = [part.name, one.learner.name, one.version, name, seeds]
                writer.writerow([*about, *values, table.why])
    return text.getvalue()


def write_files(parts: Sequence[Part], folder: Path) -> list[Path]:
    """Write tables, and the pictures of the first part, into a folder, and return their paths."""
    return [
        write_text(folder / "table.md", as_markdown(parts) + "\n"),
        write_text(folder / "table.csv", as_csv(parts)),
        *save_pictures(parts[0].found, parts[0].on_two_classes(), folder),
    ]


def _markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    marks = ["---", *["---:"] * (len(rows[0]) - 1)]
    return [f"| {' | '.join(line)} |" for line in (rows[0], marks, *rows[1:])]
