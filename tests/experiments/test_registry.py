from __future__ import annotations

import pytest

from conjunct.errors import StudyError
from conjunct.experiments.made_tables import made_table
from conjunct.experiments.registry import STUDIES, find_study
from conjunct.experiments.study import Results, duration_text, expected_seconds, machine_slowness
from conjunct.experiments.tables import PUBLIC, TableFacts
from conjunct.experiments.trial import Row

from . import tiny


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_complete(name: str) -> None:
    study = find_study(name)
    assert study.name == name
    assert all(name in PUBLIC or made_table(name) is not None for name in study.tables)
    assert study.title
    assert study.source
    assert study.trials > 0
    assert study.seconds > 0


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("rows", [{}, {"iris": [[]]}], ids=["no trial", "a trial without rows"])
def test_a_study_without_results_says_so(name: str, rows: dict[str, list[list[Row]]]) -> None:
    study = find_study(name)
    tables = tuple(TableFacts(table, table, 150, 4, 3) for table in rows)
    found = study.findings(Results(tables, rows, 1))
    if name != "trees":  # which shows the numbers of the slides
        assert not found.grids
        (sentence,) = found.summary
        assert sentence.endswith(" yet.")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Layered", "did you mean 'layered'?"), ("xyz", "the studies are oversearching, ")],
)
def test_an_unknown_study_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(StudyError, match=f"there is no study '{name}'; {hint}".replace("?", r"\?")):
        find_study(name)


def test_the_expected_time_grows_with_trials_and_falls_with_cores() -> None:
    assert expected_seconds(tiny.STUDY, trials=600, n_jobs=2, slowness=2.0) == pytest.approx(6.0)


def test_the_machine_is_measured_in_a_moment() -> None:
    assert 0.01 < machine_slowness() < 100


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "1 s"), (99.4, "99 s"), (101, "2 min"), (5399, "90 min"), (5400, "1.5 h"), (36e3, "10 h")],
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
