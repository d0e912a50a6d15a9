"""The plans of `conjunct reproduce`: its options as studies, settings and tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from conjunct.cli.streams import note
from conjunct.errors import DataError, StudyError

if TYPE_CHECKING:
    from conjunct.experiments.runner import Plan
    from conjunct.experiments.sources import Found
    from conjunct.experiments.store import Store
    from conjunct.experiments.study import Study


@dataclass
class TableFinder:
    """Finds the tables of studies, each set of them once, and prints notes on them.

    Parameters
    ----------
    asked : str or None
        Names of tables, separated by commas; None takes the tables of the study.
    data_dir : Path or None
        As in `conjunct.experiments.sources.find_tables`.
    """

    asked: str | None
    data_dir: Path | None
    _found: dict[tuple[str, ...], Found] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def __call__(self, study: Study) -> Found:
        """Return the tables to run a study on; all tables that the user named must exist."""
        from conjunct.experiments.sources import find_tables

        names = study.tables if self.asked is None else read_names(self.asked)
        if names not in self._found:
            found = find_tables(names, self.data_dir, bundled=self.asked is None)
            if self.asked is not None and found.absent:
                raise DataError("; ".join(found.notes))
            self._found[names] = found
        return self._found[names]

    def tell(self, study: Study) -> None:
        """Print where a study's tables come from and which are absent, each sentence once."""
        for text in self(study).notes:
            if text not in self._told:
                self._told.add(text)
                note(text)


def read_names(given: str) -> tuple[str, ...]:
    """Read names separated by commas, without duplicates.

    Examples
    --------
    >>> read_names("vote, glass,vote")
    ('vote', 'glass')
    """
    names = tuple(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    if not names:
        raise typer.BadParameter(f"{given!r} names no table", param_hint="'--tables'")
    return names


def read_studies(names: Sequence[str]) -> list[Study]:
    """Read the names of studies, without duplicates; ``all`` means every study."""
    from conjunct.experiments.registry import STUDIES, find_study

    wanted = STUDIES if "all" in names else names
    try:
        return [find_study(name) for name in dict.fromkeys(wanted)]
    except StudyError as error:
        raise typer.BadParameter(str(error), param_hint="'STUDY'") from None


def read_settings(given: Sequence[str], studies: Sequence[Study]) -> dict[str, int]:
    """Read the ``NAME=N`` of every ``--set``; at least one study must have the setting."""
    settings: dict[str, int] = {}
    known = sorted(
        {name for one in studies for name, value in one.settings.items() if isinstance(value, int)}
    )
    for one in given:
        name, _, number = one.partition("=")
        if name not in known or not number.isdecimal():
            there = f"the settings are {', '.join(known)}" if known else "there are no settings"
            raise typer.BadParameter(f"{one!r} is not NAME=N; {there}", param_hint="'--set'")
        settings[name] = int(number)
    return settings


def plans_of(
    studies: Sequence[Study],
    finder: TableFinder,
    trials: int | None,
    seed: int,
    settings: dict[str, int],
) -> list[Plan]:
    """Return a plan for every study; a setting goes to the studies that have it."""
    from conjunct.experiments.runner import Plan

    plans = []
    for study in studies:
        finder.tell(study)
        own = {name: value for name, value in settings.items() if name in study.settings}
        plans.append(Plan(study, finder(study), trials or study.trials, seed, own))
    return plans


def other_plans(plans: Sequence[Plan], finder: TableFinder, store: Store) -> list[Plan]:
    """Return plans of the other studies that have trials in the store.

    Only runs with the same seed and the current code count; of several, the last one.
    """
    from conjunct.experiments.digest import code_version
    from conjunct.experiments.registry import STUDIES, find_study
    from conjunct.experiments.runner import Plan

    asked = {plan.study.name for plan in plans}
    seed = plans[0].seed
    others = []
    for study in [find_study(name) for name in STUDIES if name not in asked]:
        last = store.last_run(study.name, code_version(study.run), seed)
        if last is not None:
            settings, trials = last
            with suppress(DataError):  # its tables are absent this time
                others.append(Plan(study, finder(study), trials, seed, json.loads(settings)))
    return others
