"""`conjunct evaluate --model`: a saved model on rows it has not seen, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import typer

from conjunct.cli.measure_table import (
    about_positive,
    measure_cell,
    measure_heading,
    printed_metrics,
    say_table,
)
from conjunct.cli.options import Reading
from conjunct.cli.source import print_notes, quiet
from conjunct.cli.streams import note, say, say_json, width
from conjunct.errors import DataError

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.evaluate import Predicted
    from conjunct.model import Rules
    from conjunct.types import Ints


@dataclass(frozen=True)
class NewRows:
    """A saved model, and the table to measure it on.

    Parameters
    ----------
    model : Path
    table : Path or None
        None where the user named no table, which is refused.
    target : str or None
        The column with the classes; None is the one that the model learned.
    reading : Reading
        What the user says about the file.
    """

    model: Path
    table: Path | None
    target: str | None
    reading: Reading


class _Known(NamedTuple):
    """Rows whose class is known."""

    table: Table
    labels: list[str]


def evaluate_model(
    new: NewRows, metrics: Sequence[str], positive: str | None, as_json: bool
) -> None:
    """Print how good a model is on new rows, and what each of its rules does there.

    Parameters
    ----------
    new : NewRows
        The model and the rows.
    metrics : sequence of str
        Measures to print; none for all.
    positive : str or None
        The class that recall and precision are about.
    as_json : bool
        Whether to print one JSON document.
    """
    from conjunct.evaluate import measured
    from conjunct.evaluate.measures import always_majority
    from conjunct.model import load_model

    rules = load_model(new.model)
    known = _read(rules, new)
    said = _said(rules, known, positive)
    counts = np.zeros(said.probabilities.shape[1])
    counts[: len(rules.classes)] = rules.class_counts
    told = {"majority": measured(always_majority(said, counts)), "model": measured(said)}
    label = None if said.positive is None else str(rules.classes[said.positive])
    if as_json:
        say_json(_document(rules, known, told, label))
    else:
        _print(new.model.name, rules, known, told, label, metrics)


def _read(rules: Rules, new: NewRows) -> _Known:
    """Read the columns that the rules use, and the classes as text, of the rows that have one."""
    from conjunct.data import read_table
    from conjunct.data.formats import opened

    if new.table is None:
        raise typer.BadParameter("name the TABLE with new rows that --model is to be measured on")
    target, reading = new.target or rules.target, new.reading
    if target in rules.written:
        raise DataError(
            f"the rules of the model use column {target!r}, so it cannot hold the classes; name "
            "the column of the classes with --target"
        )
    kinds: dict[str, str] = {**rules.written, target: "nominal"}
    if reading.weight is not None:
        kinds[reading.weight] = "numeric"
    with quiet(), opened(new.table) as file:
        table = read_table(
            file,
            columns=list(kinds),
            kinds=kinds,
            delimiter=reading.delimiter,
            encoding=reading.encoding,
            sheet=reading.sheet,
        )
        if reading.weight is not None:
            table = table.weighted_by(reading.weight)
    print_notes(table)
    return _with_class(table, target)


def _with_class(table: Table, target: str) -> _Known:
    from conjunct.model.notation import count_text

    classes = table.column(target)
    rows = np.flatnonzero(classes.values >= 0)
    if not len(rows):
        raise DataError(f"no row of {table.name} has a class in column {target!r}")
    if len(rows) < table.n_rows:
        note(f"{count_text(table.n_rows - len(rows), 'row')} without {target!r} left out")
    kept = table.take(rows)
    columns = tuple(column for column in kept.columns if column.name != target)
    codes = classes.values[rows].tolist()
    without = replace(kept, columns=columns, n_rows=len(rows))
    return _Known(without, [classes.levels[code] for code in codes])


def _said(rules: Rules, known: _Known, positive: str | None) -> Predicted:
    """Return what the model says; a class that it does not know has a column of zeros."""
    from conjunct.evaluate import Predicted
    from conjunct.evaluate.measures import rarer
    from conjunct.model.class_positions import class_positions

    table = known.table
    actual = class_positions(rules.classes, known.labels)
    shares = rules.predict_proba(table)
    if (actual < 0).any():
        _tell_unknown(rules, known, actual)
        shares = np.column_stack([shares, np.zeros(len(actual))])
        actual = np.where(actual < 0, len(rules.classes), actual)
    ours = rarer(np.array(rules.class_counts))
    if positive is not None:
        ours = int(class_positions(rules.classes, [positive])[0])
        if ours < 0:
            listed = ", ".join(repr(str(one)) for one in rules.classes)
            raise DataError(f"{positive!r} is no class of the model; the classes are {listed}")
    return Predicted(actual, rules.decide(table), shares, table.weights, positive=ours)


def _tell_unknown(rules: Rules, known: _Known, actual: Ints) -> None:
    from conjunct.model.notation import count_text, label_text

    unknown = [label for label, at in zip(known.labels, actual, strict=True) if at < 0]
    names = sorted(set(unknown))
    listed = ", ".join(map(label_text, names[:5])) + (", …" if len(names) > 5 else "")
    if len(unknown) == len(actual):
        classes = ", ".join(map(label_text, rules.classes))
        raise DataError(
            f"no row of {known.table.name} has a class that the model knows ({classes}), but "
            f"{listed}; name the column of the classes with --target"
        )
    rows = count_text(len(unknown), "row")
    count = "counts" if len(unknown) == 1 else "count"
    note(f"{rows} of a class that the model does not know ({listed}) {count} as wrong")


def _print(
    name: str,
    rules: Rules,
    known: _Known,
    told: dict[str, dict[str, float | None]],
    positive: str | None,
    metrics: Sequence[str],
) -> None:
    from conjunct.estimators.comparison import MAJORITY
    from conjunct.model.notation import amount_text, count_text, label_text
    from conjunct.model.statistics_text import statistics_text

    table = known.table
    counted = "" if table.weights is None else f" that count as {amount_text(table.n_counted)}"
    most = label_text(rules.classes[int(np.argmax(rules.class_counts))])
    rows = count_text(table.n_rows, "row")
    say(f"{table.name}: {rows}{counted}. The majority of training is {most}.\n")
    shown = printed_metrics(metrics, [told["model"]])
    lines = [(MAJORITY, told["majority"]), (name, told["model"])]
    cells = [(who, *(measure_cell(one, by[one]) for one in shown)) for who, by in lines]
    say_table([("model", *map(measure_heading, shown)), *cells])
    about = about_positive(shown, positive)
    if about:
        say(f"\n{about}")
    say(f"\n{statistics_text(rules, *_statistics(rules, known), width())}")


def _statistics(rules: Rules, known: _Known) -> tuple[Any, Any]:
    """Return what each rule does, and what the default does where rows can come to it."""
    from conjunct.model.statistics import default_statistics, rule_statistics

    rows = known.table, known.labels, known.table.weights
    default = None if rules.KIND == "tree" else default_statistics(rules, *rows)
    return rule_statistics(rules, *rows), default


def _document(
    rules: Rules, known: _Known, told: dict[str, dict[str, float | None]], positive: str | None
) -> dict[str, Any]:
    by_rule, default = _statistics(rules, known)
    return {
        "table": {"name": known.table.name, "rows": known.table.n_rows},
        "positive": positive,
        **told,
        "rules": [
            {
                "rule": number,
                "body": rule.body,
                "class": rules.classes[rule.head],
                "expected": rule.expected,
                "at_most": rule.at_most,
                **one.to_dict(),
            }
            for number, (rule, one) in enumerate(zip(rules, by_rule, strict=True), start=1)
        ],
        "otherwise": None if default is None else default.to_dict(),
    }
