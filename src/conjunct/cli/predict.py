"""`conjunct predict`: the class of every row of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from conjunct.cli.options import (
    AsJson,
    Delimiter,
    Encoding,
    Model,
    Reading,
    SheetName,
    TableToPredict,
)
from conjunct.cli.source import open_rows
from conjunct.cli.streams import inform, say

EXAMPLES = """\b
Examples:
  conjunct predict loans.json new.csv                   CSV on standard output
  conjunct predict loans.json new.csv --output out.csv
  conjunct predict loans.json new.csv --proba           with the probability of each class
  conjunct predict loans.json new.csv --keep --score --reasons
"""


def predict(
    model: Model,
    table: TableToPredict,
    *,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write there instead; an existing file is replaced."),
    ] = None,
    proba: Annotated[
        bool, typer.Option("--proba", help="Add the probability of every class.")
    ] = False,
    score: Annotated[
        bool,
        typer.Option("--score", help="Add the score of a card; of more than two classes, all."),
    ] = False,
    reasons: Annotated[
        bool,
        typer.Option("--reasons", help="Add up to four reasons, each with its code and text."),
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Put the columns of the table before the new ones.")
    ] = False,
    spreadsheet_safe: Annotated[
        bool,
        typer.Option(
            "--spreadsheet-safe",
            help="Put an apostrophe before cells of the CSV that a spreadsheet would run.",
        ),
    ] = False,
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    sheet: SheetName = None,
    as_json: AsJson = False,
) -> None:
    """Predict the class of every row of a table.

    Prints CSV with the number of the row, its class, and the number of the rule that decided,
    which is empty where no rule holds. Where rules are added up, it names all that hold.
    """
    from conjunct.cli.predictions import Predictions, kept_cells
    from conjunct.data.formats import opened
    from conjunct.model import load_model
    from conjunct.model.json_form import write_text

    reading = Reading.of(None, delimiter, encoding, sheet=sheet)
    rules = load_model(model)
    with opened(table) as file:
        rows = open_rows(rules, file, reading)
        kept = kept_cells(file, reading) if keep else {}
    found = Predictions(rules, rows, kept, proba, score, reasons)
    text = found.to_json() if as_json else found.to_csv(guard=spreadsheet_safe)
    if output is None:
        say(text)
    else:
        write_text(output, f"{text}\n")
        inform(f"written to {output}")
