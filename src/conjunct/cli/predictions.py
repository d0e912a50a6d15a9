"""What `conjunct predict` tells of each row, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from conjunct.cli.options import Reading
from conjunct.cli.spreadsheet import guarded
from conjunct.cli.streams import note
from conjunct.data import Table, column_names, read_table
from conjunct.errors import DataWarning, ModelError
from conjunct.model import Rules, ScoreCard
from conjunct.model.points import row_scores
from conjunct.model.reasons import row_reasons

Cells = dict[str, list[str]]


def kept_cells(path: Path, reading: Reading) -> Cells:
    """Read all columns of a table as texts, as they are written; missing cells are empty.

    Blanks around a cell are left out, and truth values are in lower case.

    Parameters
    ----------
    path : Path
    reading : Reading
        What the user says about the file.
    """
    form = {name: getattr(reading, name) for name in ("delimiter", "encoding", "sheet")}
    names = column_names(path, **form)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        table = read_table(path, columns=names, kinds=dict.fromkeys(names, "nominal"), **form)
    return {
        column.name: [column.levels[code] if code >= 0 else "" for code in column.values.tolist()]
        for column in table.columns
    }


class Predictions:
    """What a model says about the rows of a table.

    Parameters
    ----------
    rules : Rules
    table : Table
    kept : dict of str to list of str
        Columns that stand before the new ones.
    proba, score, reasons : bool
        Whether to tell probabilities, scores and reasons.
    """

    def __init__(
        self, rules: Rules, table: Table, kept: Cells, proba: bool, score: bool, reasons: bool
    ) -> None:
        self.rules, self.kept = rules, kept
        self.labels = rules.predict(table).tolist()
        self.deciding = [[place + 1 for place in found] for found in rules.deciding(table)]
        self.shares = rules.predict_proba(table).T.tolist() if proba else None
        self.scores = _scores(rules, table) if score else None
        self.reasons = row_reasons(rules, table) if reasons else None

    def to_csv(self, guard: bool = False) -> str:
        """Return a line for each row, below the names; `guard` keeps formulas from being run."""
        columns = {**self.kept, **self._new_columns()}
        if guard:
            columns = {guarded(name): [*map(guarded, cells)] for name, cells in columns.items()}
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        return text.getvalue().removesuffix("\n")

    def _new_columns(self) -> dict[str, list[Any]]:
        """Return the columns that are added, none of them called like one that is there."""
        rules = self.rules
        wanted: list[tuple[str, list[Any]]] = [
            ("row", list(range(1, len(self.labels) + 1))),
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
            if name != new:
                note(f"there is a column {name!r} already; the new one is called {new!r}")
            found[new] = cells
        return found

    def to_json(self) -> str:
        """Return one document with an object for each row."""
        rules = self.rules
        rows = [self._row(row) for row in range(len(self.labels))]
        document = {"target": rules.target, "classes": list(rules.classes), "rows": rows}
        return json.dumps(document, indent=2, ensure_ascii=False)

    def _row(self, row: int) -> dict[str, Any]:
        found: dict[str, Any] = {"row": row + 1, "prediction": self.labels[row]}
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
    """Return the scores by class, whole numbers where all are."""
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
