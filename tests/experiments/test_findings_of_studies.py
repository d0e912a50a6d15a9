"""What every study says of made-up trials, character by character, and that it needs trials."""

from __future__ import annotations

import re

import pytest

from conjunct.experiments import made_tables
from conjunct.experiments.figures import Curve
from conjunct.experiments.findings import Picture
from conjunct.experiments.output import Report, as_csv, as_text
from conjunct.experiments.registry import STUDIES, find_study
from conjunct.experiments.study import Results
from conjunct.experiments.tables import PUBLIC, TableFacts
from conjunct.experiments.trial import Row

from . import made_up, made_up_rules

MADE_UP = {**vars(made_up_rules), **vars(made_up)}
CASES = {one: MADE_UP[one.replace("-", "_")] for one in STUDIES if one != "meta-examples"}


def drawn(picture: Picture) -> str:
    """Return what the panels of a figure show, a line for each curve and kind of points."""
    lines = [picture.name]
    for panel in getattr(picture.draw, "keywords", {}).get("panels", ()):
        lines.append(f"{panel.title} [{panel.x_label}, {panel.y_label}] {', '.join(panel.lines)}")
        for one in panel.shown:
            bars = (one.error if isinstance(one, Curve) else one.bars) or ()
            numbers = (
                [float(n) for n in all_[:: 1 + len(all_) // 20]] for all_ in (one.x, one.y, bars)
            )
            lines.append(" ".join(map(str, ("-", one.label, one.color, *numbers))))
    return "\n".join(lines) + "\n"


def rounded(text: str) -> str:
    """Round all numbers, whose last digits may differ between machines."""
    return re.sub(r"\d+\.\d+(e-\d+)?", lambda number: f"{float(number[0]):.6g}", text)


@pytest.mark.parametrize("name", CASES)
def test_what_a_study_says_of_made_up_trials_is_the_golden_text(name: str) -> None:
    """Of the first case it has the numbers of tables and figures, too."""
    blocks, study = [], find_study(name)
    for case, results in CASES[name]().items():
        found = study.findings(results)
        text = as_text(Report(study, results, found))
        own = [f"=== {case} ===\n\n{text}", *(f"{p.name}: {p.published}\n" for p in found.pictures)]
        if not blocks:
            numbers = [f"{grid.name}.csv\n{as_csv(grid)}" for grid in found.grids]
            own += map(rounded, [*numbers, *map(drawn, found.pictures)])
        blocks += own
        assert all({len(one.columns)} >= {*map(len, one.lines)} for one in found.grids)
    assert made_up.agrees_with_golden(f"{name}.txt", "\n".join(blocks))


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
