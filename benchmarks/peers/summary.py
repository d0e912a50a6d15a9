"""Results put together: by learner and table, and by learner over all tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from peers.environments import Absent
from peers.field import Learner
from peers.jobs import NOT_TRIED, Prepared, Results
from peers.measures import calibration_error
from peers.tables import Dataset

MEASURES = ("error", "rules", "conditions", "seconds", "brier", "log_loss", "ece")


@dataclass(frozen=True)
class OnTable:
    """A learner on a table: means over the folds, or why there are none.

    Parameters
    ----------
    values : mapping of str to float
        By `MEASURES`; what a learner does not have is not there. Empty without a result.
    why : str
        Why there are none; empty if there are.
    """

    values: Mapping[str, float]
    why: str = ""


@dataclass(frozen=True)
class Standing:
    """A learner over all tables.

    Parameters
    ----------
    learner : Learner
        Which.
    version : str
        Of what ran; empty for a peer that could not be installed.
    tables : mapping of str to OnTable
        By table.
    note : str
        What is missing and why, one sentence; empty if nothing is.
    """

    learner: Learner
    version: str
    tables: Mapping[str, OnTable]
    note: str

    @property
    def is_complete(self) -> bool:
        """Whether there is a result for every table."""
        return not self.note

    @property
    def means(self) -> dict[str, float]:
        """Means over the tables that have results; only those of complete ones can be compared."""
        found = [table.values for table in self.tables.values() if table.values]
        return {
            name: float(np.mean([values[name] for values in found]))
            for name in MEASURES
            if found and all(name in values for values in found)
        }


def on_table(folds: Mapping[int, dict[str, Any]], numbers: Sequence[int]) -> OnTable:
    """Put the folds of a table together.

    Parameters
    ----------
    folds : mapping of int to dict
        What is there, by fold.
    numbers : sequence of int
        All folds.
    """
    failed = {folds[fold]["failed"] for fold in numbers if "failed" in folds.get(fold, {})}
    if failed:
        return OnTable({}, min(failed - {NOT_TRIED} or failed))
    if any(fold not in folds for fold in numbers):
        return OnTable({}, "not run yet")
    rows = [folds[fold] for fold in numbers]
    values = {
        name: float(np.mean([row[name] for row in rows]))
        for name in ("error", "rules", "conditions", "seconds", "brier", "log_loss")
        if all(row.get(name) is not None for row in rows)
    }
    if "brier" in values:
        confidence, correct = (np.concatenate([row[at] for row in rows]) for at in _KEPT)
        values["ece"] = calibration_error(confidence, correct)
    return OnTable(values)


_KEPT = ("confidence", "correct")


def standings(
    learners: Sequence[Learner], datasets: Sequence[Dataset], results: Results, prepared: Prepared
) -> list[Standing]:
    """Return every learner with its results, in the given order; nobody is left out."""
    found = []
    for learner in learners:
        ready = prepared[learner.environment]
        if isinstance(ready, Absent):
            absent = {dataset.name: OnTable({}, ready.reason) for dataset in datasets}
            found.append(Standing(learner, "", absent, f"not installed: {ready.reason}"))
            continue
        tables = {
            dataset.name: on_table(results.folds(learner, dataset), dataset.fold_numbers)
            for dataset in datasets
        }
        found.append(Standing(learner, ready.version, tables, _note(tables)))
    return found


def _note(tables: Mapping[str, OnTable]) -> str:
    missing = {name: table.why for name, table in tables.items() if not table.values}
    if not missing:
        return ""
    reasons: dict[str, list[str]] = {}
    for name, why in missing.items():
        reasons.setdefault(why, []).append(name)
    told = "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    return f"{len(tables) - len(missing)} of {len(tables)} tables ({told})"
