"""`conjunct predict`: the class of every row of a table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.option import option
from conjunct.cli.options import AsJson, Model, ReadingRows, TableToPredict
from conjunct.cli.streams import inform, note, say_parts

if TYPE_CHECKING:
    from conjunct.cli.predictions import Predictions
    from conjunct.model import Rules

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
        option(
            "FILE",
            "Write to this file instead, as Parquet if its name ends in .parquet. An existing "
            "file is replaced.",
        ),
    ] = None,
    proba: Annotated[
        bool, typer.Option("--proba", help="Add the probability of every class.")
    ] = False,
    score: Annotated[
        bool,
        typer.Option(
            "--score", help="Add the score of a card; with more than two classes, one per class."
        ),
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
            help="Put an apostrophe before cells that a spreadsheet would run as formulas.",
        ),
    ] = False,
    reading: ReadingRows,
    as_json: AsJson = False,
) -> None:
    """Predict the class of every row of a table.

    Prints CSV with the number of each row, its class, and the number of the rule that decided,
    which is empty if no rule holds. If the model adds up rules, all rules that hold are listed.
    """
    from conjunct.cli.predictions import PredictedRows, Told
    from conjunct.cli.row_batches import batches_in_pieces, whole_batch
    from conjunct.data.formats import opened
    from conjunct.data.pieces import NotPiecewise
    from conjunct.model import load_model
    from conjunct.model.unseen import unseen_text

    rules, told = load_model(model), Told(proba, score, reasons)
    with SpooledTemporaryFile(2**20, "w+", encoding="utf-8", newline="") as waiting:
        place = waiting if output is None else output
        with opened(table) as file:
            in_pieces = batches_in_pieces(rules, file, reading, keep)
            try:
                batches = in_pieces() if in_pieces else whole_batch(rules, file, reading, keep)
                predicted = PredictedRows(rules, batches, told)
                _write(place, rules, predicted, as_json, spreadsheet_safe)
            except NotPiecewise:
                predicted = PredictedRows(rules, whole_batch(rules, file, reading, keep), told)
                _write(place, rules, predicted, as_json, spreadsheet_safe)
        unseen = unseen_text(rules, predicted.unseen)
        if unseen:
            note(unseen)
        if output is None:  # a fault of standard output is not one of the table
            say_parts(iter(lambda: waiting.read(2**20), ""))
    if output is not None:
        inform(f"written to {output}")


def _write(
    place: Path | SpooledTemporaryFile[str],
    rules: Rules,
    predicted: Iterable[Predictions],
    as_json: bool,
    guard: bool,
) -> None:
    """Write everything or nothing, without holding it all in memory."""
    from conjunct.cli.predictions import all_columns, csv_texts, json_texts
    from conjunct.data.parquet import write_parquet
    from conjunct.files import write_text

    if isinstance(place, Path) and place.suffix in (".parquet", ".pq") and not as_json:
        write_parquet(place, all_columns(predicted))
        return
    texts = json_texts(rules, predicted) if as_json else csv_texts(predicted, guard)
    if isinstance(place, Path):
        write_text(place, texts)
        return
    place.seek(0)
    place.truncate()
    place.writelines(texts)
    place.seek(0)
