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
from peers.report import as_csv, as_markdown, ranked
from peers.summary import OnTable, Standing, on_table
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


def test_a_step_of_a_path_has_no_line_for_people_but_one_in_the_csv_file() -> None:
    step = Learner("step", CONJUNCT, "step", "card", is_named=False)
    found = [*FOUND, Standing(step, "1.0", FOUND[0].tables, "")]
    assert as_markdown(found) == as_markdown(FOUND)
    assert "step,1.0,a," in as_csv(found)


def test_the_table_is_markdown() -> None:
    assert as_markdown(FOUND) == "\n".join(
        [
            "Means over 2 tables.",
            "",
            "| learner | error % | rules | conditions | CPU s | Brier | ECE | missing |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            "| better 1.0 | 25.0 | 3.0 | 8.5 | 0.500 | 0.100 | 0.050 |  |",
            "| worse 1.0 | 35.0 | 3.0 | 1,005 | 0.500 | 0.100 | 0.050 |  |",
            "| late 1.0 | 10.0 | 3.0 | 5.0 | 0.500 | 0.100 | 0.050 | 1 of 2 tables "
            "(no model within 300 s of processor time) |",
            "",
            "error % table by table.",
            "",
            "| learner | a | b |",
            "| --- | ---: | ---: |",
            "| better | 20.0 | 30.0 |",
            "| worse | 30.0 | 40.0 |",
            "| late | 10.0 | – |",
            "",
            "conditions table by table.",
            "",
            "| learner | a | b |",
            "| --- | ---: | ---: |",
            "| better | 8.0 | 9.0 |",
            "| worse | 10.0 | 2,000 |",
            "| late | 5.0 | – |",
        ]
    )


def test_the_csv_file_has_a_line_a_learner_and_table() -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv(FOUND))))
    assert len(lines) == 6
    assert lines[3] == {
        **dict.fromkeys(lines[0], ""),
        "learner": "late",
        "version": "1.0",
        "table": "b",
        "missing": "no model within 300 s of processor time",
    }
    assert float(lines[0]["conditions"]) == 10


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
    table = shipped_table()
    dataset = write_dataset(table, "penguins", np.arange(table.n_rows) % 2, tmp_path)
    text = page(FOUND, [dataset], 300, has_picture=True)
    assert ".. image:: /images/peers.svg" in text
    assert '   "better 1.0","25.0"' in text
    assert "- late: 1 of 2 tables (no model within 300 s of processor time)" in text
    assert "- fake: as they are." in text
    assert "penguins (344 rows)" in text


def test_ours_are_told_apart() -> None:
    assert Learner("x", CONJUNCT, "x").is_ours
    assert not fake("x").is_ours
