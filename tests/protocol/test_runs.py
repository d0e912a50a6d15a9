"""Runs are kept whole, and compared table by table."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest
from tests.peers.fakes import fake

from conjunct.errors import DataError
from peers.summary import OnTable, Standing, over_seeds
from protocol.runs import Run, path_of, read, run_of, save
from protocol.text import as_text, compared_text, difference

ONE = Run(
    "new",
    {
        "a": {"error": [0.1, 0.3], "auc": [0.9, 0.8], "seconds": [0.5, 0.5]},
        "b": {"error": [0.2, 0.2], "seconds": [1.5, 1.5]},
    },
    {"c": "no model within 60 s of processor time"},
)
OTHER = Run("old", {"a": {"error": [0.25, 0.25]}, "b": {"error": [0.19, 0.19]}}, {})


@pytest.mark.parametrize("name", ["sides", "divisions", "text"])
def test_examples_hold(name: str) -> None:
    failed, tried = doctest.testmod(import_module(f"protocol.{name}"))
    assert tried > 0
    assert failed == 0


def test_means_are_over_tables_and_standard_errors_over_seeds() -> None:
    assert ONE.mean("error") == pytest.approx(0.2)
    assert ONE.standard_error("error") == pytest.approx(0.05)  # seeds 0.15 and 0.25
    assert ONE.mean("auc") == pytest.approx(0.85)
    assert ONE.mean("points") is None
    assert Run("x", {"a": {"error": [0.1]}}, {}).standard_error("error") is None


def test_a_difference_is_that_of_tables_that_both_have() -> None:
    found = difference(ONE, OTHER, "error")
    assert found is not None
    assert found.mean == pytest.approx(-0.02)
    assert found.standard_error == pytest.approx(0.03)  # differences -0.05 and 0.01
    assert found[2:] == (1, 1, ("a", "b"))
    assert difference(ONE, OTHER, "auc") is None


def test_a_run_is_read_as_it_was_saved(tmp_path: Path) -> None:
    path = path_of("card size=5 / no", "design", tmp_path)
    assert path.name == "card_size=5_no-design.csv"
    save(ONE, path)
    found = read("new", path)
    assert found.tables == ONE.tables
    assert found.missing == ONE.missing


def test_a_run_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no run 'x' .*; run it first, under this --name"):
        read("x", tmp_path / "x.csv")


def test_results_become_a_run() -> None:
    seeds = [OnTable({"error": 0.1, "points": 3.0}), OnTable({"error": 0.3, "points": 5.0})]
    tables = {"a": over_seeds(seeds), "b": OnTable({}, "late"), "c": OnTable({"error": 0.5})}
    found = run_of("x", Standing(fake("x"), "1", tables, ""))
    assert found.tables == {"a": {"error": [0.1, 0.3], "points": [3.0, 5.0]}, "c": {"error": [0.5]}}
    assert found.missing == {"b": "late"}


def test_a_run_is_printed() -> None:
    assert as_text(ONE).splitlines() == [
        "new: 2 tables",
        "              error %  log loss  AUC %  conditions  points  rules  CPU s",
        "a               20.00         –  85.00           –       –      –  0.500",
        "b               20.00         –      –           –       –      –  1.500",
        "mean            20.00         –  85.00           –       –      –  1.000",
        "± over seeds     5.00         –   5.00           –       –      –  0.000",
        "missing: c: no model within 60 s of processor time",
    ]


def test_two_runs_are_printed() -> None:
    assert compared_text(ONE, OTHER).splitlines() == [
        "new less old, on the tables of both:",
        "           new    old  difference  ± over tables  lower  higher  tables",
        "error %  20.00  22.00       −2.00           3.00      1       1       2",
    ]
