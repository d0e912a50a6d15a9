"""`conjunct edit`: the page about a model, with rules that can be edited."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from conjunct.cli.option import argument, option
from conjunct.cli.option_groups import OptionGroup
from conjunct.cli.options import AsJson, Model, Reading
from conjunct.cli.source import open_source
from conjunct.cli.streams import inform, say_json

EXAMPLES = """\b
Examples:
  conjunct edit loans.json loans.csv --open             write edit.html and open it
  conjunct apply loans.json edits.json loans.csv --save edited.json
"""

TableToTry = Annotated[
    Path,
    argument(
        "TABLE", "The table that the model was learned from, with its target. - is standard input."
    ),
]


def edit(
    model: Model,
    table: TableToTry,
    *,
    out: Annotated[
        Path | None,
        option(
            "FILE",
            "Write the page to this file; an existing file is replaced.",
            show_default="edit.html",
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the default browser.")
    ] = False,
    rows: Annotated[int, option("N", "Largest number of rows to try edits on.", min=0)] = 10_000,
    reading: Annotated[Reading, OptionGroup(Reading.of, "kind", "delimiter", "encoding", "sheet")],
    as_json: AsJson = False,
) -> None:
    """Write an HTML page in which rules can be edited.

    It is the page of conjunct report with an editor, which shows the effect of every change on the
    rows of the TABLE. Download the edits there, and apply them with conjunct apply. The model
    itself is not changed.
    """
    from conjunct.model import load_model
    from conjunct.report import ModelReport
    from conjunct.report.editing import refuse_uneditable

    rules = load_model(model)
    refuse_uneditable(rules, table)
    kinds = {**rules.written, **reading.kinds}
    source = open_source(table, rules.target, replace(reading, kinds=kinds))
    made = ModelReport.of(rules, source.table, rows=rows, editing=True)
    if out is not None or not as_json:
        path = Path("edit.html") if out is None else out
        made.save(path)
        inform(f"written to {path}")
        if open_page:
            webbrowser.open(path.resolve().as_uri())
    if as_json:
        say_json(made.document)
