"""`conjunct explain`: why a row gets its class."""

from __future__ import annotations

from typing import Annotated

from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model, ReadingRows, TableToPredict
from conjunct.cli.source import open_rows
from conjunct.cli.streams import say, say_json
from conjunct.errors import DataError

EXAMPLES = """\b
Examples:
  conjunct explain loans.json new.csv --row 7
  conjunct explain loans.json new.csv --row 7 --json
"""


def explain(
    model: Model,
    table: TableToPredict,
    *,
    row: Annotated[int, option("N", "Number of the row, from 1.")],
    reading: ReadingRows,
    as_json: AsJson = False,
) -> None:
    """Show why a row gets its class.

    Prints the rules that decided, and the values that they tested.
    """
    from conjunct.model import load_model
    from conjunct.model.notation import count_text

    rules = load_model(model)
    rows = open_rows(rules, table, reading)
    if not 1 <= row <= rows.n_rows:
        has = count_text(rows.n_rows, "row")
        raise DataError(f"{rows.name} has {has}, so there is no row {row}; rows count from 1")
    explanation = rules.explain_row(rows, row - 1)
    if as_json:
        say_json(explanation.to_dict())
    else:
        say(str(explanation))
