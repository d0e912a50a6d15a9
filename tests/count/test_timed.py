"""An engine that answers searches until time is up."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.count import NO_TESTS, EngineWithin, Fold, NumpyEngine, class_counts, each_class
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine_views import TimedEngine
from conjunct.data import shipped_table
from conjunct.encode import encode
from conjunct.trees import GrowthLimits, grow


@pytest.fixture(scope="module")
def plain() -> NumpyEngine:
    return NumpyEngine(encode(shipped_table()))


def test_while_there_is_time_the_answers_are_those_of_the_engine(plain: NumpyEngine) -> None:
    timed = TimedEngine(plain, Deadline(seconds=1e6))
    channels = each_class(plain.n_classes)
    root = np.array([plain.root()])
    one, other = timed.count(root, channels), plain.count(root, channels)
    for name in ("offsets", "codes", "values", "totals"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert timed.root() == plain.root()
    assert timed.columns is plain.columns
    assert timed.bare is plain


def test_when_time_is_up_only_searches_end(plain: NumpyEngine) -> None:
    deadline = Deadline()
    timed = TimedEngine(plain, deadline)
    deadline.stop()
    assert not deadline.has_ended
    part = timed.subset(timed.root(), fold=Fold(1, 2))
    within = EngineWithin(timed, part)
    assert class_counts(within, part) == class_counts(plain, part)
    for engine in (timed, within):
        with pytest.raises(TimeIsUpError):
            engine.search(None)
        with pytest.raises(TimeIsUpError):
            engine.count(np.array([part]), each_class(engine.n_classes))
    assert deadline.has_ended


def test_a_tree_without_time_is_a_leaf_or_none_at_all(plain: NumpyEngine) -> None:
    deadline = Deadline()
    deadline.stop()
    timed = TimedEngine(plain, deadline)
    grown = grow(timed, timed.root(), GrowthLimits())
    assert grown.n_nodes == 1
    whole = plain.tally(np.array([plain.root()]), [NO_TESTS], each_class(plain.n_classes))[0]
    assert np.array_equal(grown.counts, whole)
    with pytest.raises(TimeIsUpError):
        grow(timed, timed.root(), GrowthLimits(), partly=False)


def test_the_sentence_says_what_ended_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    monkeypatch.setattr("conjunct.count.deadline.now", lambda: seconds[0])
    deadline = Deadline(2.5)
    seconds[0] = 1.25
    deadline.check()
    assert deadline.sentence("that is all") == "Stopped after 1.2 s: that is all."
    seconds[0] = 2.5
    with pytest.raises(TimeIsUpError):
        deadline.check()
    assert deadline.sentence("that is all") == "Stopped by the time limit of 2.5 s: that is all."
