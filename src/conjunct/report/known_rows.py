"""The rows that a model is checked on, and their classes as far as they are known."""

from __future__ import annotations

import warnings
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from conjunct.data import read_table
from conjunct.data.formats import opened
from conjunct.data.table import Column, Table
from conjunct.errors import DataError, DataWarning
from conjunct.model import Rules
from conjunct.model.notation import Label, count_text, label_text, name_text
from conjunct.report.sentences import closed
from conjunct.types import Ints


@dataclass(frozen=True, eq=False)
class KnownRows:
    """Rows with the columns that a model uses.

    Parameters
    ----------
    table : Table
        The rows, without a target.
    classes : ndarray of int or None
        Position of each row's class among the classes of the model, -1 if it is not one of them;
        None if the table has no classes.
    notes : tuple of str
        Sentences that a reader must know about the rows.
    others : tuple of Column
        Columns of the source that the model does not use, if they were read.
    """

    table: Table
    classes: Ints | None
    notes: tuple[str, ...] = ()
    others: tuple[Column, ...] = ()

    @property
    def told(self) -> Ints:
        """Positions, from 0, of the rows whose class is known."""
        classes = np.full(self.table.n_rows, -1) if self.classes is None else self.classes
        return np.flatnonzero(classes >= 0)


def known_rows(
    rules: Rules, source: Any, *, every: bool = False, weight: str | None = None, **reading: Any
) -> KnownRows:
    """Read rows, including the column that the model predicts if there is one.

    Parameters
    ----------
    rules : Rules
    source : KnownRows, Table, or anything that `read_table` reads
    every : bool, default=False
        Whether to read the columns that the model does not use, too.
    weight : str or None, default=None
        The column with the weight of each row, for a source that is read.
    **reading
        Options of `read_table`: delimiter, encoding, sheet.
    """
    if isinstance(source, KnownRows):
        return source
    if isinstance(source, Table):
        return _of_table(rules, rules.table_of(source))
    is_file = isinstance(source, str | Path)
    with warnings.catch_warnings(), opened(source) if is_file else nullcontext(source) as opened_:
        warnings.simplefilter("ignore", DataWarning)
        kinds = {**rules.written, rules.target: "nominal"}
        if weight is not None:
            kinds[weight] = "numeric"
        columns = None if every else list(kinds)
        try:
            table = read_table(opened_, columns=columns, kinds=kinds, **reading)
        except DataError as fault:
            if weight is not None:  # without classes no row counts for anything
                raise
            table = rules.table_of(opened_, **reading)
            return KnownRows(table, None, (*table.notes, _unknown(fault)))
    return _of_table(rules, table if weight is None else table.weighted_by(weight))


def _of_table(rules: Rules, table: Table) -> KnownRows:
    """Separate the predicted column, if there is one, from the others."""
    target = table.target
    if target is None and rules.target in table.names:
        target = table.column(rules.target)
    columns = tuple(one for one in table.columns if one.name in rules.attributes)
    others = tuple(
        one for one in table.columns if one.name not in {*rules.attributes, rules.target}
    )
    rows = replace(table, columns=columns, target=None, n_rows=table.n_rows)
    if target is None or target.kind != "nominal":
        lacks = f"{table.name} has no classes in a column {name_text(rules.target)}"
        return KnownRows(rows, None, (*table.notes, f"{lacks}, so nothing is checked."), others)
    classes = _positions(rules.classes, target)
    unknown = int(np.count_nonzero(classes < 0))
    said = f"{count_text(unknown, 'row')} without a class that the model knows: not checked."
    return KnownRows(rows, classes, (*table.notes, *([said] if unknown else [])), others)


def _unknown(fault: DataError) -> str:
    return f"Classes are not known: {closed(str(fault))}"


def _positions(labels: tuple[Label, ...], target: Column) -> Ints:
    texts = [label if isinstance(label, str) else label_text(label) for label in labels]
    places = {text: place for place, text in enumerate(texts)}
    by_level = np.array([*(places.get(level, -1) for level in target.levels), -1], dtype=np.int64)
    return np.asarray(by_level[target.values])
