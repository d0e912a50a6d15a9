from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from conjunct.cli.app import app
from conjunct.data.table import Kind
from conjunct.model import Condition, Promise, Rule, RuleSet, ScoreCard, ScoredRule, SearchRecord

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

LOANS = """income,city,status
10,Bonn,bad
11,Bonn,bad
12,Köln,bad
13,Bonn,bad
30,Köln,good
31,Bonn,good
32,Köln,good
33,Köln,good
"""

ONE_RULE = ("--set", "size=1")
"""Eight rows are too few for a card to learn a rule unless its size is given."""


@pytest.fixture(autouse=True, scope="session")
def built_once() -> Iterator[None]:
    """Build the commands once; a call would read the signatures of all of them anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", cache(get_command), raising=False)
        yield


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the line about compilation, so that a first run on a machine prints the same."""
    monkeypatch.setattr("conjunct.count.engines.on_compilation", lambda tell: None)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a fresh folder; an exception other than an exit fails the test."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: Any) -> Result:
        result = CliRunner().invoke(app, [str(one) for one in arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into the folder of the test."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def loans(write: Write) -> Path:
    return write("loans.csv", LOANS)


@pytest.fixture
def model(run: Run, loans: Path, tmp_path: Path) -> Path:
    """Return a rule list about the loans: income up to 20 is bad, above is good."""
    path = tmp_path / "loans.json"
    options = ["--learner", "layered", "--save", path, "--jobs", "1"]
    result = run("learn", loans, "--target", "status", *options)
    assert result.exit_code == 0, result.stderr
    return path


@pytest.fixture
def learned_card(run: Run, loans: Path, tmp_path: Path) -> Path:
    """Return a card of one condition about the loans: income up to 20 takes points away."""
    path = tmp_path / "learned.json"
    result = run("learn", loans, "--target", "status", *ONE_RULE, "--save", path)
    assert result.exit_code == 0, result.stderr
    return path


@pytest.fixture
def rule_set(tmp_path: Path) -> Path:
    """Return a saved set of two rules about loans, which are added up."""
    record = SearchRecord("beam", 5, 96, 0, 2, 4, 0)
    poor = Rule((Condition("income", "<=", 20.0),), 0, (4, 1), record, Promise(0.4, 0.7))
    rhine = Rule((Condition("city", "=", "Köln"),), 1, (1, 8), record, Promise(0.25, 0.5))
    kinds: dict[str, Kind] = {"income": "numeric", "city": "nominal"}
    path = tmp_path / "set.json"
    RuleSet((poor, rhine), ("bad", "good"), 1, (5, 9), kinds, target="status").save(path)
    return path


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """Return a saved score card of two rules about loans, with points for bad."""
    record = SearchRecord("beam", 5, 96, 0, 2, 4, 0)
    poor = (Condition("income", "<=", 20.0),)
    rhine = (Condition("city", "=", "Köln"),)
    rules = (
        ScoredRule(poor, 0, (4, 1), record, Promise(0.4, 0.7), points=(2.5, 0)),
        ScoredRule(rhine, 1, (1, 8), record, Promise(0.25, 0.5), points=(-1.25, 0)),
    )
    kinds: dict[str, Kind] = {"income": "numeric", "city": "nominal"}
    path = tmp_path / "card.json"
    labels = ("bad", "good")
    ScoreCard.of(rules, labels, (5, 9), kinds, base=(-1.25, 0), target="status").save(path)
    return path
