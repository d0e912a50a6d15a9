"""Text, Markdown, CSV and files of a study."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.errors import DataError
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.output import (
    Report,
    as_csv,
    as_markdown,
    as_text,
    run_facts,
    write_study,
)
from conjunct.experiments.study import Results

from .made_up import CHESS, LOANS, agrees_with_golden, made_up_report, made_up_results

WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)


def grid_of(*cells: str) -> Grid:
    columns = tuple(f"c{position}" for position in range(len(cells)))
    return Grid("g", "A title", columns, (cells,), columns, (cells,))


def test_the_text_for_a_terminal_is_the_golden_one() -> None:
    assert agrees_with_golden("layered.txt", as_text(made_up_report()))


def test_the_markdown_of_every_table_is_the_golden_one() -> None:
    grids = made_up_report().findings.grids
    assert agrees_with_golden("layered.md", "\n\n".join(map(as_markdown, grids)) + "\n")


def test_the_numbers_of_every_table_are_the_golden_ones() -> None:
    text = "\n".join(map(as_csv, made_up_report().findings.grids))
    rounded = re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.6g}", text)
    assert agrees_with_golden("layered-csv.txt", rounded)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_a_csv_file_gives_back_its_cells(cells: list[str]) -> None:
    lines = list(csv.reader(io.StringIO(as_csv(grid_of(*cells)), newline="")))
    assert lines[1] == cells


def test_a_partial_run_says_which_tables_are_short() -> None:
    results = replace(made_up_results(), trials=20, waiting=("glass",))
    assert results.missing == {"promoters": 16, "kr-vs-kp": 16, "glass": 0}
    assert run_facts(results)[0] == (
        "Seed 3; a partial run: of 20 trials a table there are so far promoters 16, kr-vs-kp 16, "
        "glass 0."
    )


def test_stand_ins_notes_and_absent_tables_are_named() -> None:
    results = Results((CHESS, LOANS), {"kr-vs-kp": [[]], "loans": [[]]}, 1, ("vote", "glass"))
    assert run_facts(results) == [
        "Seed 0; 1 trial of each of 2 tables.",
        "kr-vs-kp stands in for chess endgame.",
        "loans: made up.",
        "Not found, so not in this run: vote, glass.",
    ]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    report = made_up_report()
    with pytest.raises(DataError, match="taken"):
        write_study(Report(report.study, report.results, Findings(())), tmp_path / "taken")
