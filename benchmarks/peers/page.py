"""The page of the documentation: the pictures, the tables, and how they were made."""

from __future__ import annotations

import csv
import io
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from conjunct.files import write_text
from conjunct.model.notation import count_text
from peers.parts import Part
from peers.picture import AUC, ERROR, View, drawable, save_pictures
from peers.report import HEADINGS, as_csv, comparable, gaps, mean_table, tables_table
from peers.summary import Standing

TITLE = "Measured against other learners"
INTRODUCTION = """\
This page is written by ``make peers``. Every learner has its default parameters and learns from
the same folds of the same tables. Error is the mean over the folds, in percent. A rule has at least
one condition; the leaves of a tree count as rules, and the conditions of a tree are the sum of the
depths of its leaves. Points are weights that are not 0. The default rule is not counted. All
numbers, table by table: :download:`peers.csv`. :doc:`compared` describes the other packages."""
MEASURED = """\
How it is measured
------------------

- Every peer runs in a virtual environment of its own, in one thread. A fit that takes more than
  {limit:g} s of processor time is stopped. The page says so, and it also names peers that cannot
  be installed.
- CPU s is the processor time of a fit, without reading and recoding the table. Conjunct and Weka
  compile code at run time, so their learners fit each table once before the timed fit. For Weka
  it is the time of the thread that learns.
- AUC is the area under the ROC curve of tables with two classes. Log loss is in nats;
  probabilities below a millionth count as a millionth. Brier is half the squared distance between
  the probabilities and what came true, from 0 to 1. ECE is the expected calibration error: how far
  the probability of the predicted class is from the share of right predictions, over ten bins of
  equal width and all test rows of a table.
- In the pictures, larger marks mean longer fits. Learners without rules, or without a result on
  every table, are not in the pictures{absent}.

How each package gets the tables:

{encodings}"""
MACHINE = """\
Measured on {date} with Python {python} on {system} {machine}, {cores} cores."""


def write_page(parts: Sequence[Part], limit: float, docs: Path) -> list[Path]:
    """Write the page and its pictures into the folder of the documentation; return their paths."""
    images, guide = docs / "images", docs / "guide"
    for folder in (images, guide):
        folder.mkdir(parents=True, exist_ok=True)
    pictures = save_pictures(parts[0].found, parts[0].on_two_classes(), images)
    return [
        write_text(guide / "peers.rst", page(parts, limit)),
        write_text(guide / "peers.csv", as_csv(parts)),
        *pictures,
    ]


def page(parts: Sequence[Part], limit: float) -> str:
    """Return the page as reStructuredText; the pictures are those of the first part."""
    lines = [TITLE, "=" * len(TITLE), "", INTRODUCTION, ""]
    for part in parts:
        lines += _part(part, has_pictures=part is parts[0])
    lines += [_machine(), "", _measured(parts[0].found, limit), ""]
    for part in parts:
        title = f"{part.title}: {HEADINGS['error']}"
        lines += [title, "-" * len(title), "", *_table(tables_table(part.found, "error")), ""]
    return "\n".join(lines).rstrip() + "\n"


def _part(part: Part, has_pictures: bool) -> list[str]:
    """Return the means of a part, over all of its tables and over those with two classes."""
    two = part.on_two_classes()
    lines = [part.title, "-" * len(part.title), "", part.about, "", _tables(part), ""]
    if has_pictures:
        lines += _image(
            part.found, ERROR, "Error against number of conditions, one point per learner"
        )
    lines += [*_table(mean_table(comparable(part.found))), ""]
    if two:
        lines += [f"The {count_text(len(two[0].tables), 'table')} with two classes:", ""]
        if has_pictures:
            lines += _image(two, AUC, "AUC against number of conditions, one point per learner")
        lines += [*_table(mean_table(comparable(two))), ""]
    missing = gaps(two) if two else []
    told = {line.partition(":")[0] for line in missing}
    missing += [line for line in gaps(part.found) if _is_news(line, told)]
    return [*lines, "Missing:", "", *missing, ""] if missing else lines


def _is_news(line: str, told: set[str]) -> bool:
    """Tell whether a line says more than that a learner supports only two classes."""
    return line.partition(":")[0] not in told and "two classes only" not in line


def _image(found: Sequence[Standing], view: View, about: str) -> list[str]:
    if not drawable(found, view):
        return []
    return [f".. image:: /images/{view.file}.svg", f"   :alt: {about}", "   :width: 100%", ""]


def _tables(part: Part) -> str:
    told = [f"{table.name} ({len(table.labels):,} rows)" for table in part.tables]
    return f"The tables: {', '.join(told)}."


def _machine() -> str:
    return MACHINE.format(
        date=datetime.now(UTC).date().isoformat(),
        python=".".join(map(str, sys.version_info[:3])),
        system=platform.system(),
        machine=platform.machine(),
        cores=os.cpu_count(),
    )


def _measured(found: Sequence[Standing], limit: float) -> str:
    absent = [one.learner.name for one in comparable(found) if one not in drawable(found)]
    environments = dict.fromkeys(one.learner.environment for one in found)
    encodings = [f"- {one.name}: {one.encoding}." for one in environments]
    return MEASURED.format(
        limit=limit,
        absent=f": {', '.join(absent)}" if absent else "",
        encodings="\n".join(encodings),
    )


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows(rows)
    lines = text.getvalue().splitlines()
    return [".. csv-table::", "   :header-rows: 1", "", *(f"   {line}" for line in lines)]
