"""The page of the documentation: the picture, the tables, and how they were made."""

from __future__ import annotations

import csv
import io
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from conjunct.experiments.atomic import write_text
from peers.picture import drawable, save_picture
from peers.report import HEADINGS, mean_rows, table_rows
from peers.summary import Standing
from peers.tables import Dataset

TITLE = "Beside other learners"
INTRODUCTION = """\
This page is written by ``make peers``. Every learner has its default parameters and learns from
the same folds of the same tables. Error is the mean over the folds, in percent; a rule is one with
at least one condition, or a leaf of a tree; the conditions of a tree are the depths of its leaves,
added up. The default rule is not counted. The first table has means over all tables. Learners with
a seed have one seed here: ``python benchmarks/card_seeds.py`` has five of the accurate card, and
``python benchmarks/ripper_jrip.py`` as many of RIPPER as asked for. The fourteen tables had a part
in the design of the score cards."""
MEASURED = """\
How it is measured
------------------

- Every peer runs in a virtual environment of its own, in one thread. A fit that takes more than
  {limit:g} s of processor time is ended, and the table says so, as it does for a peer that cannot
  be installed.
- CPU s is the processor time of a fit, without reading and recoding the table. Where code is
  compiled while it runs, in Conjunct and in Weka, a learner fits each table once before it is
  timed. Of Weka it is the time of the thread that learns.
- Brier is half the squared distance between the probabilities and what came true, from 0 to 1. ECE
  is the expected calibration error: how far the probability of the predicted class is from the
  share of right predictions, over ten bins of equal width and all test rows of a table.
- The marks of the picture are the larger the longer a fit takes. Learners without rules, or without
  a result on every table, are not in it{absent}.

How tables are given to each:

{encodings}"""
MACHINE = """\
Measured on {date} with Python {python} on {system} {machine}, {cores} cores.
The tables: {tables}."""


def write_page(
    found: Sequence[Standing], tables: Sequence[Dataset], limit: float, docs: Path
) -> list[Path]:
    """Write the page and its picture into the folder of the documentation; return their paths."""
    images, guide = docs / "images", docs / "guide"
    for folder in (images, guide):
        folder.mkdir(parents=True, exist_ok=True)
    pictures = save_picture(found, images)
    text = page(found, tables, limit, has_picture=bool(pictures))
    return [write_text(guide / "peers.rst", text), *pictures]


def page(
    found: Sequence[Standing], tables: Sequence[Dataset], limit: float, has_picture: bool
) -> str:
    """Return the page as reStructuredText."""
    names = list(found[0].tables)
    parts = [TITLE, "=" * len(TITLE), "", INTRODUCTION, ""]
    if has_picture:
        about = "Error against number of conditions, a point a learner"
        parts += [".. image:: /images/peers.svg", f"   :alt: {about}", "   :width: 100%", ""]
    headings = ["learner", *HEADINGS.values()]
    parts += [*_table(headings, [row[:-1] for row in mean_rows(found)]), ""]
    missing = [f"- {one.learner.name}: {one.note}" for one in found if one.note]
    if missing:
        parts += ["Missing:", "", *missing, ""]
    parts += [_machine(tables), "", _measured(found, limit), ""]
    for measure in ("error", "conditions", "seconds"):
        title = f"{HEADINGS[measure]} table by table"
        parts += [title, "-" * len(title), ""]
        parts += [*_table(["learner", *names], table_rows(found, measure)), ""]
    return "\n".join(parts).rstrip() + "\n"


def _machine(tables: Sequence[Dataset]) -> str:
    told = [f"{table.name} ({len(table.labels):,} rows)" for table in tables]
    return MACHINE.format(
        date=datetime.now(UTC).date().isoformat(),
        python=".".join(map(str, sys.version_info[:3])),
        system=platform.system(),
        machine=platform.machine(),
        cores=os.cpu_count(),
        tables=", ".join(told),
    )


def _measured(found: Sequence[Standing], limit: float) -> str:
    shown = drawable(found)
    absent = [one.learner.name for one in found if one not in shown]
    environments = dict.fromkeys(one.learner.environment for one in found)
    encodings = [f"- {one.name}: {one.encoding}." for one in environments]
    return MEASURED.format(
        limit=limit,
        absent=f": {', '.join(absent)}" if absent else "",
        encodings="\n".join(encodings),
    )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([headings, *rows])
    lines = text.getvalue().splitlines()
    return [".. csv-table::", "   :header-rows: 1", "", *(f"   {line}" for line in lines)]
