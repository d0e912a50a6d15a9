"""`conjunct drift`: how much new rows differ from the training rows of a model."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model, Reading, ReadingWeightedRows, TableToPredict
from conjunct.cli.streams import note, say, say_json, width
from conjunct.errors import DataWarning

if TYPE_CHECKING:
    from conjunct.model import Drift, Rules

EXAMPLES = """\b
Examples:
  conjunct drift loans.json new.csv                     what changed since training
  conjunct drift loans.json new.csv --by month          one line per period
  conjunct drift loans.json new.csv --json
"""


def drift(
    model: Model,
    table: TableToPredict,
    *,
    by: Annotated[
        str | None,
        option(
            "COLUMN",
            "Compare the rows of each value of this column, such as a month, in order. If "
            "there are more than 24 dates, they are grouped.",
        ),
    ] = None,
    reading: ReadingWeightedRows,
    as_json: AsJson = False,
) -> None:
    """Show what changed between training rows and new rows.

    Prints population stability indices for the score or the predicted classes, for the share of
    rows that each rule covers, and for the values and missing cells of every attribute that the
    rules use. The table needs no class.
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
