"""Progress through scikit-learn's callbacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import rich
from sklearn.callback import CallbackContext, ProgressBar
from sklearn.model_selection import GridSearchCV

from conjunct import LayeredRuleClassifier
from conjunct.data import shipped_table
from conjunct.estimators.base import TICKS


class Recorder:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []

    def setup(self, estimator: Any, context: Any) -> None:
        self.events.append(("setup", context.task_name))

    def on_fit_task_begin(self, estimator: Any, context: Any, **about: Any) -> None:
        self.events.append(("begin", context.task_name))

    def on_fit_task_end(self, estimator: Any, context: Any, **about: Any) -> None:
        self.events.append(("end", context.task_name))

    def teardown(self, estimator: Any, context: Any) -> None:
        self.events.append(("teardown", context.task_name))


@pytest.fixture
def numbers() -> tuple[Any, Any]:
    X = np.random.default_rng(1).normal(size=(60, 3)).round(1)
    return X, np.where(X[:, 0] + X[:, 1] > 0, "a", "b")


def test_a_callback_sees_every_tick_begin_and_end(numbers: tuple[Any, Any]) -> None:
    recorder = Recorder()
    LayeredRuleClassifier("greedy").set_callbacks(recorder).fit(*numbers)
    first, begin, *ticks, end, last = recorder.events
    assert [first[0], begin[0], end[0], last[0]] == ["setup", "begin", "end", "teardown"]
    assert ticks == [("begin", "rows covered"), ("end", "rows covered")] * TICKS


def test_a_callback_changes_no_rule(numbers: tuple[Any, Any]) -> None:
    watched = LayeredRuleClassifier("greedy").set_callbacks(Recorder()).fit(*numbers)
    assert watched.rules_ == LayeredRuleClassifier("greedy").fit(*numbers).rules_


def test_nothing_ticks_where_nobody_listens(
    numbers: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a tick")

    monkeypatch.setattr(CallbackContext, "subcontext", refuse)
    LayeredRuleClassifier("greedy").fit(*numbers)
    with pytest.raises(AssertionError, match="a tick"):
        LayeredRuleClassifier("greedy").set_callbacks(Recorder()).fit(*numbers)


def test_ticks_come_while_rules_are_learned(numbers: tuple[Any, Any]) -> None:
    fitted: list[bool] = []

    class Watcher(Recorder):
        def on_fit_task_begin(self, estimator: Any, context: Any, **about: Any) -> None:
            fitted.append(hasattr(estimator, "rules_"))

    LayeredRuleClassifier("greedy").set_callbacks(Watcher()).fit(*numbers)
    assert fitted.count(False) > TICKS / 2


@pytest.fixture
def wide_screen() -> Iterator[None]:
    """Make room for whole progress bars: a console that was made before keeps its width."""
    before = rich.get_console().width
    rich.reconfigure(width=300)
    yield
    rich.reconfigure(width=before)


@pytest.mark.usefixtures("wide_screen")
def test_the_progress_bar_is_shown_and_finishes(
    numbers: tuple[Any, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    LayeredRuleClassifier("greedy").set_callbacks(ProgressBar()).fit(*numbers)
    shown = capsys.readouterr().out
    assert "LayeredRuleClassifier" in shown
    assert "100%" in shown


@pytest.mark.usefixtures("wide_screen")
def test_the_progress_bar_of_a_grid_search_goes_through(
    numbers: tuple[Any, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    tuned = GridSearchCV(LayeredRuleClassifier(), {"search": ["greedy"]}, cv=2)
    tuned.set_callbacks(ProgressBar()).fit(*numbers)
    assert "100%" in capsys.readouterr().out


def test_learning_from_a_file_reports_rising_shares() -> None:
    shares: list[float] = []
    LayeredRuleClassifier("greedy").fit_table(shipped_table(), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] <= 1
