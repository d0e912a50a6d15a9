"""What people and programs read of the results."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from tests.peers.fakes import fake

from conjunct.data import shipped_table
from peers.field import CONJUNCT, Learner
from peers.page import page
from peers.parts import Part
from peers.report import as_csv, as_markdown, mean_cell, ranked
from peers.summary import OnTable, Standing, on_table, over_seeds
from peers.tables import write_dataset


def standing(name: str, *values: dict[str, float] | str) -> Standing:
    """Return a learner with values, or with why there are none, on tables a, b and so on."""
    tables = {
        chr(ord("a") + place): OnTable({}, one) if isinstance(one, str) else OnTable(one)
        for place, one in enumerate(values)
    }
    lacks = [table.why for table in tables.values() if table.why]
    note = f"{len(tables) - len(lacks)} of {len(tables)} tables ({lacks[0]})" if lacks else ""
    return Standing(fake(name), "1.0", tables, note)


def values(error: float, conditions: float, seconds: float = 0.5) -> dict[str, float]:
    found = {"error": error, "rules": 3.0, "conditions": conditions, "seconds": seconds}
    return {**found, "brier": 0.1, "log_loss": 0.3, "ece": 0.05}


FOUND = [
    standing("worse", values(0.3, 10), values(0.4, 2000)),
    standing("late", values(0.1, 5), "no model within 300 s of processor time"),
    standing("better", values(0.2, 8), values(0.3, 9)),
]


def test_means_are_over_tables() -> None:
    assert FOUND[0].means["error"] == pytest.approx(0.35)
    assert FOUND[0].means["conditions"] == 1005


def test_learners_are_ranked_by_error_and_those_with_gaps_come_last() -> None:
    assert [one.learner.name for one in ranked(FOUND)] == ["better", "worse", "late"]


def part(found: list[Standing], tmp_path: Path, n_classes: int = 3) -> Part:
    """Return a part with two small tables called a and b."""
    table = shipped_table()
    rows = np.flatnonzero(table.target.values < n_classes)[::9]
    table = table.take(rows)
    folds = np.arange(table.n_rows) % 2
    datasets = [write_dataset(table, name, folds, tmp_path) for name in "ab"]
    return Part("given", "Tables", "As given.", datasets, found)


def test_a_step_of_a_path_has_no_line_for_people_but_one_in_the_csv_file(tmp_path: Path) -> None:
    step = Learner("step", CONJUNCT, "step", "card", is_named=False)
    found = [*FOUND, Standing(step, "1.0", FOUND[0].tables, "")]
    with_step, without = part(found, tmp_path), part(FOUND, tmp_path)
    assert as_markdown([with_step]) == as_markdown([without])
    assert "given,step,1.0,a," in as_csv([with_step])


def test_the_table_is_markdown(tmp_path: Path) -> None:
    assert as_markdown([part(FOUND, tmp_path)]) == "\n".join(
        [
            "Tables. Means over 2 tables.",
            "",
            "| learner | error % | log loss | rules | conditions | CPU s | Brier | ECE |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            "| better 1.0 | 25.0 | 0.300 | 3.0 | 8.5 | 0.500 | 0.100 | 0.050 |",
            "| worse 1.0 | 35.0 | 0.300 | 3.0 | 1,005 | 0.500 | 0.100 | 0.050 |",
            "",
            "- late: 1 of 2 tables (no model within 300 s of processor time)",
            "",
            "error % table by table.",
            "",
            "| learner | a | b |",
            "| --- | ---: | ---: |",
            "| better | 20.0 | 30.0 |",
            "| worse | 30.0 | 40.0 |",
            "| late | 10.0 | – |",
        ]
    )


def test_the_csv_file_has_a_line_a_learner_and_table(tmp_path: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv([part(FOUND, tmp_path)]))))
    assert len(lines) == 6
    assert lines[3] == {
        **dict.fromkeys(lines[0], ""),
        "part": "given",
        "learner": "late",
        "version": "1.0",
        "table": "b",
        "seeds": "0",
        "missing": "no model within 300 s of processor time",
    }
    assert float(lines[0]["conditions"]) == 10


def test_seeds_give_means_and_standard_errors() -> None:
    seeds = [OnTable({"error": 0.1}), OnTable({"error": 0.3})]
    tables = {"a": over_seeds(seeds), "b": over_seeds([OnTable({"error": 0.2})] * 2)}
    found = Standing(fake("x"), "1", tables, "")
    assert found.means["error"] == pytest.approx(0.2)
    assert found.standard_errors["error"] == pytest.approx(0.05)  # seeds 0.15 and 0.25
    assert mean_cell(found, "error") == "20.0 ± 5.00"
    late = OnTable({}, "late")
    assert over_seeds([seeds[0], late]) == late
    alone = Standing(fake("x"), "1", {"a": OnTable({"error": 0.1})}, "")
    assert mean_cell(alone, "error") == "10.0"


def test_learners_of_two_classes_stand_beside_others_on_such_tables(tmp_path: Path) -> None:
    two = part(FOUND, tmp_path, n_classes=2)
    assert len(two.on_two_classes()) == 3
    assert part(FOUND, tmp_path).on_two_classes() == []
    only_a = FOUND[1].on(["a"])
    assert only_a.is_complete
    assert not FOUND[1].on(["b"]).is_complete


def test_folds_are_put_together_and_calibration_is_that_of_all_rows() -> None:
    rows = [
        {"error": 0.0, "rules": 1, "conditions": 2, "seconds": 1.0, "brier": 0.0, "log_loss": 0.0}
        | {"confidence": [1.0, 0.5], "correct": [1, 1]},
        {"error": 1.0, "rules": 2, "conditions": 4, "seconds": 3.0, "brier": 1.0, "log_loss": 2.0}
        | {"confidence": [0.5], "correct": [0]},
    ]
    found = on_table(dict(enumerate(rows)), [0, 1]).values
    assert (found["error"], found["conditions"], found["seconds"]) == (0.5, 3.0, 2.0)
    assert found["ece"] == 0.0


def test_a_table_with_a_fold_missing_has_no_values() -> None:
    whole = {"error": 0.0, "rules": 1, "conditions": 2, "seconds": 1.0}
    assert on_table({}, [0]) == on_table({0: whole}, [0, 1]) == OnTable({}, "not run yet")
    assert on_table({0: {"failed": "no luck"}}, [0, 1]) == OnTable({}, "no luck")


def test_the_page_tells_versions_gaps_and_encodings(tmp_path: Path) -> None:
    text = page([part(FOUND, tmp_path)], 300)
    assert ".. image:: /images/peers.svg" in text
    assert '   "better 1.0","25.0"' in text
    assert "- late: 1 of 2 tables (no model within 300 s of processor time)" in text
    assert "- fake: as they are." in text
    assert "The tables: a (39 rows), b (39 rows)." in text
    assert "is stopped" in text


def test_ours_are_told_apart() -> None:
    assert Learner("x", CONJUNCT, "x").is_ours
    assert not fake("x").is_ours
