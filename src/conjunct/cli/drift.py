"""`conjunct drift`: how much new rows differ from the training rows of a model."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.options import AsJson, Model, Reading, ReadingWeightedRows, TableToPredict
from conjunct.cli.streams import note, say, say_json, width
from conjunct.errors import DataWarning

if TYPE_CHECKING:
    from conjunct.model import Drift, Rules

EXAMPLES = """\b
Examples:
  conjunct drift loans.json new.csv                     what moved since training
  conjunct drift loans.json new.csv --by month          one line a period
  conjunct drift loans.json new.csv --json
"""


def drift(
    model: Model,
    table: TableToPredict,
    *,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            show_default=False,
            help="Compare the rows of each value of this column, such as a month, in order. Dates "
            "are put together where there are more than 24.",
        ),
    ] = None,
    reading: ReadingWeightedRows,
    as_json: AsJson = False,
) -> None:
    """Tell what moved between the training rows of a model and new rows.

    Population stability indices of the score or the predicted classes, of the share of rows that
    each rule holds for, and of values and missing cells of every attribute that the rules use.
    The table needs no class.
    """
    from conjunct.model import load_model

    rules = load_model(model)
    found = _drift(rules, table, by, reading)
    if as_json:
        say_json(found.to_dict())
    else:
        say(found.to_text(width()))


def _drift(rules: Rules, table: Path, by: str | None, reading: Reading) -> Drift:
    """Compare the rows, and print the notes of the reader."""
    options = {
        name: getattr(reading, name) for name in ("weight", "delimiter", "encoding", "sheet")
    }
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        found = rules.drift(table, by, **options)
    for one in caught:
        note(str(one.message))
    return found
