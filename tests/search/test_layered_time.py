"""Layered and exhaustive search when time is up: the best rule met."""

from __future__ import annotations

from typing import Any

import pytest

from conjunct.choose import LayeredCriterion
from conjunct.count import NumpyEngine, one_class
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine_views import TimedEngine
from conjunct.data import shipped_table
from conjunct.encode import encode
from conjunct.evaluate import Laplace
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Language, Limits
from conjunct.search.layered import LayeredSearch
from conjunct.search.outcome import Outcome
from conjunct.search.rule_problem import RuleProblem

ENGINE = NumpyEngine(encode(shipped_table()))


def found(search: Any, seconds: float, monkeypatch: pytest.MonkeyPatch) -> tuple[Outcome, int]:
    """Search with a clock that goes on by a second at each look; return how often it looked."""
    looked = 0
    check = Deadline.check

    def look(deadline: Deadline) -> None:
        nonlocal looked
        looked += 1
        check(deadline)

    with monkeypatch.context() as patch:
        patch.setattr(Deadline, "check", look)
        patch.setattr("conjunct.count.deadline.now", lambda: float(looked))
        engine = TimedEngine(ENGINE, Deadline(seconds))
        language = Language(ENGINE.columns, Limits(max_conditions=2))
        channels = one_class(1, ENGINE.n_classes)
        problem = RuleProblem(engine, engine.root(), channels, language, Laplace(3))
        return search.find(problem), looked


@pytest.mark.parametrize(
    "search",
    [LayeredSearch(criterion=LayeredCriterion(patience=1)), ExhaustiveSearch()],
    ids=lambda one: one.name,
)
def test_when_time_is_up_the_best_rule_met_is_found(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, needed = found(search, 1e6, monkeypatch)
    cut, _ = found(search, needed, monkeypatch)
    assert len(cut.body) > 0
    assert cut.score <= whole.score
    assert cut.record.tried <= whole.record.tried
    assert len(cut.record.rounds) <= len(whole.record.rounds)


@pytest.mark.parametrize("search", [LayeredSearch(), ExhaustiveSearch()], ids=lambda one: one.name)
def test_without_time_for_any_rule_the_search_ends(
    search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TimeIsUpError):
        found(search, 2, monkeypatch)
