from __future__ import annotations

import pytest

from conjunct.errors import StudyError
from conjunct.experiments.registry import find_study
from conjunct.experiments.study import duration_text, expected_seconds, machine_slowness

from . import tiny


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Layered", "did you mean 'layered'?"), ("xyz", "the studies are oversearching, ")],
)
def test_an_unknown_study_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(StudyError, match=f"there is no study '{name}'; {hint}".replace("?", r"\?")):
        find_study(name)


def test_the_expected_time_grows_with_trials_and_falls_with_cores() -> None:
    assert expected_seconds(tiny.STUDY, trials=600, n_jobs=2, slowness=2.0) == pytest.approx(6.0)
    assert 0.01 < machine_slowness() < 100


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "1 s"), (99.4, "99 s"), (101, "2 min"), (5399, "90 min"), (5400, "1.5 h"), (36e3, "10 h")],
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
