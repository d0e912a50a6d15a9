"""`conjunct predict`: the class of every row of a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conjunct.cli.options import AsJson, Delimiter, Encoding, Model, Reading, TableToPredict
from conjunct.cli.source import open_rows
from conjunct.cli.streams import inform, say

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.model import RuleList

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
    as_json: AsJson = False,
) -> None:
    """Predict the class of every row of a table.

    Prints CSV with the number of the row, its class, and the number of the rule that decided,
    which is empty where no rule holds.
    """
    from conjunct.model import load_model
    from conjunct.model.json_form import write_text

    reading = Reading.of(None, delimiter, encoding)
    rules = load_model(model)
    rows = open_rows(rules, table, reading)
    text = _as_json(rules, rows, proba) if as_json else _as_csv(rules, rows, proba)
    if output is None:
        say(text)
    else:
        write_text(output, f"{text}\n")
        inform(f"written to {output}")


def _as_json(rules: RuleList, table: Table, proba: bool) -> str:
    rows = []
    for row, label, rule, shares in _predictions(rules, table, proba):
        found = {"row": row, "prediction": label, "rule": rule}
        if proba:
            found["probabilities"] = shares
        rows.append(found)
    document = {"target": rules.target, "classes": list(rules.classes), "rows": rows}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _as_csv(rules: RuleList, table: Table, proba: bool) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    shares_of = [f"p({_cell(label)})" for label in rules.classes] if proba else []
    writer.writerow(["row", "prediction", "rule", *shares_of])
    for row, label, rule, shares in _predictions(rules, table, proba):
        writer.writerow([row, _cell(label), rule, *shares])
    return text.getvalue().removesuffix("\n")


def _predictions(
    rules: RuleList, table: Table, proba: bool
) -> Iterator[tuple[int, Any, int | None, list[float]]]:
    """Yield for every row its number, label, the number of the deciding rule, and probabilities."""
    labels = rules.predict(table).tolist()
    deciding = rules.first_match(table).tolist()
    shares = rules.predict_proba(table).tolist() if proba else [[]] * len(labels)
    for row, (label, rule, share) in enumerate(zip(labels, deciding, shares, strict=True), 1):
        yield row, label, None if rule < 0 else rule + 1, share


def _cell(label: Any) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)
