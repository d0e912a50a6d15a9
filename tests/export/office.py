"""Spreadsheets filled in, and calculated by LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conjunct.data.table import Table
from conjunct.model import Rules, ScoreCard

from .agreement import Answers, rows_of

MOST_FILES = 80
"""LibreOffice silently leaves files out when it is given more than about 250."""


def office() -> str:
    """Return the program, or skip where there is none."""
    pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    found = shutil.which("soffice")
    if found is None:
        pytest.skip("LibreOffice is not installed; Debian's package is libreoffice-calc-nogui")
    return found


def fill_in(path: Path, rules: Rules, table: Table) -> None:
    """Write the spreadsheet of a model, with the rows of a table filled in."""
    import openpyxl

    rules.to_excel(path, n_rows=table.n_rows)
    book = openpyxl.load_workbook(path)
    sheet = book["Cases"]
    names = list(inputs(rules))
    assert [cell.value or "" for cell in sheet[1]][: len(names)] == names
    for row, cells in enumerate(rows_of(table, names) if names else [], start=2):
        for at, value in enumerate(cells, start=1):
            cell = sheet.cell(row, at)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"
    book.save(path)


def inputs(rules: Rules) -> list[str]:
    from conjunct.export.description import describe

    return list(describe(rules).kinds)


def filled(rules: Rules, table: Table) -> Table:
    """Leave out rows of which no cell that is used is filled in."""
    used = [table.column(name) for name in inputs(rules)]
    known = [
        ~np.isnan(column.values) if column.kind == "numeric" else column.values >= 0
        for column in used
    ]
    return table.take(np.flatnonzero(np.any(known, axis=0))) if used else table


def work_out(folder: Path) -> Path:
    """Have all spreadsheets of a folder recalculated, and return the folder of the results."""
    done = folder / "done"
    files = sorted(map(str, folder.glob("*.xlsx")))
    home = f"-env:UserInstallation=file://{folder}/home"
    command = [office(), home, "--headless", "--norestore", "--convert-to", "xlsx"]
    command += ["--outdir", str(done)]
    for start in range(0, len(files), MOST_FILES):
        some = files[start : start + MOST_FILES]
        subprocess.run([*command, *some], check=True, capture_output=True, timeout=600)
    return done


def answers(path: Path, rules: Rules, table: Table) -> Answers:
    """Read the calculated results."""
    import openpyxl

    sheet = openpyxl.load_workbook(path, data_only=True)["Cases"]
    _, *lines = sheet.iter_rows(values_only=True)
    first = len(inputs(rules))
    n_scores = len(rules.scored) if isinstance(rules, ScoreCard) else 0
    results = [line[first:] for line in lines[: table.n_rows]]
    shares = [list(line[1 + n_scores : 1 + n_scores + len(rules.classes)]) for line in results]
    return Answers([line[0] for line in results], shares, _scores(rules, results, n_scores))


def _scores(rules: Rules, results: list[tuple[Any, ...]], n_scores: int) -> list[list[float]]:
    """Return scores by class; the sheet has them in the order that breaks ties."""
    if not isinstance(rules, ScoreCard):
        return []
    order = [at for at in rules.by_frequency if at in rules.scored]
    return [[line[1 + order.index(at)] for at in rules.scored] for line in results]
