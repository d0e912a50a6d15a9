"""`conjunct report`: one HTML page about a model, to read, try out and mail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.option import argument, option
from conjunct.cli.options import AsJson, Model, Reading, ReadingWeightedRows
from conjunct.cli.streams import inform, note, say_json

if TYPE_CHECKING:
    from conjunct.model import Rules
    from conjunct.report.known_rows import KnownRows

EXAMPLES = """\b
Examples:
  conjunct report loans.json --out report.html          the model alone
  conjunct report loans.json loans.csv --out report.html
  conjunct report loans.json loans.csv june.csv --out report.html   and what changed until June
"""

TableToCheck = Annotated[
    Path | None,
    argument(
        "TABLE",
        "Rows to check the model on, with the columns that the rules use and the one that "
        "they predict. - is standard input.",
    ),
]
NewerTable = Annotated[
    Path | None,
    argument(
        "NEWER",
        "Newer rows: the page shows how much they differ from the training rows of the "
        "model. They need no class.",
    ),
]


def report(
    model: Model,
    table: TableToCheck = None,
    newer: NewerTable = None,
    *,
    out: Annotated[
        Path | None, option("FILE", "Write the page to this file; an existing file is replaced.")
    ] = None,
    rows: Annotated[int, option("N", "Largest number of rows to show.", min=0)] = 10_000,
    reading: ReadingWeightedRows,
    as_json: AsJson = False,
) -> None:
    """Write an HTML page about a model.

    The page shows the rules, a form to try the model out and, with a TABLE, checks on its rows. It
    is a single file that needs no network and no server.
    """
    from conjunct.model import load_model
    from conjunct.report import ModelReport

    if out is None and not as_json:
        raise typer.BadParameter("name the file to write the page to", param_hint="'--out'")
    rules = load_model(model)
    known = None if table is None else _read(rules, table, reading)
    recent = None if newer is None else _read(rules, newer, replace(reading, weight=None))
    for text in () if known is None else known.notes:
        note(text)
    made = ModelReport.of(rules, known, recent, rows=rows)
    if out is not None:
        made.save(out)
        inform(f"written to {out}")
    if as_json:
        say_json(made.document)


def _read(rules: Rules, table: Path, reading: Reading) -> KnownRows:
    from conjunct.report.known_rows import known_rows

    return known_rows(
        rules,
        table,
        weight=reading.weight,
        delimiter=reading.delimiter,
        encoding=reading.encoding,
        sheet=reading.sheet,
    )
