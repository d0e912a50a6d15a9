"""`conjunct evaluate --model`: check a saved model on rows it has not seen, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from conjunct.cli.known_rows import open_known_rows
from conjunct.cli.measure_table import (
    about_positive,
    measure_cell,
    measure_heading,
    printed_metrics,
    say_table,
)
from conjunct.cli.options import Reading
from conjunct.cli.streams import note, say, say_json, width

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.estimators.examination import Examination
    from conjunct.model import Rules


@dataclass(frozen=True)
class NewRows:
    """A saved model, and the table to measure it on.

    Parameters
    ----------
    model : Path
    table : Path or None
        The table; None, if the user named none, is refused.
    target : str or None
        The column with the classes; None means the one that the model predicts.
    reading : Reading
        The user's options for reading the file.
    """

    model: Path
    table: Path | None
    target: str | None
    reading: Reading


def evaluate_model(
    new: NewRows, metrics: Sequence[str], positive: str | None, as_json: bool
) -> None:
    """Print the measures of a model on new rows, and how each of its rules does there.

    Parameters
    ----------
    new : NewRows
        The model and the rows.
    metrics : sequence of str
        Measures to print; empty for all.
    positive : str or None
        The positive class of recall and precision.
    as_json : bool
        Whether to print one JSON document.
    """
    from conjunct.estimators.examination import examine
    from conjunct.model import load_model
    from conjunct.model.notation import count_text

    if new.table is None:
        raise typer.BadParameter("name the TABLE of new rows to measure the --model on")
    rules = load_model(new.model)
    known = open_known_rows(rules, new.table, new.target, new.reading)
    found = examine(rules, known, positive)
    if found.unknown:
        rows = count_text(len(found.unknown), "row")
        count = "counts" if len(found.unknown) == 1 else "count"
        names = found.unknown_text()
        note(f"{rows} of a class that the model does not know ({names}) {count} as wrong")
    if as_json:
        say_json(_document(rules, known.table, found))
    else:
        _print(new.model.name, rules, known.table, found, metrics)


def _print(
    name: str, rules: Rules, table: Table, found: Examination, metrics: Sequence[str]
) -> None:
    from conjunct.estimators.comparison import MAJORITY
    from conjunct.model.notation import amount_text, count_text, label_text
    from conjunct.model.printed.statistics import statistics_text

    counts = rules.class_counts
    most = label_text(rules.classes[max(range(len(counts)), key=lambda one: counts[one])])
    counted = "" if table.weights is None else f" that count as {amount_text(table.n_counted)}"
    rows = count_text(table.n_rows, "row")
    say(f"{table.name}: {rows}{counted}. The most frequent class in training is {most}.\n")
    shown = printed_metrics(metrics, [found.model])
    lines = [(MAJORITY, found.majority), (name, found.model)]
    cells = [(who, *(measure_cell(one, by[one]) for one in shown)) for who, by in lines]
    say_table([("model", *map(measure_heading, shown)), *cells])
    about = about_positive(shown, found.positive)
    if about:
        say(f"\n{about}")
    say(f"\n{statistics_text(rules, found.rules, found.default, width())}")


def _document(rules: Rules, table: Table, found: Examination) -> dict[str, Any]:
    return {
        "table": {"name": table.name, "rows": table.n_rows},
        "positive": found.positive,
        "majority": found.majority,
        "model": found.model,
        "rules": [
            {
                "rule": number,
                "body": rule.body,
                "class": rules.classes[rule.head],
                "expected": rule.expected,
                "at_most": rule.at_most,
                **one.to_dict(),
            }
            for number, (rule, one) in enumerate(zip(rules, found.rules, strict=True), start=1)
        ],
        "otherwise": None if found.default is None else found.default.to_dict(),
    }
