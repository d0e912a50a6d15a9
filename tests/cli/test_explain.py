from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


def test_a_row_is_explained_by_its_rule_and_values(run: Run, model: Path) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", "6")
    assert result.stdout == (
        "row 6: good, by rule 2: if income > 20 then good\n"
        "    income > 20   here 31\n"
        "    covers 4 training rows, wrong 0: error 16.7 %, corrected 29.3 %\n"
    )


def test_json_is_one_document(run: Run, model: Path) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", "6", "--json")
    document = json.loads(result.stdout)
    assert (document["row"], document["rule"], document["predicted"]) == (6, 2, "good")
    assert document["conditions"][0]["value"] == 31


@pytest.mark.parametrize("row", [0, -1, 9])
def test_a_row_that_is_not_there_is_refused_with_their_number(
    run: Run, model: Path, row: int
) -> None:
    result = run("explain", "loans.json", "loans.csv", "--row", row)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"error: loans.csv has 8 rows, so there is no row {row}; rows count from 1\n"
    )
