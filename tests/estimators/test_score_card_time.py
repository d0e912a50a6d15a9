"""A card that runs out of time: the best so far, and it says so."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.estimators.card_tables import noisy, some_penguins

from conjunct import ScoreCardClassifier
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.data import Table

SAID = "this is the best card so far."


def test_without_time_there_is_an_empty_card_and_a_note() -> None:
    card = ScoreCardClassifier(time_limit=1e-9).fit(*noisy()).rules_
    assert len(card) == 0
    assert card.notes[-1] == f"Stopped by the time limit of 1e-09 s: {SAID}"
    assert np.allclose(card.predict_proba({"x0": [1.0]}).sum(axis=1), 1)


def test_with_time_enough_the_card_is_the_same_as_without_a_limit() -> None:
    X, y = noisy()
    assert ScoreCardClassifier(time_limit=1e6).fit(X, y).rules_ == (
        ScoreCardClassifier().fit(X, y).rules_
    )


def stopped_at(number: int, table: Table, monkeypatch: pytest.MonkeyPatch, **params: Any) -> Any:
    """Learn until the deadline is looked at for the `number`-th time."""
    looked = 0
    check = Deadline.check

    def count(self: Deadline) -> None:
        nonlocal looked
        looked += 1
        if looked == number:
            self.stop()
        check(self)

    with monkeypatch.context() as patch:
        patch.setattr(Deadline, "check", count)
        return ScoreCardClassifier(**params).fit_table(table)


@pytest.mark.parametrize("params", [{}, {"size": "accurate"}, {"size": 5}], ids=str)
@pytest.mark.parametrize("number", [1, 2, 5, 12, 60, 150, 300])
def test_whenever_time_is_up_there_is_a_whole_card(
    params: Any, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = some_penguins()
    model = stopped_at(number, table, monkeypatch, **params)
    card = model.rules_
    most = {"size": 24, **params}["size"]
    assert card.n_conditions <= (100 if most == "accurate" else most if "size" in params else 24)
    assert np.allclose(card.predict_proba(table).sum(axis=1), 1)
    if card.notes and card.notes[-1].endswith(SAID):
        assert (len(card) > 0) == (number > 2)
    else:
        assert card == ScoreCardClassifier(**params).fit_table(table).rules_
    assert pickle.loads(pickle.dumps(model)).rules_ == card


def test_a_card_of_the_folds_so_far_is_good_already() -> None:
    table = some_penguins()
    shares: list[float] = []

    def stop_after_two_folds(share: float) -> None:
        shares.append(share)
        if len(shares) == 2:
            assert model.stop()

    model = ScoreCardClassifier(promises=True)
    card = model.fit_table(table, stop_after_two_folds).rules_
    assert card.notes[-1].startswith("Stopped after ")
    assert card.checked is not None
    assert card.checked.n_folds == 2
    assert np.mean(card.predict(table) == np.array(table.target.levels)[table.target.values]) > 0.9
    assert not model.stop()


def test_a_deadline_stays_passed() -> None:
    deadline = Deadline()
    deadline.check()
    deadline.stop()
    for _ in range(2):
        with pytest.raises(TimeIsUpError):
            deadline.check()
