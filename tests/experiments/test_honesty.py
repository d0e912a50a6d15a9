"""Promises held against unseen rows: every number counted again, and what the bars say of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct import CN2Classifier, ScoreCardClassifier
from conjunct.choose import ucf_error
from conjunct.data import Table, shipped_table
from conjunct.experiments import promise_trials
from conjunct.experiments.honesty import DESIGN, STUDY
from conjunct.experiments.promise_trials import (
    kinds_and_halves,
    promises_and_truth,
    spoken_about,
)
from conjunct.experiments.tables import PUBLIC
from conjunct.experiments.trial import Trial, halves
from conjunct.model import Rule

from .reading import row_passes

LEARNERS: dict[str, Any] = {
    "small card": ScoreCardClassifier,
    "CN2, ordered": lambda **more: CN2Classifier(ordered=True, **more),
}
TRIAL = Trial("penguins", 1, 0, {"max_width": 1})


def holds(rule: Rule, table: Table, row: int) -> bool:
    """Look at the cells of one row."""
    tests = [(one.attribute, one.op, one.value) for one in rule.conditions]
    return all(row_passes(table, row, test, "fails") for test in tests)


def differences(name: str, table: Table) -> list[tuple[int, float, float, float]]:
    """Return cover, error on the other half, expected error and U_CF, row by row."""
    train, test = (table.take(rows) for rows in halves(table, TRIAL.number, TRIAL.seed))
    rules = LEARNERS[name](promises=True).fit_table(train).rules_
    labels: list[list[int]] = [[] for _ in rules]
    for row in range(test.n_rows):
        fitting = [at for at, rule in enumerate(rules) if holds(rule, test, row)]
        for at in fitting[:1] if name == "CN2, ordered" else fitting:
            labels[at].append(int(test.target.values[row]))  # type: ignore[union-attr]
    found = []
    for rule, seen in zip(rules, labels, strict=True):
        if seen:
            wrong = sum((label == rule.head) == rule.against for label in seen)
            careful = float(ucf_error(rule.covered, rule.errors))
            found.append((rule.covered, wrong / len(seen), rule.expected, careful))
    return found


@pytest.mark.parametrize("name", LEARNERS)
def test_every_number_of_a_trial_is_what_counting_one_by_one_gives(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promise_trials, "LEARNERS", {name: LEARNERS[name]})
    table = shipped_table().take(np.arange(0, 344, 2))
    rows = {(row["kind"], row["cover"]): row for row in promises_and_truth(table, TRIAL)}
    for cover, most in (("all", np.inf), ("small", 19)):
        those = [one for one in differences(name, table) if one[0] <= most]
        if not those:
            assert ("real", cover) not in rows
            continue
        _, errors, expected, careful = map(np.array, zip(*those, strict=True))
        row = rows["real", cover]
        assert row["rules"] == len(those)
        assert row["error"] == pytest.approx(errors.mean())
        assert row["expected"] == pytest.approx(expected.mean())
        assert row["expected_bias"] == pytest.approx((expected - errors).mean())
        assert row["ucf_miss"] == pytest.approx(np.abs(careful - errors).mean())
        assert row["gumbel"] is None
    # Cards of permuted classes are empty, as they should be.
    assert (("permuted", "all") in rows) == ("card" not in name)


def test_rules_speak_about_the_rows_that_they_were_counted_on() -> None:
    table = shipped_table().take(np.arange(0, 344, 6))
    for name, make in promise_trials.LEARNERS.items():
        if promise_trials.BEAMS.get(name, 1) == 1 and name != "accurate card":
            rules = make(promises=False).fit_table(table).rules_
            counts = [int(rows.sum()) for rows in spoken_about(rules, table)]
            assert counts == [rule.covered for rule in rules], name


def test_noise_is_drawn_anew_and_only_beams_have_a_null(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promise_trials, "UNSEEN", 2_000)
    kept = ("beam of 1", "CN2, ordered")
    learners = {name: promise_trials.LEARNERS[name] for name in kept}
    monkeypatch.setattr(promise_trials, "LEARNERS", learners)
    few = {"max_width": 1}
    first, other = (
        list(promises_and_truth(shipped_table(), Trial("noise-60", number, 0, few)))
        for number in (0, 1)
    )
    assert first != other
    assert {row["kind"] for row in first} == {"noise"}
    by_group = {row["group"]: row for row in first if row["cover"] == "all"}
    assert {name for name, row in by_group.items() if row["gumbel"] is not None} == {"beam of 1"}
    assert by_group["beam of 1"]["error"] == pytest.approx(0.5, abs=0.05)


def test_the_tables_that_confirm_are_others_than_those_that_chose() -> None:
    related = {"breast-cancer-4c", "glass2", "lymph-18d", "cleveland", "cleveland-2", "vote-1"}
    related |= {"hypothyroid-3163", "sick-euthyroid", "colic.ORIG", "solar-flare-2"}
    made_up = {"balance-scale", "car", "hayes-roth", "tic-tac-toe"}
    pool = {name for name, table in PUBLIC.items() if table.n_rows >= 150} - related - made_up
    pool = {name for name in pool if not name.startswith("monks")}
    confirm = set(STUDY.tables) - {"noise-500", "noise-1000", "noise-2000"}
    assert not confirm & {*DESIGN}
    assert confirm | {*DESIGN} >= pool


def test_a_trial_draws_a_thousand_rows_of_a_larger_table() -> None:
    table = shipped_table()
    large = table.take(np.arange(1300) % table.n_rows)
    for number in (0, 1):
        kinds = dict(kinds_and_halves(large, Trial("titanic", number, 0, {})))
        assert [train.n_rows + test.n_rows for train, test in kinds.values()] == [1000, 1000]
    train, test = dict(kinds_and_halves(table, Trial("titanic", 0, 0, {})))["real"]
    assert train.n_rows + test.n_rows == table.n_rows
