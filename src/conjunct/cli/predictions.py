"""The results of `conjunct predict` for each row, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from textwrap import indent
from typing import Any, NamedTuple

from conjunct.cli.spreadsheet import guarded
from conjunct.cli.streams import note
from conjunct.data import Table
from conjunct.errors import ModelError
from conjunct.model import Rules, ScoreCard
from conjunct.model.points import row_scores
from conjunct.model.reasons import row_reasons
from conjunct.model.unseen import unseen_values

Cells = dict[str, list[str]]


class Told(NamedTuple):
    """What to include besides class and rule: probabilities, scores, reasons."""

    proba: bool
    score: bool
    reasons: bool


class PredictedRows:
    """The predictions of each batch of rows, and the categories in them that are new.

    Parameters
    ----------
    rules : Rules
    batches : iterable of (Table, Cells)
        Rows with the columns that the rules use, and all cells as texts if columns are kept.
    told : Told
    """

    def __init__(self, rules: Rules, batches: Iterable[tuple[Table, Cells]], told: Told) -> None:
        self._rules, self._batches, self._told = rules, batches, told
        self.unseen: dict[str, Counter[str]] = {}

    def __iter__(self) -> Iterator[Predictions]:
        """Predict batch by batch."""
        before = 0
        for rows, kept in self._batches:
            for name, values in unseen_values(self._rules, rows).items():
                self.unseen.setdefault(name, Counter()).update(values)
            yield Predictions(self._rules, rows, kept, self._told, before)
            before += rows.n_rows


def cells_of(table: Table) -> Cells:
    """Return the columns of a table of texts as lists; missing cells are empty."""
    return {
        column.name: [column.levels[code] if code >= 0 else "" for code in column.values.tolist()]
        for column in table.columns
    }


def csv_texts(batches: Iterable[Predictions], guard: bool = False) -> Iterator[str]:
    """Yield CSV, one text per batch: the column names first, then a line for each row.

    `guard` keeps a spreadsheet from running cells as formulas.
    """
    for number, columns in enumerate(all_columns(batches)):
        if guard:
            columns = {guarded(name): [*map(guarded, cells)] for name, cells in columns.items()}
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if number == 0:
            writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        yield text.getvalue()


def all_columns(batches: Iterable[Predictions]) -> Iterator[dict[str, list[Any]]]:
    """Yield the columns of each batch, kept columns first."""
    for number, one in enumerate(batches):
        yield {**one.kept, **one.new_columns(is_first=number == 0)}


def json_texts(rules: Rules, batches: Iterable[Predictions]) -> Iterator[str]:
    """Yield one JSON document with an object for each row, in pieces of several rows."""
    document = {"target": rules.target, "classes": list(rules.classes), "rows": []}
    start, end = json.dumps(document, indent=2, ensure_ascii=False).rsplit("[]", 1)
    yield f"{start}["
    between = "\n"
    for one in batches:
        rows = (json.dumps(row, indent=2, ensure_ascii=False) for row in one.rows())
        yield between + ",\n".join(indent(row, "    ") for row in rows)
        between = ",\n"
    yield f"\n  ]{end}\n"


class Predictions:
    """The predictions of a model for some rows of a table.

    Parameters
    ----------
    rules : Rules
    table : Table
    kept : dict of str to list of str
        Columns of the table to put before the new ones.
    told : Told
        What to include.
    before : int
        Number of rows in earlier batches.
    """

    def __init__(
        self, rules: Rules, table: Table, kept: Cells, told: Told, before: int = 0
    ) -> None:
        proba, score, reasons = told
        self.rules, self.kept, self.before = rules, kept, before
        self.labels = rules.predict(table).tolist()
        self.deciding = [[place + 1 for place in found] for found in rules.deciding(table)]
        self.shares = rules.predict_proba(table).T.tolist() if proba else None
        self.scores = _scores(rules, table) if score else None
        self.reasons = row_reasons(rules, table) if reasons else None

    def new_columns(self, is_first: bool) -> dict[str, list[Any]]:
        """Return the new columns, with names that differ from those of kept columns.

        In the first batch, a note is printed for every changed name.
        """
        rules = self.rules
        wanted: list[tuple[str, list[Any]]] = [
            ("row", list(range(self.before + 1, self.before + len(self.labels) + 1))),
            ("prediction", [_cell(label) for label in self.labels]),
            (
                "rules" if rules.ADDS_UP else "rule",
                [" ".join(map(str, one)) for one in self.deciding],
            ),
        ]
        if self.scores is not None:
            wanted += zip(_score_names(rules), self.scores, strict=True)
        if self.shares is not None:
            of_classes = [f"p({_cell(label)})" for label in rules.classes]
            wanted += zip(of_classes, self.shares, strict=True)
        if self.reasons is not None:
            wanted += self.reasons.columns().items()
        found: dict[str, list[Any]] = {}
        for name, cells in wanted:
            taken = self.kept.keys() | found.keys()
            new = next(one for one in _names_like(name) if one not in taken)
            if name != new and is_first:
                note(f"there is a column {name!r} already; the new one is called {new!r}")
            found[new] = cells
        return found

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the results of each row, ready for JSON."""
        return map(self._row, range(len(self.labels)))

    def _row(self, row: int) -> dict[str, Any]:
        found: dict[str, Any] = {"row": self.before + row + 1, "prediction": self.labels[row]}
        numbers = self.deciding[row]
        if self.rules.ADDS_UP:
            found["rules"] = numbers
        else:
            found["rule"] = numbers[0] if numbers else None
        if self.scores is not None:
            scores = [one[row] for one in self.scores]
            found["score"] = scores[0] if len(self.rules.classes) == 2 else scores
        if self.shares is not None:
            found["probabilities"] = [one[row] for one in self.shares]
        if self.reasons is not None:
            found["reasons"] = [one.to_dict() for one in self.reasons.of_row(row)]
        if self.kept:
            found["cells"] = {name: cells[row] for name, cells in self.kept.items()}
        return found


def _scores(rules: Rules, table: Table) -> list[list[float]]:
    """Return the scores by class, as integers if all points are whole numbers."""
    if not isinstance(rules, ScoreCard):
        raise ModelError(f"a {rules.KIND} has no score; leave --score out")
    found: list[list[float]] = row_scores(rules, table).T.tolist()
    return found if rules.score_decimals else [list(map(int, scores)) for scores in found]


def _names_like(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _score_names(rules: Rules) -> list[str]:
    if len(rules.classes) == 2:
        return ["score"]
    return [f"score({_cell(label)})" for label in rules.classes]


def _cell(label: Any) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)
