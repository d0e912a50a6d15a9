from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.pressed import interrupted
from typer.testing import Result

from conjunct.cli import stability as command
from conjunct.estimators.recurrence import Said
from conjunct.estimators.stability import Sample
from conjunct.model import Condition

Run = Callable[..., Result]
COMMAND = [sys.executable, "-c", "from conjunct.cli.app import main; main()"]
LOW, HIGH = Condition("income", "<=", 20.0), Condition("income", ">", 20.0)
BONN = Condition("city", "=", "Bonn")
SAMPLES = (
    Sample(1, (Said((Condition("income", "<=", 12.5),), "bad", False),)),
    Sample(0, (Said((LOW,), "bad", False), Said((BONN, HIGH), "good", False))),
    Sample(3, (Said((LOW,), "bad", False),)),
    Sample(2, (Said((BONN, HIGH), "good", False),)),
)
PRINTED = """\
loans.csv: 8 rows, 2 attributes, 2 classes, no missing cells. Target: status.
layered, rows drawn, 4 bootstrap samples, seed 0.
Rules from all rows: 2; from a sample: 1 in the median, half of the samples 1 to 1.

#  rule                         class  same  nearby  any cut
1  income ≤ 20                  bad    50 %    50 %     75 %
2  income > 20                  good    0 %     0 %      0 %
   city = Bonn and income > 20  good   50 %    50 %     50 %
   income ≤ 12.5                bad    25 %    25 %     75 %

Rules without a number are not among those from all rows.

attribute  samples  all rows
income       100 %       yes
city          50 %

cut       samples  1st quartile  median  3rd quartile  all rows
income ≤     75 %         16.25      20            20        20
income >     50 %            20      20            20        20
"""
OPTIONS = ["--target", "status", "--learner", "layered", "--jobs", "1", "--samples", "4"]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn made-up rules: what is printed does not depend on a learner."""
    whole = Said((LOW,), "bad", False), Said((HIGH,), "good", False)
    monkeypatch.setattr(command, "_learned", lambda *_: whole)
    monkeypatch.setattr(command, "_running", lambda *_: (sample for sample in SAMPLES))


@pytest.mark.usefixtures("made_up")
def test_rules_attributes_and_cuts_are_printed(run: Run, loans: Path) -> None:
    result = run("stability", "loans.csv", *OPTIONS)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == PRINTED


@pytest.mark.usefixtures("made_up")
def test_json_has_the_same(run: Run, loans: Path) -> None:
    document = json.loads(run("stability", "loans.csv", *OPTIONS, "--json").stdout)
    assert (document["complete"], document["samples"], document["draw"]) == (True, 4, "rows")
    assert document["rules_of_samples"] == [2, 1, 1, 1]
    assert [one["same"] for one in document["rules"]] == [0.5, 0.0, 0.5, 0.25]
    assert document["attributes"][0] == {"attribute": "income", "in_model": True, "share": 1.0}


def test_an_interrupt_leaves_what_is_done(
    run: Run, loans: Path, made_up: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object) -> Iterator[Sample]:
        yield from SAMPLES[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_running", pressed)
    result = run("stability", "loans.csv", *OPTIONS, "--json")
    assert result.exit_code == 130
    assert result.stderr == "\ninterrupted; these are the results of 2 of 4 samples\n"
    document = json.loads(result.stdout)
    assert (document["complete"], document["samples"]) == (False, 2)


def test_an_interrupt_before_the_first_sample_prints_nothing(
    run: Run, loans: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_learned", pressed)
    result = run("stability", "loans.csv", *OPTIONS)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "\ninterrupted; no file was written\n"


def test_a_learner_learns_from_samples_of_either_sort(run: Run, loans: Path) -> None:
    rows, weights = (
        json.loads(run("stability", "loans.csv", *OPTIONS, "--json", "--draw", draw).stdout)
        for draw in ("rows", "weights")
    )
    assert rows["samples"] == weights["samples"] == 4
    assert [one["body"] for one in weights["rules"][:2]] == ["income > 20", "income ≤ 20"]
    assert weights["rules"][0]["same"] == 1.0


def test_an_option_that_the_learner_does_not_have_is_refused(run: Run, loans: Path) -> None:
    result = run("stability", "loans.csv", *OPTIONS, "--set", "size=3")
    assert result.exit_code == 2
    assert "layered has no parameter 'size'" in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
def test_interrupted_samples_stop_without_a_traceback(tmp_path: Path) -> None:
    lines = [f"{n * 7919 % 1013},{n * 104729 % 997},{n * n % 7 % 2}" for n in range(1000)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,class", *lines]))
    options = ["--target", "class", "--learner", "tree", "--samples", "100000", "--jobs", "2"]
    with subprocess.Popen(
        [*COMMAND, "stability", "t.csv", *options],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(8)
        _, messages = interrupted(process)
    assert process.returncode == 130, messages
    assert "Traceback" not in messages
    assert "\ninterrupted; " in messages
