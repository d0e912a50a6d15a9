"""`conjunct diff`: how one saved model differs from another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from conjunct.cli.option import argument, option
from conjunct.cli.options import AsJson, ReadingRows
from conjunct.cli.source import open_rows
from conjunct.cli.streams import say, say_json

EXAMPLES = """\b
Examples:
  conjunct diff old.json new.json                       rules added, removed, changed
  conjunct diff old.json new.json loans.csv             and the rows that change class
  conjunct diff old.json new.json loans.csv --examples 20
"""


def diff(
    old: Annotated[Path, argument("OLD", "A saved model.")],
    new: Annotated[Path, argument("NEW", "A newer saved model.")],
    table: Annotated[
        Path | None,
        argument(
            "TABLE", "Rows for both models to classify, with the columns that their rules use."
        ),
    ] = None,
    *,
    examples: Annotated[int, option("N", "Largest number of changed rows to show.", min=0)] = 5,
    reading: ReadingRows,
    as_json: AsJson = False,
) -> None:
    """Show how one saved model differs from another.

    Rules with the same body are compared, and so are rules that differ in cuts only. Lines with −
    are from the old model, lines with + from the new one. With a TABLE, the rows that change class
    are shown too.
    """
    from conjunct.data.formats import opened
    from conjunct.model import load_model
    from conjunct.model.difference import difference
    from conjunct.model.printed.difference import difference_text

    models = load_model(old), load_model(new)
    rows = None
    if table is not None:
        with opened(table) as file:  # standard input can be read only once
            first, second = (open_rows(model, file, reading) for model in models)
            rows = first, second
    found = difference(*models, rows)
    if as_json:
        say_json(found.to_dict(examples))
    else:
        say(difference_text(found, examples))
