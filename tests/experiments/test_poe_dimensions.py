"""The study `poe-dimensions`: correlations worked out by hand, and a small run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct.experiments.output import Report
from conjunct.experiments.page import write_report
from conjunct.experiments.poe_dimensions import STUDY, Savings, findings
from conjunct.experiments.poe_results import correlation
from conjunct.experiments.runner import Plan, run_study
from conjunct.experiments.sources import find_tables
from conjunct.experiments.store import Store
from conjunct.experiments.study import Results


def test_averages_by_number_of_attributes_correlate_more_than_single_runs() -> None:
    saved = Savings(np.array([10.0, 10, 20, 20]), np.array([-3.0, 1, -1, 3]))
    assert saved.means.points.tolist() == [-1, 1]
    assert correlation(*saved.means) == pytest.approx(1)
    assert correlation(*saved) == pytest.approx(1 / np.sqrt(5))


@pytest.mark.parametrize(
    ("attributes", "points"), [([10.0], [1.0]), ([10.0, 10.0], [1.0, 2.0]), ([1.0, 2.0], [3.0] * 2)]
)
def test_a_correlation_that_is_not_defined_is_none(
    attributes: list[float], points: list[float]
) -> None:
    assert correlation(np.array(attributes), np.array(points)) is None


def test_the_study_has_the_domains_of_the_paper() -> None:
    assert STUDY.tables[0] == "dnf-10"
    assert STUDY.tables[-1] == "dnf-100"
    assert (len(STUDY.tables), STUDY.trials) == (19, 100)
    assert findings(Results((), {}, 1)).summary == ("There is no trial yet.",)


def test_the_study_runs_from_end_to_end_without_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    sizes = {"n_train": 40, "n_test": 50}
    plan = Plan(STUDY, find_tables(["dnf-10", "dnf-30"]), trials=2, settings=sizes)
    with Store(tmp_path / "results.sqlite") as store:
        results = run_study(plan, store, 1)
    found = STUDY.findings(results)
    assert [grid.name for grid in found.grids] == ["correlations", "by-attributes"]
    assert [line[0] for line in found.grids[1].lines] == ["10", "30"]
    page = write_report(tmp_path, [Report(STUDY, results, found)])
    assert "<svg" in page.read_text(encoding="utf-8")
