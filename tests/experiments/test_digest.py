from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import conjunct
from conjunct.data import Table, shipped_table
from conjunct.experiments import digest, theories
from conjunct.experiments.digest import code_version, table_digest
from conjunct.experiments.registry import STUDIES, find_study

from . import tiny


def changed(table: Table) -> list[Table]:
    """Return tables that differ from the given one in one thing each."""
    assert table.target is not None
    first, *others = table.columns
    values = first.values.copy()
    values[0] += 1
    return [
        replace(table, columns=(replace(first, name="other"), *others)),
        replace(table, columns=(replace(first, values=values), *others)),
        replace(table, columns=tuple(others)),
        replace(table, columns=(*others, first)),
        replace(table, target=replace(table.target, levels=table.target.levels[::-1])),
        table.take(np.arange(table.n_rows)[::-1]),
    ]


def test_a_digest_sees_every_change_of_the_content_but_not_of_the_name() -> None:
    table = shipped_table()
    digests = {table_digest(one) for one in (table, *changed(table))}
    assert len(digests) == 1 + len(changed(table))
    assert table_digest(replace(table, name="x", notes=("y",))) == table_digest(table)


def test_the_code_version_starts_with_that_of_the_package() -> None:
    assert code_version(tiny.run).startswith(f"{conjunct.__version__}+")
    assert code_version(tiny.run) == code_version(tiny.run)
    assert code_version(tiny.run) != code_version(theories.learn_theories)


@pytest.mark.parametrize("name", STUDIES)
def test_all_modules_behind_a_trial_count(name: str) -> None:
    """Those that only turn rows into tables and figures may be imported, and do not count."""
    showing = {"curves", "figures", "findings", "judging", "long_rows", "study"}
    folder, own = Path(digest.__file__).parent, find_study(name).run.__module__.rpartition(".")[2]
    for module in (own, *digest.SHARED):
        text = (folder / f"{module}.py").read_text(encoding="utf-8")
        imported = set(re.findall(r"^from conjunct\.experiments\.(\w+) import", text, re.MULTILINE))
        imported |= set(re.findall(r"^from conjunct\.experiments import (\w+)", text, re.MULTILINE))
        assert imported <= {*digest.SHARED, *showing}


def test_every_package_below_the_experiments_counts() -> None:
    packages = {path.parent.name for path in Path(conjunct.__file__).parent.glob("*/__init__.py")}
    assert packages - {"experiments", "plots", "cli", "export", "report"} == set(digest.LAYERS)
