"""What every study says of made-up trials, character by character, and that it needs trials."""

from __future__ import annotations

import re

import pytest

from conjunct.experiments import made_tables
from conjunct.experiments.output import Report, as_csv, as_text
from conjunct.experiments.registry import STUDIES, find_study
from conjunct.experiments.study import Results
from conjunct.experiments.tables import PUBLIC, TableFacts
from conjunct.experiments.trial import Row

from . import made_up, made_up_rules

MADE_UP = {**vars(made_up_rules), **vars(made_up)}
CASES = {one: MADE_UP[one.replace("-", "_")] for one in STUDIES if one != "meta-examples"}


@pytest.mark.parametrize("name", CASES)
def test_what_a_study_says_of_made_up_trials_is_the_golden_text(name: str) -> None:
    blocks, study = [], find_study(name)
    for case, results in CASES[name]().items():
        found = study.findings(results)
        blocks.append(f"=== {case} ===\n\n{as_text(Report(study, results, found))}")
        blocks += [f"{one.name}: {one.published}\n" for one in found.pictures]
        assert all({len(one.columns)} >= {*map(len, one.lines)} for one in found.grids)
        assert all(one.data_columns for one in found.grids if one.data)
        if len(blocks) < 4:  # of the first case the numbers, too
            blocks += [f"{grid.name}.csv\n{as_csv(grid)}" for grid in found.grids]
    rounded = re.sub(r"\d+\.\d{6,}", lambda number: f"{float(number[0]):.6g}", "\n".join(blocks))
    assert made_up.agrees_with_golden(f"{name}.txt", rounded)


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_complete(name: str) -> None:
    study = find_study(name)
    assert study.name == name
    assert all(one in PUBLIC or made_tables.made_table(one) for one in study.tables)
    assert study.title
    assert study.source
    assert study.trials > 0
    assert study.seconds > 0


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("rows", [{}, {"iris": [[]]}], ids=["no trial", "a trial without rows"])
def test_a_study_without_results_says_so(name: str, rows: dict[str, list[list[Row]]]) -> None:
    tables = tuple(TableFacts(table, table, 150, 4, 3) for table in rows)
    found = find_study(name).findings(Results(tables, rows, 1))
    if name != "trees":  # which shows the numbers of the slides
        assert not found.grids
        (sentence,) = found.summary
        assert sentence.endswith(" yet.")
