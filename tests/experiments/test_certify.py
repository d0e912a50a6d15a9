"""Bounds held against known chances: they hold, and a bound that is broken on purpose is caught."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from conjunct import LayeredRuleClassifier, ScoreCardClassifier
from conjunct.choose import occam_bound, safe_threshold
from conjunct.data import shipped_table
from conjunct.estimators import promising
from conjunct.experiments import certify_trials
from conjunct.experiments.certify import cells_of
from conjunct.experiments.certify_trials import THRESHOLDS, bounds_and_truth, truths
from conjunct.experiments.made_tables import Drawn, draw_known, draw_noise
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Trial

from .made_up import results_of

N_RUNS = 40


@pytest.fixture(autouse=True)
def few_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a greedy search and an ordered list learn, which is quick."""
    names = ("greedy", "ordered list")
    few = {name: certify_trials.LEARNERS[name] for name in names}
    monkeypatch.setattr(certify_trials, "LEARNERS", few)
    monkeypatch.setattr(certify_trials, "DEPTHS", (2,))


def runs(table: str, n_runs: int = N_RUNS) -> dict[tuple[str, int, int], Any]:
    rows = draw_noise(int(table.rpartition("-")[2])).table
    trials = [list(bounds_and_truth(rows, Trial(table, at, 0))) for at in range(n_runs)]
    cells = cells_of(results_of({table: trials}))
    return {(cell["learner"], cell["depth"], cell["cover"]): cell for cell in cells}


@pytest.mark.parametrize("table", ["noise-120", "known-120"])
def test_bounds_hold(table: str) -> None:
    for cell in runs(table, 20).values():
        assert cell["runs"] == 20
        assert cell["_p"] > 0.05


def without_shares(n: Any, e: Any, log_share: Any, confidence: float) -> Any:
    """Forget that a rule is the best of many."""
    return occam_bound(n, e, np.zeros_like(log_share), confidence)


def test_a_bound_that_forgets_the_search_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promising, "occam_bound", without_shares)
    cells = runs("noise-120")
    assert max(cells[name, 2, 0]["_p"] for name in ("greedy", "ordered list")) < 1e-6


def test_a_threshold_without_a_guarantee_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify_trials, "LEARNERS", {})
    careless: Callable[..., Any] = partial(safe_threshold, confidence=-3.5)  # one half a cut
    monkeypatch.setattr(certify_trials, "safe_threshold", careless)
    cells = runs("known-60")
    assert all(cells[name, 0, 0]["_p"] < 0.01 for name in THRESHOLDS)


def test_the_truth_is_the_mean_chance_of_the_rows() -> None:
    drawn = draw_known(300, 4)
    lists = LayeredRuleClassifier(max_rules=3, max_width=2, promises=False)
    card = ScoreCardClassifier(promises=False)
    for learner in (lists, card):
        rules = learner.fit_table(drawn.table).rules_
        told = truths(rules, drawn)
        assert len(rules)
        for rule, covered, truth in zip(rules, rules.covers(drawn.table), told, strict=True):
            chances = [drawn.chances[row][rule.head] for row in np.flatnonzero(covered)]
            wrong = [one if rule.against else 1 - one for one in chances]
            assert truth == pytest.approx(sum(wrong) / len(wrong))


def test_classes_of_other_tables_are_permuted() -> None:
    table = shipped_table()
    drawn: Drawn = certify_trials._drawn(table, Trial("penguins", 3, 0))
    before, after = target_of(table).values, target_of(drawn.table).values
    assert sorted(before.tolist()) == sorted(after.tolist())
    assert before.tolist() != after.tolist()
    assert drawn.chances[0] == pytest.approx(np.bincount(before) / table.n_rows)


def test_only_the_first_trials_run_on_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify_trials, "LARGE", 500)
    monkeypatch.setattr(certify_trials, "COVERS", (100,))
    for name in ("beam of 5", "small card"):
        monkeypatch.setitem(certify_trials.LEARNERS, name, certify_trials.LEARNERS["greedy"])
    table = draw_known(600).table
    rows = list(bounds_and_truth(table, Trial("known-600", 0, 0)))
    assert {(row["cover"], row["depth"]) for row in rows} == {(100, 1), (100, 2), (100, 4)}
    assert all(0 < row["slack"] < 1 for row in rows)  # type: ignore[operator]
    assert not list(bounds_and_truth(table, Trial("known-600", 20, 0)))
