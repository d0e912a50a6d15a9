"""Errors and sizes of trees over the trials, by table and version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.findings import Grid
from conjunct.experiments.judging import judged_p
from conjunct.experiments.study import Results, TableFacts
from conjunct.experiments.tree_trials import UNPRUNED, VERSIONS
from conjunct.types import Floats

PERCENT = ("training_error", "error")
"""Measures that are shares and are shown in percent."""


@dataclass(frozen=True)
class TableTrees:
    """What the trials on one table gave.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    values : mapping
        For each measure and version one number a trial; shares in percent.
    """

    facts: TableFacts
    values: dict[tuple[str, str], Floats]

    def mean(self, measure: str, version: str) -> float:
        """Return the average over the trials."""
        return float(self.values[measure, version].mean())


def gather(results: Results) -> list[TableTrees]:
    """Put the rows of a run in order; tables without a trial are left out."""
    return [
        TableTrees(facts, _values(results, facts.name))
        for facts in results.tables
        if results.rows.get(facts.name)
    ]


def _values(results: Results, name: str) -> dict[tuple[str, str], Floats]:
    values: dict[tuple[str, str], list[float]] = {}
    for trial in results.rows[name]:
        for row in trial:
            for measure in (*PERCENT, "size", "conditions", "seconds"):
                number = float(row[measure] or 0.0) * (100.0 if measure in PERCENT else 1.0)
                values.setdefault((measure, str(row["version"])), []).append(number)
    return {key: np.array(numbers) for key, numbers in values.items()}


def versions_grid(tables: Sequence[TableTrees]) -> Grid:
    """Return the averages over the tables, and on how many each version beats the full tree."""
    data = [_version_data(tables, version) for version in VERSIONS]
    return Grid(
        name="versions",
        title="Averages over the tables",
        columns=(
            *("version", "training error %", "error %", "leaves or rules", "conditions"),
            *("lower error", "higher", "p"),
        ),
        lines=tuple(
            (
                str(version),
                *(f"{number:.1f}" for number in numbers),
                *(str(lower), str(higher), judged_p(p_value, len(tables))),
            )
            for version, *numbers, lower, higher, p_value in data
        ),
        data_columns=(
            *("version", "training_error", "error", "size", "conditions"),
            *("lower_error", "higher_error", "sign_test_p"),
        ),
        data=tuple(data),
        notes=(
            "Lower and higher error: tables on which it is lower and higher than that of the "
            "unpruned tree. p: two-tailed sign test of these.",
            "Rules are made of the unpruned tree; conditions are those of all rules or ways.",
        ),
    )


def _version_data(
    tables: Sequence[TableTrees], version: str
) -> tuple[str, float, float, float, float, int, int, float]:
    means = [
        sum(table.mean(measure, version) for table in tables) / len(tables)
        for measure in (*PERCENT, "size", "conditions")
    ]
    saved = [table.mean("error", UNPRUNED) - table.mean("error", version) for table in tables]
    lower, higher = sum(one > 0 for one in saved), sum(one < 0 for one in saved)
    training, error, size, conditions = means
    return (version, training, error, size, conditions, lower, higher, sign_test(lower, higher))


def measure_grid(
    measure: str, title: str, tables: Sequence[TableTrees], notes: tuple[str, ...]
) -> Grid:
    """Return the averages of one measure by table and version."""
    means = [[table.mean(measure, version) for version in VERSIONS] for table in tables]
    names = [table.facts.name for table in tables]
    return Grid(
        name=f"{measure}-by-table",
        title=title,
        columns=("table", *VERSIONS),
        lines=tuple(
            (name, *(f"{number:.1f}" for number in numbers))
            for name, numbers in zip(names, means, strict=True)
        ),
        data_columns=("table", *VERSIONS),
        data=tuple((name, *numbers) for name, numbers in zip(names, means, strict=True)),
        notes=notes,
    )
