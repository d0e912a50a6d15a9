"""Summaries of results: by learner and table, and by learner over all tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from peers.environments import Absent
from peers.field import Learner
from peers.jobs import NOT_TRIED, Prepared, Results, why_not
from peers.measures import calibration_error
from peers.tables import Dataset

_OF_A_FIT = ("error", "log_loss", "auc", "brier", "rules", "conditions", "points", "seconds")
MEASURES = (*_OF_A_FIT, "ece")
_KEPT = ("confidence", "correct")


@dataclass(frozen=True)
class OnTable:
    """A learner on a table: means over the folds, or why there are none.

    Parameters
    ----------
    values : mapping of str to float
        Values by measure, see `MEASURES`; measures that a learner lacks are left out. Empty
        without a result.
    why : str
        Why there is no result; empty if there is one.
    by_seed : tuple of mapping
        The values of each seed, if there are several; `values` are their means.
    """

    values: Mapping[str, float]
    why: str = ""
    by_seed: tuple[Mapping[str, float], ...] = ()


@dataclass(frozen=True)
class Standing:
    """A learner over all tables.

    Parameters
    ----------
    learner : Learner
        The learner.
    version : str
        Version of the peer; empty if it could not be installed.
    tables : mapping of str to OnTable
        Results by table.
    note : str
        A sentence on what is missing and why; empty if nothing is.
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
        """Means over the tables with results; they are comparable only between complete ones."""
        return averaged(table.values for table in self.tables.values() if table.values)

    @property
    def standard_errors(self) -> dict[str, float]:
        """Standard errors of the means over seeds; the tables are taken as given.

        Empty unless every table with results has several seeds, and if all seeds give the same.
        """
        seeds = [table.by_seed for table in self.tables.values() if table.values]
        n_seeds = min(map(len, seeds), default=0)
        if n_seeds < 2:
            return {}
        means = [averaged(table[seed] for table in seeds) for seed in range(n_seeds)]
        return {name: _standard_error([one[name] for one in means]) for name in means[0]}

    def on(self, names: Iterable[str]) -> Standing:
        """Return the results on some of the tables."""
        tables = {name: self.tables[name] for name in names}
        is_absent = self.note and not self.version
        return replace(self, tables=tables, note=self.note if is_absent else _note(tables))


def _standard_error(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


def averaged(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return means of the measures that all rows have."""
    found = list(rows)
    return {
        name: float(np.mean([values[name] for values in found]))
        for name in MEASURES
        if found and all(name in values for values in found)
    }


def on_table(folds: Mapping[int, dict[str, Any]], numbers: Sequence[int]) -> OnTable:
    """Combine the folds of a table.

    Parameters
    ----------
    folds : mapping of int to dict
        Results by fold, as far as there are any.
    numbers : sequence of int
        All folds.
    """
    failed = {folds[fold]["failed"] for fold in numbers if "failed" in folds.get(fold, {})}
    if failed:
        return OnTable({}, min(failed - {NOT_TRIED} or failed))
    if any(fold not in folds for fold in numbers):
        return OnTable({}, "not run yet")
    rows = [folds[fold] for fold in numbers]
    values = {}
    for name in _OF_A_FIT:
        known = [row[name] for row in rows if row.get(name) is not None]
        # The area under the curve is the mean over the folds with rows of both classes.
        if len(known) == len(rows) or (known and name == "auc"):
            values[name] = float(np.mean(known))
    if "brier" in values:
        confidence, correct = (np.concatenate([row[at] for row in rows]) for at in _KEPT)
        values["ece"] = calibration_error(confidence, correct)
    return OnTable(values)


def over_seeds(found: Sequence[OnTable]) -> OnTable:
    """Combine the seeds of a table; if one is missing, there is no result."""
    if len(found) == 1:
        return found[0]
    lacking = [one for one in found if one.why]
    by_seed = tuple(one.values for one in found)
    return lacking[0] if lacking else OnTable(averaged(by_seed), by_seed=by_seed)


def standings(
    learners: Sequence[Learner], datasets: Sequence[Dataset], results: Results, prepared: Prepared
) -> list[Standing]:
    """Return every learner with its results, in the given order; none is left out."""
    names = list(dict.fromkeys(dataset.name for dataset in datasets))
    found = []
    for learner in learners:
        ready = prepared[learner.environment]
        if isinstance(ready, Absent):
            absent = {name: OnTable({}, ready.reason) for name in names}
            found.append(Standing(learner, "", absent, f"not installed: {ready.reason}"))
            continue
        tables = {
            name: _measured(learner, [one for one in datasets if one.name == name], results)
            for name in names
        }
        found.append(Standing(learner, ready.version, tables, _note(tables)))
    return found


def _measured(learner: Learner, divisions: Sequence[Dataset], results: Results) -> OnTable:
    """Return the results of a learner on one table, over all its partitions and seeds."""
    reasons = [why_not(learner, one) for one in divisions]
    if all(reasons):
        return OnTable({}, reasons[0])
    ran = [one for one, reason in zip(divisions, reasons, strict=True) if not reason]
    if len({(one.digest, one.seed if learner.has_seed else 0) for one in ran}) == 1:
        ran = ran[:1]
    return over_seeds([on_table(results.folds(learner, one), one.fold_numbers) for one in ran])


def _note(tables: Mapping[str, OnTable]) -> str:
    missing = {name: table.why for name, table in tables.items() if not table.values}
    if not missing:
        return ""
    reasons: dict[str, list[str]] = {}
    for name, why in missing.items():
        reasons.setdefault(why, []).append(name)
    told = "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    return f"{len(tables) - len(missing)} of {len(tables)} tables ({told})"
