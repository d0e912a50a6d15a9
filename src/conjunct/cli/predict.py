"""`conjunct predict`: the class of every row of a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.model import Rules

EXAMPLES = """\b
Examples:
  conjunct predict loans.json new.csv                   CSV on standard output
  conjunct predict loans.json new.csv --output out.csv
  conjunct predict loans.json new.csv --proba           with the probability of each class
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
    delimiter: Delimiter = None,
    encoding: Encoding = None,
    sheet: SheetName = None,
    as_json: AsJson = False,
) -> None:
    """Predict the class of every row of a table.

    Prints CSV with the number of the row, its class, and the number of the rule that decided,
    which is empty where no rule holds. Where rules are added up, it names all that hold.
    """
    from conjunct.model import load_model
    from conjunct.model.json_form import write_text

    reading = Reading.of(None, delimiter, encoding, sheet=sheet)
    rules = load_model(model)
    rows = open_rows(rules, table, reading)
    text = _as_json(rules, rows, proba) if as_json else _as_csv(rules, rows, proba)
    if output is None:
        say(text)
    else:
        write_text(output, f"{text}\n")
        inform(f"written to {output}")


def _as_json(rules: Rules, table: Table, proba: bool) -> str:
    rows = []
    for row, label, numbers, shares in _predictions(rules, table, proba):
        found: dict[str, Any] = {"row": row, "prediction": label}
        if rules.ADDS_UP:
            found["rules"] = numbers
        else:
            found["rule"] = numbers[0] if numbers else None
        if proba:
            found["probabilities"] = shares
        rows.append(found)
    document = {"target": rules.target, "classes": list(rules.classes), "rows": rows}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _as_csv(rules: Rules, table: Table, proba: bool) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    shares_of = [f"p({_cell(label)})" for label in rules.classes] if proba else []
    writer.writerow(["row", "prediction", "rules" if rules.ADDS_UP else "rule", *shares_of])
    for row, label, numbers, shares in _predictions(rules, table, proba):
        writer.writerow([row, _cell(label), " ".join(map(str, numbers)), *shares])
    return text.getvalue().removesuffix("\n")


def _predictions(
    rules: Rules, table: Table, proba: bool
) -> Iterator[tuple[int, Any, list[int], list[float]]]:
    """Yield for every row its number, label, the numbers of the deciding rules, probabilities."""
    labels = rules.predict(table).tolist()
    deciding = rules.deciding(table)
    shares = rules.predict_proba(table).tolist() if proba else [[]] * len(labels)
    for row, (label, found, share) in enumerate(zip(labels, deciding, shares, strict=True), 1):
        yield row, label, [position + 1 for position in found], share


def _cell(label: Any) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)
