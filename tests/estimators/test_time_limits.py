"""Learners that run out of time: the best model so far, and it says so."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.estimators.card_tables import noisy, some_penguins

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
)
from conjunct.count import deadline as clock
from conjunct.count.deadline import Deadline
from conjunct.cover import IncrementalPruning
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.trees import ChiSquarePruning

SO_FAR = "this is the best model so far."
NOT_KNOWN = "what to expect of the rules is not known."


def plain(kind: Any, *args: Any, **params: Any) -> Any:
    """Return a learner whose engine does not depend on what was compiled before."""
    return partial(kind, *args, **{"engine": "numpy", **params})


LEARNERS: dict[str, Any] = {
    "layered": plain(LayeredRuleClassifier, max_width=8),
    "layered, fused": plain(LayeredRuleClassifier, engine="local"),
    "layered, weighted": plain(LayeredRuleClassifier, max_width=8, class_weight={"Adelie": 1.5}),
    "layered, gumbel": plain(LayeredRuleClassifier, criterion="gumbel", max_width=2),
    "exhaustive": plain(LayeredRuleClassifier, "exhaustive", max_conditions=2),
    "cn2": plain(CN2Classifier),
    "cn2, ordered": plain(CN2Classifier, ordered=True),
    "cn2, mdl": plain(CN2Classifier, max_rules="pfahringer"),
    "cn2, ordered, mdl": plain(CN2Classifier, ordered=True, max_rules="pfahringer"),
    "seco": plain(SeCoClassifier),
    "seco, mdl": plain(SeCoClassifier, max_rules="quinlan"),
    "ripper": plain(RipperClassifier, random_state=0),
    "knopf": plain(KnopfClassifier),
    "tree": plain(RuleTreeClassifier),
    "tree, folds": plain(RuleTreeClassifier, pruning=ChiSquarePruning("cv"), random_state=0),
    "tree, held out": plain(RuleTreeClassifier, pruning="reduced_error", random_state=0),
}
every_learner = pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)


class FakeClock:
    """A clock that goes on by a second whenever a learner looks at the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.looked = 0
        check = Deadline.check

        def look(deadline: Deadline) -> None:
            self.now += 1.0
            self.looked += 1
            check(deadline)

        monkeypatch.setattr(clock, "now", lambda: self.now)
        monkeypatch.setattr(Deadline, "check", look)


@pytest.fixture
def table() -> Table:
    return some_penguins(every=6)


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    return FakeClock(monkeypatch)


def without_notes(model: Any) -> list[tuple[Any, ...]]:
    return [(rule.conditions, rule.head, rule.counts) for rule in model.rules_]


def stops(rules: Any) -> list[str]:
    return [note for note in rules.notes if note.startswith("Stopped")]


@every_learner
def test_with_time_enough_the_model_is_the_same_as_without_a_limit(make: Any, table: Table) -> None:
    limited = make(time_limit=1e6).fit_table(table)
    assert limited.rules_.rules == make().fit_table(table).rules_.rules
    assert not stops(limited.rules_)


@every_learner
def test_without_time_there_is_a_model_without_rules_and_a_note(make: Any, table: Table) -> None:
    model = make(time_limit=1e-9, promises=True).fit_table(table)
    assert model.rules_.n_conditions == 0
    assert model.rules_.notes[-2:] == (
        f"Stopped by the time limit of 1e-09 s: {SO_FAR}",
        f"Stopped by the time limit of 1e-09 s: {NOT_KNOWN}",
    )
    assert np.allclose(model.rules_.predict_proba(table).sum(axis=1), 1)


@every_learner
def test_whenever_time_is_up_there_is_a_whole_model(
    make: Any, table: Table, fake_clock: FakeClock
) -> None:
    whole = without_notes(make(promises=False).fit_table(table))
    needed = fake_clock.looked
    sizes = []
    for seconds in sorted({1, 2, 3, 5, 9, needed // 2, needed, needed + 1}):
        fake_clock.looked = 0
        model = make(promises=False, time_limit=seconds).fit_table(table)
        rules = model.rules_
        assert np.allclose(rules.predict_proba(table).sum(axis=1), 1)
        is_cut = seconds <= needed
        said = f"Stopped by the time limit of {seconds} s: {SO_FAR}"
        assert stops(rules) == ([said] if is_cut else [])
        if not is_cut:
            assert without_notes(model) == whole
        assert pickle.loads(pickle.dumps(model)).rules_ == rules
        sizes.append(rules.n_conditions)
    assert sizes[0] <= sizes[-1]


def by_class(name: str, rules: list[Any]) -> list[list[Any]]:
    """Return the rules of a set class by class: it is printed by class, whichever came first."""
    if name != "cn2":
        return [rules]
    return [[rule for rule in rules if rule[1] == head] for head in range(3)]


@pytest.mark.parametrize("name", ["cn2", "cn2, ordered", "seco"])
def test_rules_that_were_found_in_time_are_the_first_of_all_rules(
    name: str, table: Table, fake_clock: FakeClock
) -> None:
    make = LEARNERS[name]
    whole = without_notes(make(promises=False).fit_table(table))
    found = set()
    for seconds in range(1, fake_clock.looked + 1):
        cut = without_notes(make(promises=False, time_limit=seconds).fit_table(table))
        for some, every in zip(by_class(name, cut), by_class(name, whole), strict=True):
            assert some == every[: len(some)]
        found.add(len(cut))
    assert found >= set(range(len(whole)))


def test_rules_of_ripper_that_cannot_be_optimised_in_time_stay_as_they_are(
    fake_clock: FakeClock,
) -> None:
    X, y = noisy()
    make = LEARNERS["ripper"]
    built = make(promises=False, pruning=IncrementalPruning(optimizations=0)).fit(X, y).rules_
    to_build = fake_clock.looked
    make(promises=False).fit(X, y)
    for seconds in range(to_build + 1, fake_clock.looked - to_build, 3):
        rules = make(promises=False, time_limit=seconds).fit(X, y).rules_
        assert len(rules) >= 1
        assert stops(rules)
    first = make(promises=False, time_limit=to_build + 1).fit(X, y).rules_
    assert {rule.body for rule in first} <= {rule.body for rule in built}


@every_learner
def test_when_time_is_up_for_promises_the_rules_are_whole_and_promise_no_expected_error(
    make: Any, table: Table, fake_clock: FakeClock
) -> None:
    bare = make(promises=False).fit_table(table)
    needed = fake_clock.looked
    fake_clock.looked = 0
    make(promises=True).fit_table(table)
    for seconds in (needed + 1, fake_clock.looked):
        model = make(promises=True, time_limit=seconds).fit_table(table)
        assert without_notes(model) == without_notes(bare)
        assert all(rule.expected is None for rule in model.rules_)
        assert [rule.at_most for rule in model.rules_] == [rule.at_most for rule in bare.rules_]
        assert "expected" not in model.rules_.to_text()
        assert stops(model.rules_) == [f"Stopped by the time limit of {seconds} s: {NOT_KNOWN}"]


@pytest.mark.parametrize("name", ["layered", "cn2", "seco", "ripper"])
def test_learning_can_be_stopped_from_outside(name: str) -> None:
    table = some_penguins()
    shares: list[float] = []

    def stop_at_once(share: float) -> None:
        shares.append(share)
        if len(shares) == 1:
            assert model.stop()

    model = LEARNERS[name](promises=True)
    rules = model.fit_table(table, stop_at_once).rules_
    assert 0 < len(rules) <= len(LEARNERS[name]().fit_table(table).rules_)
    assert [note.partition(": ")[2] for note in rules.notes] == [SO_FAR, NOT_KNOWN]
    assert rules.notes[0].startswith("Stopped after ")
    assert not model.stop()


def test_after_a_fit_that_fails_there_is_nothing_to_stop(table: Table) -> None:
    model = KnopfClassifier(positive="nobody")
    with pytest.raises(DataError):
        model.fit_table(table)
    assert not model.stop()


@pytest.mark.parametrize("make", [*LEARNERS.values(), ScoreCardClassifier], ids=str)
def test_a_limit_below_0_is_refused_in_one_sentence(make: Any, table: Table) -> None:
    with pytest.raises(ValueError, match="time_limit"):
        make(time_limit=-1).fit_table(table)


@pytest.mark.parametrize("make", [*LEARNERS.values(), ScoreCardClassifier], ids=str)
def test_one_class_needs_no_time(make: Any) -> None:
    X = np.arange(10.0).reshape(-1, 1)
    if getattr(make, "keywords", {}).get("class_weight"):
        pytest.skip("names a class that is not here")
    model = make(time_limit=1e-9).fit(X, ["yes"] * 10)
    assert model.predict(X).tolist() == ["yes"] * 10
